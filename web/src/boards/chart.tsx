/** The board's frame: pointer, touch, keys and zoom for any drawing with places in it. */

import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { explained } from "../state/explained";
import { low, narrow } from "../state/prefs";
import { carried, DRAG_PX, putDown, receive, shared } from "./carry";
import { around, fit, holding, isSame, MiniMap, type Close, type Frame } from "./frame";
import type { Legal } from "../api/types";
import { heading, type Pick, type Place } from "./game";
import { distance, nearest, towards, type Point } from "./geometry";
import { placesIn, Told, Veil } from "./log-highlight";
import { take } from "./plan-path";

const SNAP_PX = 28;
const HOVER_MS = 400;
/** A finger that rests this long wants to see, not to act. */
const HOLD_MS = 350;
const MOST_WAYS = 5;
export const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Props {
  width: number;
  height: number;
  label: string;
  places: Place[];
  pick: Pick;
  /** How near a pointer must come to a place, in board units. */
  reach: number;
  /** Where to look first on a small screen. */
  close?: Close | null;
  children: ComponentChildren;
  /** What is drawn over the veil: the cards and stars of what is being shown. */
  above?: ComponentChildren;
}

/** The element id under which the piece of a place is drawn, so that a copy of it can follow the pointer. */
export const liftId = (place: string): string => `lift-${place.replace(/[^\w-]/g, "_")}`;

/** What a tap on a place does: choose its action, then carry it out. Where it has several the first is chosen and the dock
 *  offers the others: a second tap neither changes who acts nor carries out what may have been meant otherwise. */
export function tap(place: Place, pick: Pick, held = false): void {
  const [first, ...more] = place.actions;
  if (takeEnd(place, pick, held)) return;
  if (first === undefined) return pick.choose(null);
  if (place.at_once && more.length === 0) return pick.play(first);
  if (!pick.picked || !place.actions.includes(pick.picked.action)) return pick.choose(first);
  if (more.length === 0) pick.play(first);
}

/** Takes the whole move that ends at a place; one that was held shows it first. False where none does. */
function takeEnd(place: Place, pick: Pick, held: boolean): boolean {
  const [end] = place.ends ?? [];
  const plans = pick.planner?.plans.value;
  if (!end || !pick.planner || !plans) return false;
  take(pick.planner, plans, end, place.ends_at_once === true && !held);
  return true;
}

/** Keeps a press on a place whose whole moves are not known yet; false where none are to come. */
function waitForEnd(place: Place, pick: Pick): boolean {
  const { planner } = pick;
  if (!planner || planner.plans.value) return false;
  return planner.whenKnown((plans) => {
    const end = plans.plans?.find((plan) => plan.place === place.id);
    if (end) take(planner, plans, end, true);
    else pick.why?.({ place: place.id });
  });
}

/** The place whose own drawing lies under the pointer, on boards that name it there. */
function drawnAt(event: PointerEvent, places: readonly Place[]): Place | null {
  const id = (event.target as Element).closest("[data-place]")?.getAttribute("data-place");
  return places.find((place) => place.id === id) ?? null;
}

const idsOf = (places: readonly Place[]): string => places.map((place) => place.id).join(" ");

export function Chart(props: Props) {
  return props.pick.still ? <Picture {...props} /> : <Playable {...props} />;
}

