/** A page with a single card: why there is no game to see here, and where to go instead. */

import type { ComponentChildren } from "preact";

import { Bar } from "./bar";

interface Props {
  title?: string;
  where?: string;
  says: string;
  /** Whether it takes the place of a game that was on the screen, so that it has to be spoken. */
  sudden?: boolean;
  /** What can be done about it, besides going home. */
  acts?: ComponentChildren;
  children?: ComponentChildren;
}

export function Notice({ title, where, says, sudden, acts, children }: Props) {
  return (
    <div class="app plain">
      <Bar title={title} where={where} />
      <main class="stage">
        <div class="card" role={sudden ? "alert" : undefined}>
          <h2>{says}</h2>
          {children}
          <div class="acts">
            {acts}
            <a class="btn" href="/">
              Home
            </a>
          </div>
        </div>
      </main>
    </div>
  );
}
