/** The end among friends: what is remembered, and a picture and a link to share. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api } from "../api/http";
import type { Party, TableInfo } from "../api/types";
import { copyText } from "./copy";
import { Icon } from "./icons";

const SIZE = { width: 1200, height: 630 };

export function PartyLines({ table }: { table: TableInfo }) {
  const party = useSignal<Party | null>(null);
  useEffect(() => {
    api.party(table.code).then(
      (told) => (party.value = told),
      () => undefined, // without highlights the sheet says who won and why
    );
  }, [table.code]);
  if (!party.value || party.value.lines.length === 0) return null;
  return (
    <dl class="party" aria-label="What to remember">
      {party.value.lines.map((line) => (
        <div key={line.title}>
          <dt>{line.title}</dt>
          <dd>
            <b>{line.value}</b> {line.who}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Two quiet buttons: the card of the game as a picture, and the link whose preview shows it. */
export function ShareEnd({ table }: { table: TableInfo }) {
  const said = useSignal("");
  const name = `${table.title}, table ${table.code}`;
  const link = `${location.origin}/table/${table.code}`;
  const save = async (): Promise<void> => {
    try {
      const file = new File([await cardOf(table.code)], `${table.code}.png`, { type: "image/png" });
      if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], title: name });
      else download(file);
      said.value = "";
    } catch (problem) {
      said.value = (problem as Error).name === "AbortError" ? "" : "The picture could not be made.";
    }
  };
  const copy = async (): Promise<void> => {
    said.value = (await copyText(link)) ? "The link is copied." : link;
  };
  return (
    <div class="share-end" role="group" aria-label="Share this game">
      <button class="btn" onClick={() => void save()}>
        <Icon name="down" /> Picture
      </button>
      {table.watch && (
        <button class="btn" onClick={() => void copy()}>
          <Icon name="link" /> Copy link
        </button>
      )}
      <span role="status">{said.value}</span>
    </div>
  );
}

/** The server's drawing of the card as a PNG. */
async function cardOf(code: string): Promise<Blob> {
  const image = new Image(SIZE.width, SIZE.height);
  image.src = api.cardPath(code);
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, SIZE);
  canvas.getContext("2d")?.drawImage(image, 0, 0, SIZE.width, SIZE.height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
  );
}

function download(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
