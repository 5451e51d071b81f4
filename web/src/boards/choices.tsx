/** The first few actions as large buttons, where nothing better shows them. */

import type { Legal } from "../api/types";
import { isPass } from "../ui/keys";
import { plainly, type Pick } from "./game";

const FEW = 4;

export function Choices({ legal, pick }: { legal: Legal[]; pick: Pick }) {
  if (legal.length > FEW)
    return <p class="quiet-words hint">{legal.length} ways: choose on the board, from the list, or type one.</p>;
  return (
    <>
      {legal
        .filter((one) => !isPass(one)) // passing has a button of its own
        .map((one) => (
          <button
            key={one.action}
            data-words={one.word}
            class={`choice ${pick.picked?.action === one.action ? "sel" : ""}`}
            onClick={() => (pick.picked?.action === one.action ? pick.play(one.action) : pick.choose(one.action))}
          >
            <span>
              <b>{plainly(one)}</b>
              {one.promise && <small>{one.promise}</small>}
            </span>
          </button>
        ))}
    </>
  );
}
