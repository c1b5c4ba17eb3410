// An invitation to many: one mail an attendee, composed once, in one thread. DECISIONS Calendar
import { expect, test } from "bun:test";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";

interface Message {
  id: string;
  to: { email: string }[];
  text: string;
  invitation: { attendees: unknown[] } | null;
  attachments: { id: string; filename: string }[];
}

eachApp("many attendees", (t) => {
  // DECISIONS Calendar: The mails of one call are in one thread
  test("each has a mail of their own, and all are in one thread", async () => {
    const mine = await t.address();
    const odd = ["zoë@far.example", `${"long".repeat(15)}@far.example`];
    const emails = [...odd, ...Array.from({ length: 60 }, (_, n) => `${"x".repeat(n % 9)}g${n}@far.example`)];
    const event = { title: "All hands", start: "2027-03-30T09:00:00", end: "2027-03-30T09:30:00" };
    const attendees = emails.map((email) => ({ email }));
    const path = `/identities/${mine.id}/calendar/events`;
    await t.api.must(201, t.api.post(path, { ...event, attendees, send_invites: true }));
    const threads = (
      await t.api.get<PageOf<{ id: string; message_count: number }>>(`/threads?identity_id=${mine.id}`)
    ).json.data;
    expect(threads).toMatchObject([{ message_count: emails.length }]);
    const messages = (await t.api.get<PageOf<Message>>(`/messages?thread_id=${threads[0]!.id}&limit=200`))
      .json.data;
    expect(messages.map(({ to }) => to.map(({ email }) => email).join()).sort()).toEqual([...emails].sort());
    const bodies = new Set<string>();
    for (const { id, to, text, invitation, attachments } of messages) {
      expect([text.includes("All hands"), invitation?.attendees.length]).toEqual([true, emails.length]);
      const raw = Buffer.from(await t.api.bytes(`/messages/${id}/raw`)).toString("utf8");
      expect(raw.match(/^Message-ID: <(.*)@/im)![1]).toBe(id);
      expect(raw.match(/^To:/gim)).toHaveLength(1);
      if (!odd.includes(to[0]!.email)) bodies.add(raw.slice(raw.indexOf("\r\n\r\n")));
      // Read out of the raw bytes by their offsets.
      const file = attachments.find(({ filename }) => filename === "invite.ics")!;
      const calendar = Buffer.from(await t.api.bytes(`/attachments/${file.id}`)).toString("utf8");
      expect([calendar.slice(0, 15), calendar.trimEnd().slice(-13)]).toEqual([
        "BEGIN:VCALENDAR",
        "END:VCALENDAR",
      ]);
      const { data } = (await t.api.get<PageOf<{ address: string }>>(`/messages/${id}/recipients`)).json;
      expect(data.map(({ address }) => address)).toEqual(to.map(({ email }) => email));
    }
    expect(bodies.size).toBe(1);
  });

  test("an attendee who is refused stops none of the others", async () => {
    const mine = await t.address();
    const attendees = ["nobody-here@agents.example", "a@far.example", "b@far.example"].map((email) => ({
      email,
    }));
    const event = { title: "Two of three", start: "2027-03-30T09:00:00", end: "2027-03-30T09:30:00" };
    const path = `/identities/${mine.id}/calendar/events`;
    await t.api.must(201, t.api.post(path, { ...event, attendees, send_invites: true }));
    const { data } = (await t.api.get<PageOf<{ message_count: number }>>(`/threads?identity_id=${mine.id}`))
      .json;
    expect(data).toMatchObject([{ message_count: 2 }]);
  });
});
