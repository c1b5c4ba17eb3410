import { describe, expect, test } from "bun:test";
import { decideIncoming } from "../../src/calendar/invitations/itip.ts";
import type { Decision } from "../../src/calendar/invitations/itip-decision.ts";
import {
  assuranceOf,
  assurances,
  type IncomingMail,
  type KnownObject,
  proofOf,
} from "../../src/calendar/invitations/itip-trust.ts";
import { changed, decideOne, event, known, own, request } from "./known-events.ts";
import { mail, parsed } from "./support.ts";

describe("an unknown UID", () => {
  test("makes an event that needs an answer, whatever the organizer wrote", () => {
    const decision = decideOne("REQUEST", request);
    expect(decision).toMatchObject({
      action: "create",
      recurrence_id: null,
      content: {
        uid: "u1",
        sequence: 1,
        title: "Planning",
        start: "2026-04-02T10:00:00",
        start_at: "2026-04-02T08:00:00.000000Z",
        timezone: "Europe/Berlin",
        organizer_email: "boss@corp.example",
        response_status: "needs-action",
        assurance: assurances.proven,
        dtstamp: "2026-02-01T00:00:00.000000Z",
      },
    });
    const { attendees } = (decision as Extract<Decision, { content: unknown }>).content;
    expect(attendees.map(({ email, status }) => [email, status])).toEqual([
      ["agent@postroom.example", "needs-action"],
      ["ann@example.org", "tentative"],
    ]);
  });

  // DECISIONS Calendar: unless the mail is spam or DMARC fails
  test("not from spam, not against DMARC, not in this address's own name", () => {
    const ignored = (facts: Partial<IncomingMail>, lines = request) =>
      decideOne("REQUEST", lines, { mail: facts });
    expect(ignored({ spam: true })).toMatchObject({ action: "ignore", reason: "The mail is spam." });
    expect(ignored({ dmarc: "fail" })).toMatchObject({ action: "ignore", reason: "The mail fails DMARC." });
    expect(ignored({ dmarc: "none", authenticated_domains: [] })).toMatchObject({
      action: "create",
      content: { assurance: assurances.unproven },
    });
    expect(ignored({ dmarc: "fail", internal: true })).toMatchObject({ action: "create" });
    expect(ignored({}, changed("ORGANIZER:mailto:AGENT@postroom.example")).action).toBe("ignore");
  });

  test("other methods and broken objects stay with the message", () => {
    for (const method of ["PUBLISH", "COUNTER", "REFRESH", "ADD", "DECLINECOUNTER", null]) {
      expect(decideOne(method, request).action).toBe("keep");
      expect(decideOne(method, request, { known: known(event()) }).action).toBe("keep");
    }
    expect(decideOne("CANCEL", request).action).toBe("keep");
    expect(decideOne("REPLY", request).action).toBe("keep");
    expect(decideOne("REQUEST", ["UID:u1", "SUMMARY:x"]).action).toBe("keep");
    expect(decideOne("REQUEST", ["SUMMARY:x"]).action).toBe("ignore");
  });

  test("a series with its changed dates comes whole", () => {
    const decisions = decideIncoming(
      parsed(
        "REQUEST",
        changed(
          "RECURRENCE-ID;TZID=Europe/Berlin:20260409T100000",
          "DTSTART;TZID=Europe/Berlin:20260409T150000",
          "DTEND;TZID=Europe/Berlin:20260409T160000",
        ),
        changed("RRULE:FREQ=WEEKLY"),
      ),
      mail(),
      () => null,
    );
    expect(decisions.map(({ action, recurrence_id }) => [action, recurrence_id?.at ?? null])).toEqual([
      ["create", null],
      ["create", "2026-04-09T08:00:00.000000Z"],
    ]);
    expect(decisions[0]).toMatchObject({ content: { recurrence: { rule: "FREQ=WEEKLY" } } });
    expect(decisions[1]).toMatchObject({ content: { recurrence: null, start: "2026-04-09T15:00:00" } });
  });
});

