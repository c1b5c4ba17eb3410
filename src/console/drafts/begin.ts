// Beginnings of a letter: the address that it is from, a template that is put into it, template fields that are still unfilled.
import { answeringSender } from "../../../actors/identity/sending/sender.ts";
import { filledTemplate } from "../../http/resources/sending/templates.ts";
import { invalid, notFound } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { fieldsOfText } from "../../mail/compose/template-fields.ts";
import { readTypedList } from "../../mail/typed-list.ts";
import { getIdentity } from "../../store/addresses/identities.ts";
import { getMessageRow } from "../../store/message/messages.ts";
import { getTemplate, listTemplates } from "../../store/sending/templates.ts";
import type { Here } from "../frame/answers.ts";
import { phrases } from "../phrases.ts";
import type { Typed } from "./letter.ts";
import type { NamedSender } from "./shown-name.ts";
import { signatureBlock, withoutSignature } from "./signature.ts";

/** Templates that a form offers. */
const offeredTemplates = 100;

export interface OfferedTemplate {
  id: string;
  name: string;
}

/** The newest templates, by name. */
export async function templatesOf({ deps, scope }: Pick<Here, "deps" | "scope">): Promise<OfferedTemplate[]> {
  const rows = await listTemplates(deps.database, scope, { cursor: null, count: offeredTemplates });
  return rows.map(({ id, name }) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * The letter with a template's words at its beginning.
 * @throws Failure not_found; validation_error: it would be too long, or the letter is HTML that somebody else wrote
 */
export async function withTemplate(here: Here, typed: Typed, id: string): Promise<Typed> {
  const { deps, scope, auth } = here;
  if (typed.format === "kept") throw invalid(phrases.write.templateInKept);
  const template = isUuid(id) ? await getTemplate(deps.database, scope, id) : null;
  const identity = await getIdentity(deps.database, scope, typed.identityId);
  if (!template || !identity) throw notFound();
  const parent = typed.parent === "" ? null : await getMessageRow(deps.database, scope, typed.parent);
  const email = parent ? await answeringSender(deps, identity, parent) : "";
  const to = readTypedList(typed.to).mailboxes[0] ?? null;
  const writer = { identity, email: typed.sender || email || `${identity.localPart}@${identity.domain}` };
  const given = { writer, to, parent, isMarkdown: typed.format === "markdown" };
  const filled = await filledTemplate(deps, auth, template, given);
  const rest = withoutSignature(typed.text, [identity]).trim();
  // Where a person took it out, it stays out.
  const isSigned = rest === "" || rest !== typed.text.trim();
  const parts = [withoutSignature(filled.text.trimEnd(), [identity]), rest].filter((part) => part !== "");
  const text = `${parts.join("\n\n")}${isSigned ? signatureBlock(identity) : ""}`;
  const isBare = typed.subject.trim() === "";
  return { ...typed, text, subject: isBare && filled.subject !== null ? filled.subject : typed.subject };
}

/** Fields of templates that stand in a letter unfilled, as a form names them; "": none. */
export function unfilledIn({ subject, text, format }: Typed): string {
  if (format === "kept") return "";
  return [...new Set([...fieldsOfText(subject), ...fieldsOfText(text)])].join(", ");
}

const lastCookie = /(?:^|;\s*)postroom_from=([0-9a-f-]{36})(?:;|$)/;

/** The address that this browser's person wrote from last; null: none that is here. */
export function lastSender(request: Request, addresses: readonly NamedSender[]): string | null {
  const id = lastCookie.exec(request.headers.get("cookie") ?? "")?.[1];
  return addresses.some((one) => one.id === id) ? (id ?? null) : null;
}