/** A board to look at and no more; of a large one the part where something happened. */
function Picture({ width, height, close, places, pick, reach, children }: Props) {
  const whole = { x: 0, y: 0, width, height };
  const spots = pick.told ? placesIn(pick.told, places) : [];
  const frame = close ? fit(around(closest(spots, reach) ?? close, whole, height / width), whole) : whole;
  return (
    <svg class="picture" viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`} aria-hidden="true">
      {children}
      <Told event={pick.told} places={places} reach={reach * 0.9} />
    </svg>
  );
}

/** As close as one can look at these spots, with what is about them. */
function closest(spots: readonly Point[], reach: number): Close | null {
  if (spots.length === 0) return null;
  const [xs, ys] = [spots.map((spot) => spot.x), spots.map((spot) => spot.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = Math.max(right - left, bottom - top) + 8 * reach;
  return { x: (left + right) / 2, y: (top + bottom) / 2, width };
}

function Playable(props: Props) {
  const { width, height, places, pick, reach } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const [focused, setFocused] = useState(false);
  const whole = { x: 0, y: 0, width, height };
  const [frame, setFrame] = useState<Frame>(whole);
  const touches = useRef(new Map<number, Point>());
  const down = useRef<{ at: Point; frame: Frame; grip: Place | null; moved: boolean; since: number } | null>(null);
  const [lifted, setLifted] = useState<{ from: Place; by: Point } | null>(null);
  const lastTap = useRef(0);
  const legal = useMemo(() => places.filter((place) => place.actions.length > 0 || place.ends?.length), [places]);
  const zoomed = frame.width < width - 1;
  const drawing = useId();
  const small = narrow.value || low.value;

  useEffect(() => {
    const box = svg.current?.getBoundingClientRect();
    const wanted = props.close && small && box ? fit(around(props.close, whole, box.height / box.width), whole) : whole;
    setFrame((now) => (isSame(now, wanted) ? now : wanted));
  }, [width, height, small, props.close?.x, props.close?.y]);

  // Whatever is shown comes into sight, and then what was in sight before; so does what is chosen, in whichever way.
  const before = useRef<Frame | null>(null);
  const events = pick.shown?.length ? pick.shown : pick.told ? [pick.told] : [];
  const shown = events.flatMap((event) => placesIn(event, places));
  useEffect(() => {
    if (shown.length > 0 && zoomed) before.current ??= frame;
    if (before.current) setFrame(holding(shown, before.current, whole, reach));
    if (shown.length === 0) before.current = null;
  }, [idsOf(shown)]);
  const pressed = places.filter((place) => pick.picked && place.actions.includes(pick.picked.action)).slice(0, 1);
  const wanted = pressed.length > 0 ? pressed : placesNamed(places, pick.pointed ?? []);
  const atCursor = places.filter((place) => focused && place.id === cursor);
  useEffect(() => setFrame((now) => holding(wanted, now, whole, reach)), [idsOf(wanted)]);
  useEffect(() => setFrame((now) => holding(atCursor, now, whole, reach)), [idsOf(atCursor)]);

  const scale = (): number => {
    const box = svg.current?.getBoundingClientRect();
    return box && box.width > 0 ? Math.max(frame.width / box.width, frame.height / box.height) : 1;
  };
  const onBoard = ({ x, y }: Point): Point => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : { x: 0, y: 0 };
  };
  const onScreen = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY });
  const toBoard = (event: PointerEvent): Point => onBoard(onScreen(event));
  /** The nearest place; a finger's slack goes to those that matter. */
  const find = (at: Point, touch: boolean, matter: Place[]): Place | null => {
    if (!touch) return nearest(places, at, reach);
    return nearest(matter, at, Math.max(reach, SNAP_PX * scale())) ?? nearest(places, at, reach);
  };
  const under = (event: PointerEvent): Place | null =>
    drawnAt(event, places) ?? find(toBoard(event), event.pointerType !== "mouse", legal);
  const isGoal = (place: Place): boolean =>
    (lifted && !!place.ends?.length) || shared(carried.value!, place.actions, pick).length > 0;
  const goals = carried.value ? legal.filter(isGoal) : [];

  const drop = useRef<(at: Point, touch: boolean) => number[]>(() => []);
  drop.current = (at, touch) => {
    const place = find(onBoard(at), touch, goals);
    pick.point(place?.id ?? null);
    return place && place.id !== lifted?.from.id ? place.actions : [];
  };
  useLayoutEffect(() => receive({ over: (at, touch) => drop.current(at, touch), left: () => pick.point(null) }), []);

  const press = (event: PointerEvent): void => {
    const at = onScreen(event);
    touches.current.set(event.pointerId, at);
    pick.point(under(event)?.id ?? null);
    const grip = find(
      toBoard(event),
      event.pointerType !== "mouse",
      places.filter((place) => place.lifts?.length),
    );
    down.current =
      touches.current.size > 1
        ? null
        : { at, frame, grip: grip?.lifts?.length ? grip : null, moved: false, since: event.timeStamp };
  };
  const move = (event: PointerEvent): void => {
    if (touches.current.size === 2 && touches.current.has(event.pointerId)) return pinch(event);
    const start = down.current;
    const at = onScreen(event);
    if (start && distance(start.at, at) > DRAG_PX) start.moved = true;
    if (start?.moved && start.grip) return carry(event, start.grip, start.at);
    if (start?.moved && zoomed) {
      const by = scale();
      return setFrame(
        fit(
          { ...start.frame, x: start.frame.x - (at.x - start.at.x) * by, y: start.frame.y - (at.y - start.at.y) * by },
          whole,
          by,
        ),
      );
    }
    pick.point(under(event)?.id ?? null);
  };
  const carry = (event: PointerEvent, grip: Place, start: Point): void => {
    const [now, then] = [toBoard(event), onBoard(start)];
    if (!lifted) {
      svg.current?.setPointerCapture(event.pointerId);
      carried.value = new Set(grip.lifts);
      if (grip.names !== undefined) pick.play(grip.names);
      else if (grip.actions.length === 1 && grip.lifts?.length === 1) pick.choose(grip.actions[0]!);
      else if (pick.planner && !grip.actions.includes(pick.picked?.action ?? -1)) pick.choose(grip.actions[0] ?? null);
    }
    setLifted({ from: grip, by: { x: now.x - then.x, y: now.y - then.y } });
    drop.current(onScreen(event), event.pointerType !== "mouse");
  };
  useEffect(() => {
    // A piece that was named by picking it up may now go somewhere.
    const now = lifted && places.find((place) => place.id === lifted.from.id);
    if (now?.lifts?.length && now.names === undefined && lifted?.from.names !== undefined)
      carried.value = new Set(now.lifts);
  }, [places]);
  const letGo = (): void => {
    down.current = null;
    if (lifted) carried.value = null;
    setLifted(null);
  };
  const pinch = (event: PointerEvent): void => {
    const [other] = [...touches.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const before = touches.current.get(event.pointerId);
    if (!other || !before) return;
    const now = { x: event.clientX, y: event.clientY };
    const factor = distance(other, before) / Math.max(1, distance(other, now));
    touches.current.set(event.pointerId, now);
    zoom(toBoard(event), factor);
  };
  const zoom = (at: Point, factor: number): void => {
    const next = Math.min(width, Math.max(width / 4, frame.width * factor));
    const share = next / frame.width;
    setFrame(
      fit(
        {
          x: at.x - (at.x - frame.x) * share,
          y: at.y - (at.y - frame.y) * share,
          width: next,
          height: frame.height * share,
        },
        whole,
        scale() * share,
      ),
    );
  };
  const setDown = (event: PointerEvent, from: Place): void => {
    const goal = find(toBoard(event), event.pointerType !== "mouse", goals);
    const steps = goal && carried.value ? shared(carried.value, goal.actions, pick) : [];
    if (goal && goal.id !== from.id && steps.length === 0 && takeEnd(goal, pick, false)) carried.value = null;
    else putDown(onScreen(event), event.pointerType !== "mouse", pick);
  };
  const release = (event: PointerEvent): void => {
    touches.current.delete(event.pointerId);
    const start = down.current;
    if (lifted) setDown(event, lifted.from);
    letGo();
    if (!start || start.moved) return;
    const place = under(event);
    const held = event.pointerType !== "mouse" && event.timeStamp - start.since > HOLD_MS;
    if (place?.actions.length || place?.ends?.length) return tap(place, pick, held);
    if (place && waitForEnd(place, pick)) return;
    pick.choose(null);
    if (place) pick.why?.({ place: place.id });
    if (event.timeStamp - lastTap.current < 350) {
      if (zoomed) setFrame(whole);
      else zoom(toBoard(event), 0.5);
    }
    lastTap.current = event.timeStamp;
  };

  const key = (event: KeyboardEvent): void => {
    const way = ARROWS[event.key];
    const at = places.find((place) => place.id === cursor) ?? null;
    if (way) {
      const next = at ? towards(places, at, ...way) : (legal[0] ?? places[0] ?? null);
      if (next) {
        setCursor(next.id);
        pick.point(next.id);
      }
    } else if ((event.key === "Enter" || event.key === " ") && at && (at.actions.length || at.ends?.length))
      tap(at, pick);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const [told, setTold] = useState<string | null>(null);
  useEffect(() => {
    setTold(null);
    if (pick.hover === null) return;
    const timer = setTimeout(() => setTold(pick.hover), HOVER_MS);
    return () => clearTimeout(timer);
  }, [pick.hover]);
  const about = places.find((place) => place.id === told);
  const here = focused ? places.find((place) => place.id === cursor) : undefined;

  return (
    <div class="board">
      <svg
        ref={svg}
        class={
          lifted
            ? "lifting"
            : places.some((place) => place.id === pick.hover && place.lifts?.length)
              ? "grip"
              : undefined
        }
        viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
        role={focused ? "application" : "group"}
        aria-label={props.label}
        tabIndex={0}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={(event) => {
          touches.current.delete(event.pointerId);
          letGo();
        }}
        onPointerLeave={(event) => {
          touches.current.delete(event.pointerId);
          if (!lifted) pick.point(null);
        }}
        onWheel={(event) => {
          if (!event.ctrlKey) return;
          event.preventDefault();
          zoom(toBoard(event as unknown as PointerEvent), event.deltaY > 0 ? 1.15 : 0.87);
        }}
        onKeyDown={key}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        <g id={drawing}>{props.children}</g>
        <HintMarks places={places} hinted={pick.hinted ?? []} legal={pick.legal} />
        <Pointed places={places} names={pick.pointed ?? []} wanted={pick.wanted ?? []} reach={reach * 0.95} />
        <InVain place={places.find((one) => one.id === pick.refused)} reach={reach * 0.8} />
        <Veil events={pick.shown ?? []} places={places} reach={reach * 1.3} width={width} height={height} />
        <Told event={pick.told} places={places} reach={reach * 0.9} />
        {props.above && <g pointer-events="none">{props.above}</g>}
        {goals.map((place) => (
          <circle
            key={place.id}
            class={`goal ${place.id === pick.hover ? "hover" : ""}`}
            cx={place.x}
            cy={place.y}
            r={reach * 0.9}
          />
        ))}
        {lifted && <use class="lifted" href={`#${liftId(lifted.from.id)}`} x={lifted.by.x} y={lifted.by.y} />}
        {here && <circle class="cursor" cx={here.x} cy={here.y} r={reach * 0.95} />}
      </svg>
      {zoomed && (
        <MiniMap
          drawing={drawing}
          frame={frame}
          whole={whole}
          places={legal.filter((place) => place.actions.length > 0)}
          svg={svg.current}
          reset={() => setFrame(whole)}
        />
      )}
      <Info place={about} pick={pick} low={!!about && about.y > frame.y + frame.height / 2} />
      <p class="vh" aria-live="polite">
        {here?.name} {here?.note}
      </p>
    </div>
  );
}

