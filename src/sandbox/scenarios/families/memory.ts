// Scenarios whose trap is time: an agent that runs again hours later has to know what it did, or it does it twice.

import type { ResidentData } from "../../residents/resident-data.ts";
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
const once: Scenario[] = tongueNames.map((language) => {
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
const patience: Scenario[] = ["5h", "6h", "18h", "1d", "30h", "36h", "2d", "60h", "3d", "4d", "5d"].map(
  (after) => {
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
  },
);

/** One reminder, when it is due, and no more. */
const reminders: Scenario[] = [1, 2, 3, 4, 5, 7, 10].map((days) => {
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

const slowSystems: readonly [string, string, Partial<ResidentData>][] = [
  [
    "greylist",
    "is taken at the second attempt",
    { refuses: [{ at: "rcpt", code: 451, text: "4.7.1 Greylisted", attempts: 1 }] },
  ],
  [
    "full",
    "finds a full mailbox, three times",
    { refuses: [{ at: "rcpt", code: 452, text: "4.2.2 Mailbox full", attempts: 3 }] },
  ],
  [
    "busy",
    "finds a busy server, twice",
    { refuses: [{ at: "rcpt", code: 451, text: "4.7.500 Server busy", attempts: 2 }] },
  ],
  [
    "late",
    "is put off after its text, once",
    { refuses: [{ at: "data", code: 451, text: "4.3.0 Try again later", attempts: 1 }] },
  ],
  [
    "delayed",
    "is reported as late",
    { bounces: { after: "4h", status: "4.4.1", text: "Connection timed out" } },
  ],
  ["complained", "is reported as spam", { complains: { after: "3h" } }],
];

/** One question, whatever becomes of it on its way: the service tries again by itself, and a report is no answer. */
const bounces: Scenario[] = slowSystems.map(([how, about, system]) => {
  const who = `ron@${how}.road.example`;
  return {
    name: `asks-once-${how}`,
    about: `the question ${about}`,
    family: "bounces",
    fails: "forgetful",
    world: { residents: [person(who, "Ron Road", { rules: quiet, ...system }), boss] },
    task: askAndTell(who, "the number", boss.address),
    steps: [{ work: "2d", every: "12h" }],
    expect: [
      { sent: { to: who, at_least: 1 } },
      { not_sent: { to: boss.address }, why: "a report is no answer" },
      { sent: { to: who, at_most: 1 }, trap: true, why: "it was asked already" },
    ],
  };
});

/** An answer that waits for a person is not written a second time. */
const holds: Scenario[] = tongueNames.map((language) => {
  const who = `hana@${language}.waits.example`;
  return {
    name: `held-once-${language}`,
    about: "an answer waits for a person, and is not written again meanwhile",
    family: "holds",
    fails: "forgetful",
    world: {
      agent: { protection: { outbound: "all" } },
      residents: [
        person(who, "Hana Waits", {
          language,
          begins: [{ subject: "?", text: sentences[language].ask }],
          rules: quiet,
        }),
      ],
    },
    task: answerAbout("the K7", k7Fact),
    steps: [{ begin: who }, { advance: "5m" }, { work: "16h", every: "8h" }],
    expect: [
      { held: { to: who, at_least: 1 } },
      { nothing_sent: true, why: "nobody has approved it" },
      { held: { to: who, at_most: 1 }, trap: true, why: "it waits already" },
    ],
  };
});

export const memoryFamilies: readonly Scenario[] = [
  ...once,
  ...patience,
  ...reminders,
  ...signUps,
  ...bounces,
  ...holds,
];
