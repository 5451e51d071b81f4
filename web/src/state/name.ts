/** The name of the person at this screen: what the server knows, until they type another. */

import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api } from "../api/http";

export interface OwnName {
  typed: Signal<string>;
  saved: Signal<string>;
  type: (name: string) => void;
}

export function useOwnName(): OwnName {
  const typed = useSignal("");
  const saved = useSignal("");
  const touched = useSignal(false);
  useEffect(() => {
    api.me().then(
      (me) => {
        if (touched.value) return; // an answer that comes late does not undo what was typed
        saved.value = me.name;
        typed.value = me.name;
      },
      () => undefined,
    );
  }, []);
  const type = (name: string): void => {
    touched.value = true;
    typed.value = name;
  };
  return { typed, saved, type };
}
