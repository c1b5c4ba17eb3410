// Addresses as forms name them to a person: with the name that recipients see, and a mark by which the form says which name it
// showed. Who may rename an address does not write into what a person sends. DECISIONS Protection and reviews
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import { Failure } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { sha256 } from "../../lib/secrets.ts";
import type { IdentityRow } from "../../store/addresses/identities.ts";
import { hidden } from "../frame/forms.ts";
import { phrases } from "../phrases.ts";

/** An address, with the name that recipients see. */
export interface NamedSender {
  id: string;
  email: string;
  name: string | null;
}

/** An address that a letter may be from. */
export interface SigningSender extends NamedSender {
  /** null: its letters end with none. */
  signature: string | null;
}

export function namedSender(
  identity: Pick<IdentityRow, "id" | "localPart" | "domain" | "displayName" | "signature">,
): SigningSender {
  const { id, displayName: name, signature } = identity;
  return { id, email: emailOf(identity), name, signature };
}

/** As a person reads it. */
export function shownSender({ email, name }: NamedSender): string {
  return name === null ? email : `${name} <${email}>`;
}

/** Fields of a form that makes one address write: the name where it has one, as `isNameShown` wants it. */
export function senderFields(sender: NamedSender): Html {
  return html`${hidden("names", namesShown([sender]))}${sender.name !== null && html`<p class="small soft">${phrases.write.sentAs(shownSender(sender))}</p>`}`;
}

/** @throws Failure conflict: the form showed another name than the address has now */
export function requireNameShown(form: URLSearchParams, sender: Pick<NamedSender, "id" | "name">): void {
  if (!isNameShown(form, sender)) throw new Failure("conflict", phrases.write.renamed);
}

/** The value of a form's field `names`. */
export function namesShown(senders: readonly NamedSender[]): string {
  return senders.flatMap(({ id, name }) => (name === null ? [] : [markOf(id, name)])).join(" ");
}

/** Whether the form showed the name that an address has now. */
export function isNameShown(form: URLSearchParams, { id, name }: Pick<NamedSender, "id" | "name">): boolean {
  const marks = (form.get("names") ?? "").split(" ").filter((mark) => mark.startsWith(id));
  return marks.join(" ") === (name === null ? "" : markOf(id, name));
}

const markOf = (id: string, name: string) =>
  `${id}:${Buffer.from(sha256(name)).toString("hex").slice(0, 32)}`;
