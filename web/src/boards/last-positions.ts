/** Where things last stood, for what is shown of those that are gone. */

import { useEffect, useRef } from "preact/hooks";

/** The last place of each name that had one, as of the view before. */
export function useLast(
  now: [name: string, place: string][],
  gone: readonly string[] = [],
): ReadonlyMap<string, string> {
  const last = useRef(new Map<string, string>());
  useEffect(() => {
    for (const [name, place] of now) if (place && !gone.includes(place)) last.current.set(name, place);
  });
  return last.current;
}
