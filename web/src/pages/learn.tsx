/** Learn: the lessons of every game, and how far one has come. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { api, type Refused } from "../api/http";
import type { CourseInfo, LessonInfo } from "../api/types";
import { artOf } from "../games";
import { Bar } from "../ui/bar";

export function LearnPage() {
  const courses = useSignal<CourseInfo[] | null>(null);
  const error = useSignal("");
  useEffect(() => {
    document.title = "Learn by playing · Dogfight";
    api.lessons().then(
      (found) => (courses.value = found.courses),
      (problem: Refused) => (error.value = problem.message),
    );
  }, []);
  return (
    <div class="learnpage">
      <Bar title="Learn" />
      <main class="learn">
        <h1>Learn by playing</h1>
        <p>A lesson is a real game with a coach. Nothing can be lost, no clock runs, and you can leave at any time.</p>
        {error.value && (
          <p class="toast err" role="alert">
            {error.value}
          </p>
        )}
        <ul class="courses">
          {(courses.value ?? []).map((course) => (
            <Course key={course.game} course={course} />
          ))}
        </ul>
      </main>
    </div>
  );
}

function Course({ course }: { course: CourseInfo }) {
  const Art = artOf(course.game);
  return (
    <li class="course">
      <span class="art" aria-hidden="true">
        <Art />
      </span>
      <div>
        <h2>{course.title}</h2>
        {course.lessons.map((lesson) => (
          <Lesson key={lesson.number} game={course.game} lesson={lesson} />
        ))}
        <p class="more">
          <a href={`/rules/${course.game}`}>Rules in brief</a>
        </p>
      </div>
    </li>
  );
}

function Lesson({ game, lesson }: { game: string; lesson: LessonInfo }) {
  const begun = lesson.at > 0;
  return (
    <div class="lesson">
      <a class={`btn ${lesson.done && !begun ? "" : "go"}`} href={`/learn/${game}/${lesson.number}`}>
        {begun ? `Go on at step ${lesson.at + 1}` : lesson.done ? "Again" : "Begin"}
      </a>
      <p>
        <b>{lesson.title}</b>
        <small>
          {lesson.minutes} minutes, {lesson.steps} steps{lesson.done ? " · ✓ finished" : ""}:{" "}
          {lesson.teaches.join(", ")}
        </small>
      </p>
    </div>
  );
}
