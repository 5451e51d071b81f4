/** The workshop's door. */

import { asGuest } from "../api/http";
import type {
  Checked,
  DataAnswer,
  GameForms,
  OptionValue,
  StartPicture,
  TomlText,
  TomlValues,
  WorkshopInfo,
} from "../api/types";
import type { Table } from "./values";

type Files = Record<string, string>;

const post = <T>(word: string, body: unknown): Promise<T> => asGuest<T>("POST", `/api/workshop/${word}`, body);

export const workshop = {
  info: () => asGuest<WorkshopInfo>("GET", "/api/workshop"),
  forms: (game: string) => asGuest<GameForms>("GET", `/api/workshop/schema/${encodeURIComponent(game)}`),
  read: (text: string) => post<TomlValues>("read", { text }).then((answer) => answer.values as Table),
  write: (values: Table, previous: string) =>
    post<TomlText>("write", { values, previous }).then((answer) => answer.text),
  check: (game: string, files: Files) => post<Checked>("check", { game, files }).then((answer) => answer.findings),
  picture: (game: string, files: Files, options: Record<string, OptionValue>) =>
    post<StartPicture>("picture", { game, files, options }),
  ask: <T>(game: string, files: Files, question: string, about: Record<string, string>) =>
    post<DataAnswer>("ask", { game, files, question, about }).then((answer) => answer.answer as T),
};
