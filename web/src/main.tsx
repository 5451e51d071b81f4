import { render } from "preact";

import { GamesPage } from "./pages/games";
import { HomePage } from "./pages/home";
import { JoinPage } from "./pages/join";
import { LabPage } from "./pages/lab";
import { LearnPage } from "./pages/learn";
import { LessonPage } from "./pages/lesson";
import { FindLine, ReviewPage } from "./pages/review";
import { RulesPage } from "./pages/rules";
import { SettingsPage } from "./pages/settings";
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
import "./styles/home.css";
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
import "./styles/analysis.css";
import "./styles/learn.css";
import "./styles/staging.css";
import "./styles/touch.css";
import { Notice } from "./ui/notice";

function App() {
  const here = route.value;
  switch (here.page) {
    case "home":
      return <HomePage />;
    case "games":
      return <GamesPage />;
    case "settings":
      return <SettingsPage />;
    case "table":
      return <TablePage key={here.code} code={here.code} />;
    case "join":
      return <JoinPage code={here.code} secret={here.secret} />;
    case "review":
      if (here.line !== null) return <FindLine code={here.code} eye={here.eye} line={here.line} />;
      return <ReviewPage key={here.code} code={here.code} eye={here.eye} step={here.step} />;
    case "rules":
      return <RulesPage game={here.game} id={here.id} />;
    case "lab":
      return <LabPage />;
    case "learn":
      return <LearnPage />;
    case "lesson":
      return <LessonPage key={`${here.game}/${here.number}`} game={here.game} number={here.number} />;
    case "missing":
      return <Notice says={`There is nothing at ${here.path}.`} />;
  }
}

// Without the server there is a page that says so; nothing else is kept.
if ("serviceWorker" in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
follow();
render(<App />, document.getElementById("app")!);
