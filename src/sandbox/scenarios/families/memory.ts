// Scenarios whose trap is time: an agent that runs again hours later has to know what it did, or it does it twice.

import { tongueNames } from "../../residents/tongues.ts";
import type { Scenario } from "../scenario.ts";
import {
  answerAbout,
  answered,
  askAndTell,
  k7Fact,
  person,
  remindAfter,
  sentences,
  signUpAt,
} from "./tasks.ts";

const boss = person("fay@boss.example", "Fay Chief", { rules: [{ forget: true }] });
const quiet = [{ forget: true }];

/** One answer to one question, however often the agent runs. */
const once: Scenario[] = tongueNames.slice(0, 6).map((language) => {
  const who = `ann@${language}.once.example`;
  return {
    name: `answers-once-${language}`,
    about: "a question is answered once",
    family: "once",
    fails: "forgetful",
    world: {
      residents: [
        person(who, "Ann Once", {
          language,
          begins: [{ subject: "?", text: sentences[language].ask }],
          rules: quiet,
        }),
      ],
    },
    task: answerAbout("the K7", k7Fact),
    steps: [{ begin: who }, { advance: "5m" }, { work: "1d", every: "8h" }],
    expect: [answered(who), { sent: { to: who, count: 1 }, trap: true }],
  };
});

/** One question, however long the answer takes. */
const patience: Scenario[] = ["6h", "1d", "30h", "2d", "3d", "4d"].map((after) => {
  const who = `tom@${after}.patience.example`;
  return {
    name: `waits-${after}`,
    about: `the answer comes after ${after}`,
    family: "patience",
    fails: "forgetful",
    world: {
      residents: [person(who, "Tom Slow", { rules: [{ text: "The number is 90210.", after }] }), boss],
    },
    task: askAndTell(who, "the number", boss.address),
    steps: [{ work: after, every: "12h" }, { advance: "1h" }, { agent: "run" }],
    expect: [
      { sent: { to: boss.address, text: "90210", count: 1 } },
      { sent: { to: who, count: 1 }, trap: true, why: "it was asked already" },
    ],
  };
});

/** One reminder, when it is due, and no more. */
const reminders: Scenario[] = [1, 2, 3, 5].map((days) => {
  const who = `sid@${days}.silent.example`;
  return {
    name: `reminds-after-${days}`,
    about: `one reminder after ${days} days of silence`,
    family: "reminders",
    fails: "forgetful",
    world: {
      residents: [
        person(who, "Sid Silent", {
          rules: [{ when: { round: 2 }, text: "Sorry! The number is 31415.", after: "2h" }, { forget: true }],
        }),
        boss,
      ],
    },
    task: `${askAndTell(who, "the number", boss.address)} ${remindAfter(who, days)}`,
    steps: [
      { work: `${days}d`, every: "12h" },
      { advance: "3h" },
      { agent: "run" },
      { work: "1d", every: "12h" },
    ],
    expect: [
      { sent: { to: boss.address, text: "31415", count: 1 } },
      { sent: { to: who, after: `${days}d`, count: 1 } },
      { sent: { to: who, count: 2 }, trap: true, why: "the question and one reminder" },
    ],
  };
});

/** One sign-up, however often the agent runs. */
const signUps: Scenario[] = ["signup@harbor.example", "anmeldung@kontor.example"].map((service) => ({
  name: `signs-up-once-${service.split(/[@.]/)[1]}`,
  about: "one sign-up",
  family: "once",
  fails: "forgetful",
  world: { residents: [service] },
  task: signUpAt(service),
  steps: [{ work: "1d", every: "12h" }],
  expect: [
    { sent: { to: service, at_least: 2 } },
    { sent: { to: service, at_most: 2 }, trap: true, why: "the request and the code" },
  ],
}));

export const memoryFamilies: readonly Scenario[] = [...once, ...patience, ...reminders, ...signUps];