describe("trust", () => {
  const newer = changed("SEQUENCE:2", "DTSTAMP:20260202T000000Z");
  const decide = (facts: Partial<IncomingMail>, main = event()) =>
    decideOne("REQUEST", newer, { mail: facts, known: known(main) });

  // DECISIONS Calendar: A change or CANCEL needs From or Sender to be the organizer or its SENT-BY
  test("From or Sender must be the organizer, or who was known to send for him", () => {
    expect(decide({}).action).toBe("update");
    expect(decide({ from: "BOSS@corp.example" }).action).toBe("update");
    expect(decide({ from: "eve@evil.example", authenticated_domains: ["evil.example"] })).toMatchObject({
      action: "ignore",
      reason: "Neither From nor Sender is the organizer.",
    });
    expect(decide({ from: "pa@corp.example" }).action).toBe("ignore");
    expect(decide({ from: "pa@corp.example" }, event({ organizer_sent_by: "pa@corp.example" })).action).toBe(
      "update",
    );
    expect(decide({ from: null, sender: "boss@corp.example" }).action).toBe("update");
  });

  test("a SENT-BY in the object itself gives no right", () => {
    const lines = changed(
      "SEQUENCE:2",
      'ORGANIZER;SENT-BY="mailto:eve@evil.example":mailto:boss@corp.example',
    );
    const facts = { from: "eve@evil.example", authenticated_domains: ["evil.example"] };
    expect(decideOne("REQUEST", lines, { mail: facts, known: known(event()) }).action).toBe("ignore");
  });

  test("an unauthenticated Sender does not profit from From's result", () => {
    const forged = {
      from: "eve@evil.example",
      sender: "boss@corp.example",
      authenticated_domains: ["evil.example"],
    };
    expect(decide(forged)).toMatchObject({
      action: "ignore",
      reason: "The mail is less authenticated than the one that made the event.",
    });
    expect(decide(forged, event({ assurance: assurances.unproven })).action).toBe("update");
  });

  // DECISIONS Calendar: authentication no weaker than the mail that made it
  test("authentication must not be weaker than before, and never failed", () => {
    const unproven = { dmarc: "none", authenticated_domains: [] } as const;
    expect(decide(unproven).action).toBe("ignore");
    expect(decide(unproven, event({ assurance: assurances.unproven })).action).toBe("update");
    expect(decide({ dmarc: "fail" }, event({ assurance: assurances.failed }))).toMatchObject({
      reason: "The mail fails DMARC.",
    });
    expect(decide({ spam: true }).action).toBe("ignore");
    expect(decide({ ...unproven, internal: true }).action).toBe("update");
  });

  test("the organizer does not change, and own events are nobody else's", () => {
    const other = changed("SEQUENCE:2", "ORGANIZER:mailto:other@corp.example");
    expect(decideOne("REQUEST", other, { known: known(event()) })).toMatchObject({
      reason: "The object names another organizer.",
    });
    expect(decideOne("REQUEST", newer, { known: known(own()) }).action).toBe("ignore");
    expect(decideOne("CANCEL", newer, { known: known(own()) }).action).toBe("ignore");
    expect(decideOne("CANCEL", newer, { known: known(own({ organizer_email: null })) }).action).toBe(
      "ignore",
    );
  });

  // DECISIONS Calendar: Proof is of whom the method lets speak; TRUSTED_NETWORKS are not asked
  test("what DNS did not answer and what SPF refuses is not believed; a call believes everything", () => {
    const none = { dmarc: "none", authenticated_domains: [] } as const;
    const proof = (facts: Partial<IncomingMail>) => proofOf("boss@corp.example", mail({ ...none, ...facts }));
    expect(proof({})).toBe("unproven");
    expect(proof({ trusted: true })).toBe("trusted");
    expect(proof({ trusted: true, is_open: true })).toBe("open");
    expect(proof({ refuted_domains: ["corp.example"] })).toBe("refuted");
    expect(proof({ refuted_domains: ["elsewhere.example"] })).toBe("unproven");
    expect(proof({ is_open: true, authenticated_domains: ["corp.example"] })).toBe("proven");
    // DMARC might have asked for the very domain.
    expect(proof({ is_open: true, authenticated_domains: ["mail.corp.example"] })).toBe("open");
    expect(proof({ exact_domain: true, authenticated_domains: ["mail.corp.example"] })).toBe("unproven");
    expect(proof({ is_open: true, dmarc: "pass" })).toBe("proven");
    expect(proof({ is_open: true, dmarc: "fail" })).toBe("refuted");
    const doubted = [{ is_open: true }, { refuted_domains: ["corp.example"] }, { dmarc: "fail" as const }];
    const unproven = event({ assurance: assurances.unproven });
    for (const facts of doubted) {
      const lines = changed("SEQUENCE:2");
      const decide = (method: string, known_: KnownObject | undefined, byCall = false) =>
        decideOne(method, lines, { mail: { ...none, ...facts, by_call: byCall }, known: known_ }).action;
      expect(decide("REQUEST", undefined)).toBe("ignore");
      expect(decide("REQUEST", known(unproven))).toBe("ignore");
      expect(decide("CANCEL", known(unproven))).toBe("ignore");
      expect(decide("REQUEST", undefined, true)).toBe("create");
      expect(decide("REQUEST", known(event()), true)).toBe("update");
      expect(decide("CANCEL", known(event()), true)).toBe("cancel");
    }
  });

  test("domains are aligned as DMARC aligns them", () => {
    const unaligned = mail({ dmarc: "none", authenticated_domains: ["mail.corp.example"] });
    expect(assuranceOf("boss@corp.example", unaligned)).toBe(assurances.proven);
    expect(assuranceOf("boss@notcorp.example", unaligned)).toBe(assurances.unproven);
    expect(assuranceOf("x@sub.corp.example", mail({ from: null }))).toBe(assurances.proven);
  });
});

