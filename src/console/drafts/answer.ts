// First values of the form that answers or forwards a message.

import { emailOf } from "../../../actors/account/addresses/identities.ts";
import { replySubject } from "../../../actors/identity/sending/prepare.ts";
import { answerTo, forwardLetter } from "../../../actors/identity/sending/replying.ts";
import { answeringSender } from "../../../actors/identity/sending/sender.ts";
import { notFound } from "../../lib/failure.ts";
import { isUuid, newId } from "../../lib/ids.ts";
import { withoutInvisible } from "../../mail/visible/invisible-characters.ts";
import { type CountedIdentity, getIdentity } from "../../store/addresses/identities.ts";
import { getMessage, type MessageRow } from "../../store/message/messages.ts";
import type { Here } from "../frame/answers.ts";
import { type Typed, written } from "./letter.ts";
import { signatureBlock } from "./signature.ts";

export const kinds = ["reply", "all", "forward"] as const;
export type AnswerKind = (typeof kinds)[number];

/** Return the recipients of an answer, with the names that the message has for them. */
export function answerFields(
  row: MessageRow,
  identity: Pick<CountedIdentity, "id" | "localPart" | "domain" | "signature">,
  { all, sender }: { all: boolean; sender: string },
): Typed & { hasOthers: boolean } {
  const { to, others } = answerTo(row, emailOf(identity));
  const known = [{ email: row.fromEmail, name: row.fromName }, ...row.replyTo, ...row.mailTo, ...row.mailCc];
  const named = (email: string) =>
    written(known.find((box) => box.email.toLowerCase() === email.toLowerCase()) ?? { email, name: null });
  return {
    id: newId(),
    identityId: identity.id,
    sender: sender === emailOf(identity) ? "" : sender,
    parent: row.id,
    to: to.map(named).join(", "),
    cc: all ? others.map(named).join(", ") : "",
    bcc: "",
    subject: withoutInvisible(replySubject(row.subject)),
    text: signatureBlock(identity),
    format: "plain",
    carried: [],
    expected: "",
    hasOthers: others.length > 0,
  };
}

/** @throws Failure not_found */
export async function beginAnswer(
  { deps, scope }: Here,
  { parent, kind }: { parent: string; kind: AnswerKind },
): Promise<Typed> {
  const message = isUuid(parent) ? await getMessage(deps.database, scope, parent) : null;
  const identity =
    message?.row.identityId && (await getIdentity(deps.database, scope, message.row.identityId));
  if (!message || !identity) throw notFound();
  const sender = await answeringSender(deps, identity, message.row);
  if (kind !== "forward") return answerFields(message.row, identity, { all: kind === "all", sender });
  const nothing = { cc: [], bcc: [], to: [], headers: {}, attachmentIds: [], uploads: [] };
  const letter = await forwardLetter(message, {
    ...nothing,
    from: emailOf(identity),
    own: emailOf(identity),
    subject: null,
    text: "",
    html: null,
  });
  const signature = signatureBlock(identity);
  return {
    ...answerFields(message.row, identity, { all: false, sender }),
    to: "",
    subject: withoutInvisible(letter.subject ?? ""),
    text: `${signature === "" ? "" : `${signature}\n\n`}${withoutInvisible(letter.text ?? "")}`,
    carried: [...letter.attachmentIds],
  };
}
