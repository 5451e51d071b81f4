/** A sheet of paper over the table: a question, a list, the end. Focus goes in and comes back out. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Props {
  title: string;
  class?: string;
  close?: (() => void) | undefined;
  children: ComponentChildren;
}

export function Sheet({ title, close, children, ...more }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const box = dialog.current;
    box?.showModal?.();
    (box?.querySelector<HTMLElement>(".btn.go") ?? box?.querySelector<HTMLElement>("button"))?.focus();
    return () => box?.close?.();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`sheet ${more.class ?? ""}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        close?.();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close?.();
      }}
    >
      <div class="sheet-in">{children}</div>
    </dialog>
  );
}
