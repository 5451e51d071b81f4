import { render } from "preact";

import { GamesPage } from "./pages/games";
import { HomePage } from "./pages/home";
import { JoinPage } from "./pages/join";
import { TablePage } from "./pages/table";
import { follow, route } from "./state/route";
import "./styles/tokens.css";
import "./styles/frame.css";
import "./styles/frame-parts.css";
import "./styles/frame-small.css";
import "./styles/controls.css";
import "./styles/panels.css";
import "./styles/messages.css";
import "./styles/sheets.css";
import "./styles/lobby.css";
import "./styles/room.css";
import "./styles/calls.css";
import "./styles/home.css";
import "./styles/pairing.css";
import "./styles/rules.css";
import "./styles/review.css";
import "./styles/settings.css";
import "./styles/games.css";
import "./styles/boards.css";
import "./games/styles";
import "./styles/boards/plain.css";
import "./styles/aids.css";
import "./styles/table.css";
import "./styles/dock.css";
import "./styles/tray.css";
import "./styles/beats.css";
import "./styles/explain.css";
import "./styles/lab.css";
import "./styles/packs.css";
import "./styles/analysis.css";
import "./styles/learn.css";
import "./styles/puzzle.css";
import "./styles/sandbox.css";
import "./styles/staging.css";
import "./styles/touch.css";
import { fetched } from "./ui/fetched";
import { Notice } from "./ui/notice";
import { PairingBar } from "./ui/pairing";

const CarryPage = fetched("Your devices", () => import("./pages/carry").then((m) => m.CarryPage));
const FindLine = fetched("Review", () => import("./pages/review").then((m) => m.FindLine));
const LabPage = fetched("Lab", () => import("./pages/lab").then((m) => m.LabPage));
const LadderPage = fetched("Ladder", () => import("./pages/ladder").then((m) => m.LadderPage));
const LearnPage = fetched("Learn", () => import("./pages/learn").then((m) => m.LearnPage));
const LessonPage = fetched("Lesson", () => import("./pages/lesson").then((m) => m.LessonPage));
const MailPage = fetched("Mail", () => import("./pages/mail").then((m) => m.MailPage));
const PacksPage = fetched("Packs", () => import("./pages/packs").then((m) => m.PacksPage));
const PuzzlePage = fetched("Puzzle", () => import("./pages/puzzle").then((m) => m.PuzzlePage));
const PuzzleListPage = fetched("Puzzles", () => import("./pages/puzzle-list").then((m) => m.PuzzleListPage));
const PuzzlesPage = fetched("Puzzles", () => import("./pages/puzzles").then((m) => m.PuzzlesPage));
const ReviewPage = fetched("Review", () => import("./pages/review").then((m) => m.ReviewPage));
const RulesPage = fetched("Rules", () => import("./pages/rules").then((m) => m.RulesPage));
const SandboxPage = fetched("Sandbox", () => import("./pages/sandbox").then((m) => m.SandboxPage));
const SettingsPage = fetched("Settings", () => import("./pages/settings").then((m) => m.SettingsPage));
const WorkshopPage = fetched("Workshop", () => import("./workshop/page").then((m) => m.WorkshopPage));
const YouPage = fetched("You", () => import("./pages/you").then((m) => m.YouPage));

function App() {
  const here = route.value;
  switch (here.page) {
    case "home":
      return <HomePage />;
    case "games":
      return <GamesPage />;
    case "settings":
      return <SettingsPage />;
    case "you":
      return <YouPage />;
    case "ladder":
      return <LadderPage game={here.game} />;
    case "carry":
      return <CarryPage phrase={here.phrase} />;
    case "mail":
      return <MailPage key={here.secret} asked={here.asked} secret={here.secret} />;
    case "table":
      return <TablePage key={here.code} code={here.code} />;
    case "join":
      return <JoinPage code={here.code} secret={here.secret} />;
    case "review":
      if (here.line !== null) return <FindLine code={here.code} perspective={here.perspective} line={here.line} />;
      return <ReviewPage key={here.code} code={here.code} perspective={here.perspective} step={here.step} />;
    case "rules":
      return <RulesPage game={here.game} id={here.id} />;
    case "lab":
      return <LabPage />;
    case "packs":
      return <PacksPage key={here.word} word={here.word} />;
    case "workshop":
      return <WorkshopPage key={here.draft} draft={here.draft} />;
    case "learn":
      return <LearnPage />;
    case "lesson":
      return <LessonPage key={`${here.game}/${here.number}`} game={here.game} number={here.number} />;
    case "puzzles":
      return <PuzzlesPage />;
    case "puzzle-list":
      return <PuzzleListPage key={here.game} game={here.game} />;
    case "puzzle":
      return <PuzzlePage key={`${here.game}/${here.id}`} game={here.game} id={here.id} />;
    case "sandbox":
      return <SandboxPage key={here.game} game={here.game} position={here.position} />;
    case "missing":
      return <Notice says={`There is nothing at ${here.path}.`} />;
  }
}

// Without the server there is a page that says so; nothing else is kept.
if ("serviceWorker" in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
follow();
render(
  <>
    <PairingBar />
    <App />
  </>,
  document.getElementById("app")!,
);
