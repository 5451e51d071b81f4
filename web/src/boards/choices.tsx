/** Legal actions as things in the tray: a few as cards, many as two rows of keys, and those of many pieces as who above what. */

import type { Legal } from "../api/types";
import { heading, plainly, placeOf, type Pick } from "./game";
import { Key, Row } from "./tray";

const FEW = 3;
/** More places than this are chosen on the board. */
const MANY = 24;

export interface Words {
  title: string;
  note?: string | undefined;
}

interface Props {
  legal: Legal[];
  pick: Pick;
  /** How an action is called where its piece is already said. */
  words?: (one: Legal) => Words;
  /** How a piece is called. */
  who?: (by: string) => Words;
}

/** Chooses an action; the second time carries it out. */
export const press = (pick: Pick, one: Legal): void =>
  pick.picked?.action === one.action ? pick.play(one.action) : pick.choose(one.action);

const usual = (one: Legal): Words => ({ title: plainly(one), note: one.odds_text });

export function Choices({ legal, pick, words = usual, who }: Props) {
  const actors = [...new Set(legal.map((one) => one.acting_piece ?? ""))].filter(Boolean);
  if (legal.length === 0) return null;
  if (actors.length > 1 && legal.length > actors.length)
    return <WhoAndWhat legal={legal} pick={pick} words={words} who={who} actors={actors} />;
  if (legal.length > MANY && legal.every(placeOf))
    return <p class="quiet-words waits">{legal.length} places: choose on the board, from the list, or type one.</p>;
  return (
    <Row class={legal.length > FEW ? "keys-2" : "cards"} label="Choices">
      {legal.map((one) => (
        <Key
          key={one.action}
          name={one.notation}
          {...words(one)}
          chosen={pick.picked?.action === one.action}
          click={() => press(pick, one)}
        />
      ))}
    </Row>
  );
}

/** Who acts in the upper row, what it does in the lower one. Nothing but a click on another piece changes who acts. */
function WhoAndWhat({ legal, pick, words = usual, who, actors }: Props & { actors: string[] }) {
  const actor = pick.picked?.acting_piece ?? "";
  const place = pick.picked && placeOf(pick.picked);
  const what = legal.filter((one) => one.acting_piece === actor);
  const others = legal.filter((one) => !one.acting_piece);
  return (
    <div class="whowhat">
      <Row class="keys-1" label="Who acts">
        {others.map((one) => (
          <Key
            key={one.action}
            name={one.notation}
            {...words(one)}
            chosen={pick.picked?.action === one.action}
            click={() => press(pick, one)}
          />
        ))}
        {actors.map((by) => {
          const first = legal.find((one) => one.acting_piece === by)!;
          return (
            <Key
              key={by}
              name={by}
              words={legal
                .filter((one) => one.acting_piece === by)
                .map((one) => one.notation)
                .join(" ")}
              {...(who?.(by) ?? { title: by })}
              class={place && placeOf(first) === place ? "here" : ""}
              chosen={by === actor}
              click={() => by !== actor && pick.choose(first.action)}
            />
          );
        })}
      </Row>
      {what.length > 0 ? (
        <Row key={actor} class="keys-1" label="What it does">
          {what.map((one) => (
            <Key
              key={one.action}
              name={one.notation}
              {...words(one)}
              chosen={pick.picked?.action === one.action}
              click={() => press(pick, one)}
            />
          ))}
        </Row>
      ) : (
        <p class="quiet-words waits">Choose who acts: here, on the board, or in the list.</p>
      )}
    </div>
  );
}

/** The verb of an action and whom it is aimed at. */
export function verbWords(one: Legal): Words {
  const aimed = one.piece && one.piece !== one.acting_piece ? ` ${one.piece}` : "";
  return { title: `${heading((one.kind ?? one.notation).replace("-", " "))}${aimed}`, note: one.odds_text };
}