/** A crossed ring on what was pressed in vain. */
function InVain({ place, reach }: { place: Place | undefined; reach: number }) {
  if (!place) return null;
  const cross = reach * 0.7;
  return (
    <g class="in-vain" transform={`translate(${place.x} ${place.y})`} pointer-events="none" aria-hidden="true">
      <circle r={reach} />
      <path d={`M${-cross} ${-cross}L${cross} ${cross}`} />
    </g>
  );
}

interface PointedProps {
  places: Place[];
  names: readonly string[];
  wanted: readonly number[];
  reach: number;
}

/** The places of these names, and those where pieces of these names stand. */
const placesNamed = (places: Place[], names: readonly string[]): Place[] =>
  places.filter((place) => names.some((name) => place.id === name || place.holds?.includes(name)));

/** Rings about what the coach of a lesson points at; those to be pressed in marigold. */
function Pointed({ places, names, wanted, reach }: PointedProps) {
  const found = placesNamed(places, names);
  return (
    <g class="pointed" pointer-events="none" aria-hidden="true">
      {found.map((place) => (
        <g key={place.id} transform={`translate(${place.x} ${place.y})`}>
          {place.actions.some((action) => wanted.includes(action)) && <circle class="marigold" r={reach} />}
          <circle class="edge" r={reach} />
        </g>
      ))}
    </g>
  );
}

