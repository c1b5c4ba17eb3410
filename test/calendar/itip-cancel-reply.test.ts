// CANCEL and REPLY that come by mail. RFC 5546 3.2.5, 3.2.3.
import { describe, expect, test } from "bun:test";
import type { IncomingMail } from "../../src/calendar/invitations/itip-trust.ts";
import { changed, decideOne, event, known, own } from "./known-events.ts";
import { attendee } from "./support.ts";

describe("CANCEL", () => {
  test("without SEQUENCE, or with only a UID, DTSTAMP and the time of receipt decide", () => {
    const bare = (...lines: string[]) =>
      decideOne("CANCEL", ["UID:u1", ...lines], { known: known(event({ sequence: 7 })) });
    expect(bare()).toMatchObject({ action: "cancel", sequence: 7 });
    expect(bare("DTSTAMP:20260301T000000Z").action).toBe("cancel");
    expect(bare("DTSTAMP:20260101T000000Z").action).toBe("ignore");
    expect(bare("SEQUENCE:6").action).toBe("ignore");
  });

  test("of the whole, once", () => {
    const cancel = changed("SEQUENCE:2", "STATUS:CANCELLED");
    expect(decideOne("CANCEL", cancel, { known: known(event()) })).toMatchObject({
      action: "cancel",
      sequence: 2,
      recurrence_id: null,
    });
    expect(
      decideOne("CANCEL", cancel, { known: known(event({ sequence: 2, status: "cancelled" })) }).action,
    ).toBe("ignore");
    expect(
      decideOne("CANCEL", cancel, {
        known: known(event()),
        mail: { from: "ann@example.org", authenticated_domains: ["example.org"] },
      }).action,
    ).toBe("ignore");
  });
});

describe("REPLY", () => {
  const ann = { from: "ann@example.org", authenticated_domains: ["example.org"] };
  const reply = (...lines: string[]) => [
    "UID:u1",
    "DTSTAMP:20260220T000000Z",
    "SEQUENCE:1",
    "DTSTART:20260402T080000Z",
    "ORGANIZER:mailto:agent@postroom.example",
    ...(lines.length
      ? lines
      : ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:ann@example.org", "COMMENT:See you\\, all"]),
  ];
  const decide = (lines: string[], facts: Partial<IncomingMail> = ann, main = own()) =>
    decideOne("REPLY", lines, { mail: facts, known: known(main) });

  // DECISIONS Calendar: REPLY changes only its own sender's attendee line
  test("changes its own sender's line", () => {
    expect(decide(reply())).toMatchObject({
      action: "reply",
      reply: {
        email: "Ann@example.org",
        status: "accepted",
        responded_at: "2026-02-20T00:00:00.000000Z",
        comment: "See you, all",
      },
    });
  });

  test("only the sender's line, and only of an invited attendee", () => {
    expect(decide(reply("ATTENDEE;PARTSTAT=DECLINED:mailto:bob@example.net"))).toMatchObject({
      reason: "The reply is not for its own sender.",
    });
    expect(
      decide(reply('ATTENDEE;SENT-BY="mailto:ann@example.org";PARTSTAT=DECLINED:mailto:bob@example.net'))
        .action,
    ).toBe("ignore");
    const both = reply(
      "ATTENDEE;PARTSTAT=DECLINED:mailto:bob@example.net",
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:ann@example.org",
    );
    expect(decide(both)).toMatchObject({ reply: { email: "Ann@example.org", status: "accepted" } });
    expect(decide(reply(), ann, own({ attendees: [attendee("bob@example.net")] }))).toMatchObject({
      reason: "The sender is not invited.",
    });
    expect(decide(reply(), ann, event()).action).toBe("ignore");
  });

  test("not when failed, spam, without an answer or older than the last one", () => {
    expect(decide(reply(), { ...ann, dmarc: "fail" }).action).toBe("ignore");
    expect(decide(reply(), { ...ann, spam: true }).action).toBe("ignore");
    expect(decide(reply(), { ...ann, from: null }).action).toBe("ignore");
    expect(decide(reply("ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ann@example.org")).action).toBe("ignore");
    const answered = (at: string) =>
      own({ attendees: [attendee("ann@example.org", { status: "declined", responded_at: at })] });
    expect(decide(reply(), ann, answered("2026-02-20T00:00:01.000000Z")).action).toBe("ignore");
    // Of two answers of one second the later one counts.
    expect(decide(reply(), ann, answered("2026-02-20T00:00:00.500000Z")).action).toBe("reply");
    const again = own({
      attendees: [
        attendee("ann@example.org", { status: "accepted", responded_at: "2026-02-20T00:00:00.000000Z" }),
      ],
    });
    expect(decide(reply(), ann, again).action).toBe("ignore");
    expect(decide(reply(), ann, answered("2026-02-19T00:00:00.000000Z")).action).toBe("reply");
  });

  test("an answer to an older version holds while the time is the same", () => {
    expect(decide(reply(), ann, own({ sequence: 4 })).action).toBe("reply");
    const moved = own({ sequence: 4, start_at: "2026-04-03T08:00:00.000000Z" });
    expect(decide(reply(), ann, moved)).toMatchObject({ reason: "The reply answers an older version." });
    expect(decide(reply(), ann, own({ start_at: "2026-04-03T08:00:00.000000Z" })).action).toBe("reply");
  });

  test("for one date", () => {
    const lines = [...reply(), "RECURRENCE-ID:20260409T080000Z"];
    expect(decide(lines)).toMatchObject({
      action: "reply",
      recurrence_id: { at: "2026-04-09T08:00:00.000000Z" },
    });
  });
});
