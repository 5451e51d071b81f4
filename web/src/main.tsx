import { render } from "preact";

import { HomePage } from "./pages/home";
import { JoinPage } from "./pages/join";
import { LabPage } from "./pages/lab";
import { LearnPage } from "./pages/learn";
import { LessonPage } from "./pages/lesson";
import { FindLine, ReviewPage } from "./pages/review";
import { RulesPage } from "./pages/rules";
import { TablePage } from "./pages/table";
import { follow, route } from "./state/route";
import "./styles/tokens.css";
import "./styles/frame.css";
import "./styles/pages.css";
import "./styles/boards.css";
import "./styles/aids.css";
import "./styles/lab.css";
import "./styles/analysis.css";
import "./styles/learn.css";
import { Notice } from "./ui/notice";

function App() {
  const here = route.value;
  switch (here.page) {
    case "home":
      return <HomePage />;
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

follow();
render(<App />, document.getElementById("app")!);
