/** The lab's door. */

import { asGuest } from "./http";
import type { LabQuestion, LabStudies, LabStudy } from "./types";

const at = (id: string, rest = ""): string => `/api/lab/${encodeURIComponent(id)}${rest}`;

export const lab = {
  studies: () => asGuest<LabStudies>("GET", "/api/lab"),
  ask: (question: LabQuestion) => asGuest<LabStudy>("POST", "/api/lab", question),
  forget: (id: string) => asGuest<unknown>("DELETE", at(id)),
  reportPath: (id: string) => at(id, "/report"),
};
