// Calendar mail of an unauthenticated author: REST shows it, and it changes nothing until authenticated mail or a call does.
// DECISIONS Calendar, RFC 6047 3.
import { afterAll, expect, test } from "bun:test";
import { nowInstant, systemClock } from "../../../src/lib/clock.ts";
import { generateDkimKeys, signMail } from "../../../src/outbound/dkim.ts";
import { eachApp, type TestAddress } from "../../support/app/app.ts";
import { outsideEnv, startDns } from "../../support/fakes/dns.ts";
import {
  calendarClient,
  calendarObject,
  refusalOf,
  type ShownEvent,
} from "../../support/smtp/calendar-mail.ts";

const keys = await generateDkimKeys();
const dns = await startDns({
  // proven by SPF and DMARC
  "proper.example": { TXT: ["v=spf1 ip4:127.0.0.1 -all"] },
  "_dmarc.proper.example": { TXT: ["v=DMARC1; p=none"] },
  // SPF refuses this machine, no DMARC
  "refuted.example": { TXT: ["v=spf1 ip4:192.0.2.1 -all"] },
  "soft.example": { TXT: ["v=spf1 ip4:192.0.2.1 ~all"] },
  // DNS breaks down: for DMARC, for the key of its signature, for all of it
  "_dmarc.dark.example": "servfail",
  "key._domainkey.signed.example": "servfail",
  "broken.example": "servfail",
  "_dmarc.broken.example": "servfail",
});
afterAll(() => dns.stop());

const doubted = ["refuted.example", "dark.example", "signed.example", "broken.example"];

interface State {
  status: string;
  method: string | null;
  proof: string | null;
  reason: string | null;
  calendar_event_id: string | null;
}