describe("freshness", () => {
  const decide = (lines: string[], main = event()) => decideOne("REQUEST", lines, { known: known(main) });

  // DECISIONS Calendar: and a newer SEQUENCE or DTSTAMP
  test("SEQUENCE first, then DTSTAMP", () => {
    expect(decide(changed("SEQUENCE:2", "DTSTAMP:20260101T000000Z")).action).toBe("update");
    expect(decide(changed("DTSTAMP:20260201T000001Z")).action).toBe("update");
    // DTSTAMP does not tell two changes of one second apart.
    expect(decide(request).action).toBe("update");
    expect(decide(request, event({ status: "cancelled" }))).toMatchObject({
      action: "ignore",
      reason: "This version is already known.",
    });
    expect(decide(changed("DTSTAMP:20260131T000000Z"))).toMatchObject({
      reason: "A newer version is already known.",
    });
    expect(decide(changed("SEQUENCE:0", "DTSTAMP:20260301T000000Z")).action).toBe("ignore");
  });

  test("a stamp from the future counts as the time of receipt", () => {
    expect(decide(changed("DTSTAMP:21000101T000000Z"))).toMatchObject({
      content: { dtstamp: "2026-03-01T12:00:00.000000Z" },
    });
  });

  test("an answer stands until the event moves", () => {
    expect(decide(changed("SEQUENCE:2", "SUMMARY:Renamed"))).toMatchObject({
      content: { response_status: "accepted", title: "Renamed" },
    });
    expect(decide(changed("SEQUENCE:2", "DTSTART;TZID=Europe/Berlin:20260402T093000"))).toMatchObject({
      content: { response_status: "needs-action" },
    });
    expect(decide(changed("SEQUENCE:2", "RRULE:FREQ=DAILY"))).toMatchObject({
      content: { response_status: "needs-action" },
    });
  });
});

describe("one date of a series", () => {
  const series = event({ recurrence_rule: "FREQ=WEEKLY", sequence: 3 });
  const date = (...lines: string[]) => changed("RECURRENCE-ID;TZID=Europe/Berlin:20260409T100000", ...lines);
  const at = "2026-04-09T08:00:00.000000Z";

  test("its first change is newer by stamp or by number", () => {
    const decide = (...lines: string[]) =>
      decideOne("REQUEST", date(...lines), { known: known(series) }).action;
    expect(decide("SEQUENCE:1", "DTSTAMP:20260210T000000Z")).toBe("update");
    expect(decide("SEQUENCE:4", "DTSTAMP:20260101T000000Z")).toBe("update");
    expect(decide("SEQUENCE:2", "DTSTAMP:20260101T000000Z")).toBe("ignore");
  });

  test("later ones are compared with the date itself", () => {
    const both = known(series, { [at]: event({ sequence: 1, dtstamp: "2026-02-15T00:00:00.000000Z" }) });
    expect(decideOne("REQUEST", date("DTSTAMP:20260216T000000Z"), { known: both }).action).toBe("update");
    expect(decideOne("REQUEST", date("DTSTAMP:20260214T000000Z"), { known: both }).action).toBe("ignore");
    expect(decideOne("CANCEL", date("SEQUENCE:2"), { known: both })).toMatchObject({
      action: "cancel",
      sequence: 2,
      recurrence_id: { at },
    });
  });

  test("a lone date is known without its series, and the series may follow", () => {
    const lone = known(null, { [at]: event() });
    expect(decideOne("REQUEST", changed("SEQUENCE:2", "RRULE:FREQ=WEEKLY"), { known: lone })).toMatchObject({
      action: "create",
      recurrence_id: null,
    });
    const stranger = { from: "eve@evil.example", authenticated_domains: ["evil.example"] };
    expect(decideOne("REQUEST", changed("SEQUENCE:2"), { known: lone, mail: stranger }).action).toBe(
      "ignore",
    );
    expect(decideOne("CANCEL", changed("SEQUENCE:2"), { known: lone }).action).toBe("cancel");
  });

  test("an answer to the series stands for a date whose time stays", () => {
    const decide = (...lines: string[]) =>
      decideOne("REQUEST", date("SEQUENCE:4", ...lines), { known: known(series) });
    const at9 = ["DTSTART;TZID=Europe/Berlin:20260409T100000", "DTEND;TZID=Europe/Berlin:20260409T110000"];
    expect(decide(...at9)).toMatchObject({ content: { response_status: "accepted" } });
    expect(decide(...at9.map((line) => line.replace("20260409", "20260410")))).toMatchObject({
      content: { response_status: "needs-action" },
    });
  });

  test("RANGE=THISANDFUTURE is reported", () => {
    const decision = decideOne(
      "REQUEST",
      changed("RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260409T100000", "SEQUENCE:9"),
      { known: known(series) },
    );
    expect(decision).toMatchObject({ action: "update", recurrence_id: { this_and_future: true } });
  });
});
