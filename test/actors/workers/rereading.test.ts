// Mail that was not read whole in time keeps what was cheap, says that something is missing, and is read again until it
// is whole.
import { expect, test } from "bun:test";
import { prepareMail } from "../../../actors/identity/message/prepare-mail.ts";
import { receiveMail } from "../../../actors/identity/receiving/accept-mail.ts";
import { rereadRound } from "../../../actors/workers/rereading.ts";
import type { Message } from "../../../src/schema/message/messages.ts";
import { eachApp, eventually, ShiftedClock, type TestAddress } from "../../support/app/app.ts";

const clock = new ShiftedClock();
const words = "<p>some <b>words</b> of it</p>\r\n";
const picture = "iVBORw0KGgo=";

function mail(to: string): Buffer {
  const head = [
    ...[
      "From: ann@far.example",
      `To: ${to}`,
      "Subject: large",
      `Message-ID: <${crypto.randomUUID()}@far.example>`,
    ],
    ...["MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=m", ""],
    ...["--m", "Content-Type: text/html", "", '<img src="cid:p@x"><i>unusual</i>', ""],
  ].join("\r\n");
  const tail = [
    ...[
      "",
      "--m",
      "Content-Type: image/png",
      "Content-ID: <p@x>",
      "Content-Transfer-Encoding: base64",
      "",
      picture,
    ],
    ...["--m--", ""],
  ].join("\r\n");
  return Buffer.concat([Buffer.from(head), Buffer.alloc(3_000_000, words), Buffer.from(tail)]);
}

eachApp(
  "mail that was not read whole",
  (t) => {
    /** As it is received when the processor time was not enough. */
    const receivePartly = async ({ id, email }: TestAddress): Promise<string> => {
      const { core } = t.app;
      const envelope = { from: "ann@far.example", isSpam: false };
      const prepared = await prepareMail(core, mail(email), envelope, { source: "test", cpuMs: 1 });
      expect(prepared.isPartial).toBe(true);
      const to = { kind: "identity" as const, accountId: t.accountId, identityId: id, recipient: email };
      return (await receiveMail(core, prepared, to)).messageId;
    };
    const read = (id: string) => t.api.must<Message>(200, t.api.get(`/messages/${id}`));
    const marks = async (id: string) =>
      (await t.app.core.database.values("select attempts from partly_read where message_id = $1::uuid", [id]))
        .length;

    // DECISIONS Threads, messages, folders, labels: a message of which less is shown than was sent says so in defects, until it is read whole
    test("keeps its words and files, says so, and becomes whole", async () => {
      const messageId = await receivePartly(await t.address());
      const partly = await read(messageId);
      expect(partly).toMatchObject({ defects: ["not read whole yet", "markup taken away"] });
      expect(partly.reply_text).toStartWith("unusual");
      expect(partly.html).not.toContain("<p>");
      expect(partly.attachments).toHaveLength(1);
      clock.advance(61_000);
      await eventually(async () => {
        await rereadRound(t.app.core);
        return (await marks(messageId)) === 0;
      });
      const whole = await read(messageId);
      expect(whole).not.toHaveProperty("defects");
      expect(whole.html).toContain("<p>some <b>words</b> of it</p>");
      expect(whole.html).toContain(`/attachments/${partly.attachments[0]!.id}`);
      expect(whole.attachments).toEqual(partly.attachments);
    });

    test("is given up when it takes more processor time than any mail may, and says that", async () => {
      const messageId = await receivePartly(await t.address());
      clock.advance(61_000);
      t.expectTrouble();
      await eventually(async () => {
        await rereadRound({ ...t.app.core, budget: { cpuMs: 1, wallMs: 60_000 } });
        return (await marks(messageId)) === 0;
      });
      const given = await read(messageId);
      expect(given.defects).toContain("not read whole");
      expect(given.reply_text).toStartWith("unusual");
    });

    test("a deleted message is dropped from the queue", async () => {
      const messageId = await receivePartly(await t.address());
      await t.api.delete(`/messages/${messageId}`);
      await t.api.delete(`/messages/${messageId}`);
      expect(await marks(messageId)).toBe(0);
    });
  },
  { clock, checkOnce: true },
);
