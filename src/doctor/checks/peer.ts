// Another Postroom sends a mail here by its API: that proves MX record, firewall and port 25.
import { newId } from "../../lib/ids.ts";
import { peerMessage } from "../../lib/peer-trouble.ts";
import { Postroom } from "../../sdk/typescript/index.ts";
import type { DoctorContext } from "../context.ts";
import { type CheckResult, warning } from "../finding.ts";
import { nobody, recipientOf, waited } from "./letter.ts";

/** No port of this machine is asked of anybody else. */
export async function checkPeer(context: DoctorContext): Promise<CheckResult[]> {
  const { store, options } = context;
  if (!store || options.peer === null) return [];
  const recipient = await recipientOf(context, store);
  if (!recipient) return [nobody(context)];
  const { host: subject } = new URL(options.peer.url);
  try {
    const client = new Postroom({ baseUrl: options.peer.url, apiKey: options.peer.key });
    const { data } = await client.identities.list({ limit: 1 });
    const [sender] = data;
    if (!sender)
      return [
        warning("no_sender", "The peer's key reaches no address to send from.", {
          subject,
          remedy: "Give a key that reaches one.",
        }),
      ];
    const token = newId();
    const sent = await client.messages.send({
      from: sender.email,
      to: recipient.email,
      subject: "postroom doctor: does mail come in?",
      text: `postroom doctor of ${context.config.mailHostname} asked for this mail. ${token}`,
    });
    const raw = Buffer.from(await client.messages.getRaw(sent.id)).toString("latin1");
    const messageId = /^message-id:\s*<([^<>\r\n]+)>/im.exec(raw)?.[1] ?? "";
    return [await waited(context, { store, recipient, letter: { messageId, token }, by: subject })];
  } catch (error) {
    return [
      warning("refused", `The peer sends no mail: ${peerMessage(error)}.`, {
        subject,
        remedy: "Look at its URL and at the key in POSTROOM_PEER_KEY.",
      }),
    ];
  }
}
