/** A page whose code is fetched when it is opened, so that the first visit stays small. */

import { signal, useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";

import { Bar } from "./bar";

/** The page of this title; what `load` brings is kept for the next visit. */
export function fetched<P extends object>(
  title: string,
  load: () => Promise<FunctionComponent<P>>,
): FunctionComponent<P> {
  const kept = signal<{ Page: FunctionComponent<P> } | null>(null);
  return function Fetched(props: P) {
    const problem = useSignal("");
    useEffect(() => {
      if (kept.value) return;
      document.title = `${title} · Dogfight`;
      load().then(
        (Page) => (kept.value = { Page }),
        () => (problem.value = "This page could not be fetched. Reload it."),
      );
    }, []);
    if (kept.value) return <kept.value.Page {...props} />;
    return (
      <div>
        <Bar title={title} />
        <main class="lab">
          <p role="status">{problem.value || "One moment…"}</p>
        </main>
      </div>
    );
  };
}
