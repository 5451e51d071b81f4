/** One person in both seats of a plane: both hands lie open, and what either seat may do is offered at once. */

import type { PawsBoard } from "./board";
import type { Legal, View } from "../../api/types";
import type { BoardProps, Pick } from "../../boards/game";

/** Added to the actions of the other seat, so that they differ from those of the seat that is looked through. */
const OTHER = 2 ** 40;

/** The board as both seats of a solo player see it together; as it is for everybody else. */
export function together(props: BoardProps<PawsBoard>): BoardProps<PawsBoard> {
  const { view, pick, beside = [] } = props;
  const [other] = beside;
  if (!other || other.legal.length === 0 || !PLANNED.includes(view.board.phase)) return props;
  const legal = [...view.legal, ...other.legal.map(asOther)];
  return { ...props, view: { ...view, legal }, pick: bothHands(pick, legal, other.seat) };
}

/** The phases in which all seats act at the same time. */
const PLANNED = ["action", "discards"];

const asOther = (one: Legal): Legal => ({
  ...one,
  action: one.action + OTHER,
  notation: `${one.acting_piece}:${one.notation}`,
});

function bothHands(pick: Pick, legal: Legal[], seat: number): Pick {
  return {
    ...pick,
    legal,
    choose: (action) => {
      if (action !== null && action >= OTHER) pick.sit?.(seat);
      pick.choose(action !== null && action >= OTHER ? action - OTHER : action);
    },
    play: (action) => (action >= OTHER ? pick.playAt?.(seat, action - OTHER) : pick.play(action)),
  };
}

/** Whether one person holds both seats of the plane that is looked from. */
export const fliesAlone = (view: View<PawsBoard>): boolean => {
  const [here, other] = [view.seat, view.seat ^ 1].map((seat) => view.seats[seat]?.player);
  return view.seat >= 0 && here === other;
};

/** The seats whose hands lie open before the viewer: the own one, for a solo player the pilot's and then the gunner's. */
export const handsOf = (view: View<PawsBoard>): number[] =>
  fliesAlone(view) ? [view.seat & ~1, view.seat | 1] : view.seat >= 0 ? [view.seat] : [];

export interface LaidCard {
  seat: number;
  section: number;
  card: string;
  word: string;
  open: boolean;
}

/** The cards of the own team that were laid from the own hand, with the words by which a plan lays them. */
export function laidBy(view: View<PawsBoard>): LaidCard[] {
  const team = view.board.teams[Math.floor(view.seat / 2)];
  return (team?.track ?? []).flatMap((one) => {
    const seat = (view.seat & ~1) | (one.role === "gunner" ? 1 : 0);
    if (!one.card || !handsOf(view).includes(seat)) return [];
    const word = [one.section, one.card, one.side].filter(Boolean).join(":");
    return [{ seat, section: one.section, card: one.card, word, open: one.open ?? false }];
  });
}