eachApp(
  "calendar mail that nothing proves",
  (t) => {
    const { pathOf, list, messageOf } = calendarClient(t);
    let counter = 0;

    const deliver = async (
      to: TestAddress,
      { from, method, lines }: { from: string; method: string; lines: readonly string[] },
    ) => {
      const subject = `Unproven ${++counter}`;
      const head = [`From: ${from}`, `To: ${to.email}`, `Subject: ${subject}`, "MIME-Version: 1.0"];
      const type = [`Content-Type: text/calendar; method=${method}`, "", calendarObject(method, lines)];
      let raw = Buffer.from([...head, ...type].join("\r\n"));
      const domain = from.split("@")[1]!;
      if (domain === "signed.example") {
        const signer = { domain, selector: "key", privateKey: keys.ed25519.privateKey };
        raw = Buffer.from(await signMail(raw, [signer], nowInstant(systemClock)));
      }
      await t.raw({ from, to: [to.email], raw });
      return messageOf(to, subject);
    };
    const stateOf = (id: string) => t.api.must<State>(200, t.api.get(`/messages/${id}/invitation`));
    const apply = (id: string) => t.api.post<{ data: ShownEvent }>(`/messages/${id}/invitation/apply`);
    const meeting = (attendees: readonly string[]) => ({
      title: "Plan",
      start: "2027-03-30T09:00:00",
      end: "2027-03-30T10:00:00",
      attendees: attendees.map((email) => ({ email })),
    });
    const answer = (uid: string, email: string, status = "ACCEPTED") => [
      `UID:${uid}`,
      "DTSTART:20270330T090000Z",
      "ORGANIZER:mailto:somebody@elsewhere.example",
      `ATTENDEE;PARTSTAT=${status}:mailto:${email}`,
    ];

    // DECISIONS Calendar: What is not proven changes nothing: a REPLY without proof, all mail while DNS gives no answer or SPF fails
    test("a REPLY waits until it is proven or taken by a call", async () => {
      const to = await t.address();
      const everybody = [...doubted, "soft.example", "plain.example", "proper.example"].map(
        (domain) => `ann@${domain}`,
      );
      const made = await t.api.must<ShownEvent>(201, t.api.post(pathOf(to), meeting(everybody)));
      const answers = async () =>
        Object.fromEntries((await list(to))[0]!.attendees.map(({ email, status }) => [email, status]));
      for (const email of everybody.slice(0, -1)) {
        const { id, calendar_event_id } = await deliver(to, {
          from: email,
          method: "REPLY",
          lines: answer(made.uid, email),
        });
        expect([email, calendar_event_id, (await answers())[email]]).toEqual([email, null, "needs-action"]);
        expect(await stateOf(id)).toMatchObject({ status: "waiting", method: "REPLY" });
        const taken = await apply(id);
        expect(taken.status).toBe(200);
        expect(taken.headers.get("etag")).toBe(`"${taken.json.data.etag}"`);
        expect((await answers())[email]).toBe("accepted");
        expect(taken.json.data).toEqual((await list(to))[0]!);
        expect(await stateOf(id)).toMatchObject({ status: "applied", calendar_event_id: made.id });
      }
      const proper = "ann@proper.example";
      const proven = await deliver(to, { from: proper, method: "REPLY", lines: answer(made.uid, proper) });
      expect(proven.calendar_event_id).toBe(made.id);
      expect((await answers())[proper]).toBe("accepted");
    });

    // DECISIONS Calendar: An invitation of a doubted author waits for a call; unproven mail makes new events
    test("an invitation waits when DNS gave no answer or SPF fails", async () => {
      const to = await t.address();
      const proofs: Record<string, string> = { "refuted.example": "refuted" };
      for (const domain of doubted) {
        const lines = [
          `UID:${domain}-${to.id}`,
          `SUMMARY:${domain}`,
          "DTSTART:20270330T090000Z",
          `ORGANIZER:mailto:ann@${domain}`,
        ];
        const { id, calendar_event_id } = await deliver(to, {
          from: `ann@${domain}`,
          method: "REQUEST",
          lines,
        });
        expect([domain, calendar_event_id]).toEqual([domain, null]);
        expect(await stateOf(id)).toMatchObject({ status: "waiting", proof: proofs[domain] ?? "open" });
        const [event] = (await list(to)).filter(({ title }) => title === domain);
        expect(event).toBeUndefined();
        const taken = (await apply(id)).json.data;
        expect(taken).toMatchObject({ title: domain, response_status: "needs-action" });
        // Its change is not applied either, and again needs a call.
        const moved = [
          ...lines.filter((line) => !line.startsWith("DTSTART")),
          "DTSTART:20270331T090000Z",
          "SEQUENCE:1",
        ];
        const change = await deliver(to, { from: `ann@${domain}`, method: "REQUEST", lines: moved });
        expect(change.calendar_event_id).toBeNull();
        const cancel = await deliver(to, {
          from: `ann@${domain}`,
          method: "CANCEL",
          lines: [...lines, "SEQUENCE:2"],
        });
        expect(cancel.calendar_event_id).toBeNull();
        expect((await list(to)).find(({ title }) => title === domain)?.etag).toBe(taken.etag);
        expect((await apply(change.id)).json.data.start_at).toBe("2027-03-31T09:00:00.000000Z");
        expect((await apply(cancel.id)).json.data.status).toBe("cancelled");
      }
      // An invitation without a failed check makes its event.
      for (const domain of ["plain.example", "soft.example"]) {
        const lines = [
          `UID:${domain}-${to.id}`,
          "DTSTART:20270330T090000Z",
          `ORGANIZER:mailto:ann@${domain}`,
        ];
        const made = await deliver(to, { from: `ann@${domain}`, method: "REQUEST", lines });
        expect([domain, made.calendar_event_id === null]).toEqual([domain, false]);
        expect(await stateOf(made.id)).toMatchObject({ status: "applied", proof: "unproven" });
      }
    });

    // DECISIONS Calendar: GET and POST /messages/{id}/invitation: what it asks, and doing it; 409 says why not
    test("a call refuses a message that no call may apply", async () => {
      const to = await t.address();
      const invited = "ann@proper.example";
      const made = await t.api.must<ShownEvent>(201, t.api.post(pathOf(to), meeting([invited])));
      const mails = [
        { from: "eve@plain.example", method: "REPLY", lines: answer(made.uid, invited) },
        { from: "eve@plain.example", method: "REPLY", lines: answer(made.uid, "eve@plain.example") },
        { from: invited, method: "REPLY", lines: answer("nobody-knows", invited) },
        {
          from: invited,
          method: "REQUEST",
          lines: [
            `UID:${made.uid}`,
            "DTSTART:20270401T090000Z",
            `ORGANIZER:mailto:${to.email}`,
            "SEQUENCE:9",
          ],
        },
        { from: invited, method: "PUBLISH", lines: ["UID:p", "DTSTART:20270401T090000Z"] },
        {
          from: invited,
          method: "REQUEST",
          lines: ["UID:d", "DTSTART:20270401T090000Z", "RRULE:FREQ=SECONDLY"],
        },
      ];
      for (const mail of mails) {
        const { id } = await deliver(to, mail);
        expect(await stateOf(id)).toMatchObject({
          status: "kept",
          method: mail.method,
          calendar_event_id: null,
        });
        expect(await refusalOf(apply(id))).toEqual([409, "conflict"]);
      }
      expect((await list(to)).map(({ etag }) => etag)).toEqual([made.etag]);
    });

    test("a call is made once for an Idempotency-Key", async () => {
      const to = await t.address();
      const from = "ann@plain.example";
      const made = await t.api.must<ShownEvent>(201, t.api.post(pathOf(to), meeting([from])));
      const { id } = await deliver(to, { from, method: "REPLY", lines: answer(made.uid, from, "DECLINED") });
      const headers = { "idempotency-key": `take ${id}` };
      const first = await t.api.post<{ data: ShownEvent }>(
        `/messages/${id}/invitation/apply`,
        undefined,
        headers,
      );
      const again = await t.api.post<{ data: ShownEvent }>(
        `/messages/${id}/invitation/apply`,
        undefined,
        headers,
      );
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(again.json).toEqual(first.json);
      expect(await refusalOf(apply(id))).toEqual([409, "conflict"]);
    });

    test("a message without a calendar part has no request", async () => {
      const to = await t.address();
      const raw = `From: ann@plain.example\r\nTo: ${to.email}\r\nSubject: Words\r\n\r\nhello\r\n`;
      await t.raw({ from: "ann@plain.example", to: [to.email], raw });
      const { id } = await messageOf(to, "Words");
      expect(await stateOf(id)).toMatchObject({ status: "none", method: null, proof: null, reason: null });
      expect(await refusalOf(apply(id))).toEqual([409, "conflict"]);
    });
  },
  {
    env: {
      ...outsideEnv(dns),
      SMTP_CONNECTIONS_PER_IP: "100",
    },
  },
);