interface HintMarksProps {
  places: Place[];
  hinted: readonly number[];
  legal: readonly Legal[];
}

/** The places of the actions a hint prefers, numbered. */
function HintMarks({ places, hinted, legal }: HintMarksProps) {
  const marks = hinted.flatMap((action) => {
    const rank = legal.findIndex((one) => one.action === action) + 1; // as in the list
    return places.filter((place) => place.actions.includes(action)).map((place) => ({ place, rank }));
  });
  const first = marks.filter(({ place }, n) => marks.findIndex((one) => one.place === place) === n);
  return (
    <>
      {first.map(({ place, rank }) => (
        <g
          key={place.id}
          class="hint-mark"
          transform={`translate(${place.x} ${place.y - 16})`}
          pointer-events="none"
          aria-hidden="true"
        >
          <g class="tg">
            <circle r="10" />
            <text y="4.5" text-anchor="middle">
              {rank}
            </text>
          </g>
        </g>
      ))}
    </>
  );
}

/** What is here and what can be done here, after a short hover: told in the explain place, beside the board. */
function Info({ place, pick, low }: { place: Place | undefined; pick: Pick; low: boolean }) {
  useEffect(() => {
    const ways = pick.legal.filter((one) => place?.actions.includes(one.action)).map((one) => heading(one.text));
    const more = ways.length > MOST_WAYS ? [`And ${ways.length - MOST_WAYS} more.`] : [];
    explained.value = place
      ? {
          title: heading(place.name),
          low,
          lines: [...(place.note ? [place.note] : []), ...ways.slice(0, MOST_WAYS), ...more],
        }
      : null;
    return () => {
      explained.value = null;
    };
  }, [place?.id, place?.name, place?.note, low]);
  return null;
}
