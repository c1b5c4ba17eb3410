// Templates and signatures: a plain function of what it shows.
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import { type Html, html } from "../../lib/html.ts";
import {
  maxTemplateName,
  maxTemplateSubject,
  maxTemplateText,
  templateFields,
} from "../../schema/sending/templates.ts";
import type { CountedIdentity } from "../../store/addresses/identities.ts";
import type { TemplateRow } from "../../store/sending/templates.ts";
import { maxSignature } from "../drafts/signature.ts";
import type { Here } from "../frame/answers.ts";
import {
  addressForm,
  buttonOf,
  emptyState,
  field,
  hidden,
  notice,
  postForm,
  sureForm,
} from "../frame/forms.ts";
import { wordsAt } from "../frame/kept-words.ts";
import { seenField } from "../frame/seen-state.ts";
import { settingsHead } from "../frame/settings-head.ts";
import { phrases } from "../phrases.ts";
import { sidesView } from "../reviews/sides-view.ts";
import { may } from "../session/accounts.ts";

const words = phrases.templates;
const path = "/console/settings/templates";
/** Characters of a text that a list shows. */
const shownText = 160;

export interface TemplatesView {
  /** By name. */
  templates: readonly TemplateRow[];
  addresses: readonly CountedIdentity[];
  /** The address whose signature is shown; null: there is none. */
  chosen: CountedIdentity | null;
  /** The template that is changed, or the refused form's values; `id` null: a new one. */
  typed: { id: string | null; name: string; subject: string; text: string };
  /** The refused form's signature of the chosen address. */
  signed?: string;
  error?: string;
  /** The stored values were changed since the page of the form was opened. */
  hasMoved?: boolean;
  refused?: URLSearchParams;
}

/** A template as its form shows it. */
export const typedOf = ({ id, name, subject, text }: TemplateRow) => ({
  id,
  name,
  subject: subject ?? "",
  text,
});

export function templatesPage(here: Here, view: TemplatesView): Html {
  const { templates, error } = view;
  const isOwner = may(here, "owner");
  return html`${settingsHead(here, "templates")}
<p class="soft">${words.lead}</p>
${error && notice(error, "bad")}
${templates.length === 0 && emptyState("note", { title: words.none, text: words.noneText })}
<ul class="cards spaced">${templates.map((row) => templateRow(here, row, isOwner))}</ul>
${isOwner ? templateForm(here, view) : html`<p class="soft">${words.ownerOnly}</p>`}
${signatureForm(here, view, isOwner)}`;
}

function templateRow(here: Here, { id, name, subject, text, podId }: TemplateRow, isOwner: boolean): Html {
  return html`<li class="card-row" id="${id}"><div class="grow"><strong><bdi>${name}</bdi></strong>${podId !== null && html` <span class="chip quiet">${words.ofPod}</span>`}
${subject !== null && html`<p class="small"><bdi>${subject}</bdi></p>`}<p class="soft small"><bdi>${text.slice(0, shownText)}${text.length > shownText && "…"}</bdi></p></div>
${isOwner && html`<div class="together"><a class="button plain small" href="${path}?edit=${id}#form" aria-label="${words.changeOne(name)}">${words.change}</a>${sureForm(here, { action: "/console/templates/delete", fields: { id }, open: words.delete, hint: words.deleteHint(name), sure: words.delete })}</div>`}</li>`;
}

/** The typed value of a field beside the stored one. */
const sides = (field: string, typed: string, stored: string) =>
  typed !== stored &&
  sidesView(field, { name: phrases.write.yours, text: typed }, { name: words.theirs, text: stored });

function templateForm(here: Here, view: TemplatesView): Html {
  const { typed, templates, hasMoved, signed } = view;
  const row = templates.find(({ id }) => id === typed.id);
  const stored = row && typedOf(row);
  return html`<h2 id="form">${typed.id === null ? words.newTitle : words.changeOne(typed.name)}</h2>
${hasMoved && signed === undefined && stored && (["name", "subject", "text"] as const).map((one) => sides(words[one], typed[one], stored[one]))}
${postForm(
  here,
  {
    action: "/console/templates",
    class: "stack",
    fields: { id: typed.id },
    data: wordsAt(here, `template ${typed.id ?? "new"}`),
  },
  html`${stored && seenField(stored, signed === undefined ? stays(view) : undefined)}${field("name", words.name, html`<input id="name" name="name" type="text" required maxlength="${maxTemplateName}" value="${typed.name}" autocomplete="off">`)}
${field("subject", words.subject, html`<input id="subject" name="subject" type="text" maxlength="${maxTemplateSubject}" value="${typed.subject}" autocomplete="off" aria-describedby="subject-hint">`, words.subjectHint)}
${field("text", words.text, html`<textarea id="text" name="text" rows="9" required maxlength="${maxTemplateText}" aria-describedby="text-hint">${typed.text}</textarea>`, html`${words.fieldsHint} ${templateFields.map((name, n) => html`${n > 0 && ", "}<code>{{${name}}}</code>`)}.`)}
<div class="together">${buttonOf({ text: words.keep, class: "button primary", key: "Ctrl+Enter" })}${typed.id !== null && html`<a class="button plain" href="${path}">${words.cancel}</a>`}</div>`,
)}`;
}

/** A form that was refused for its own values: the next press is for what its page showed, not for what is there now. */
const stays = ({ hasMoved, refused }: TemplatesView) => (hasMoved ? undefined : refused);

function signatureForm(here: Here, view: TemplatesView, isOwner: boolean): Html | false {
  const { addresses, chosen, signed, hasMoved } = view;
  if (chosen === null) return false;
  const stored = chosen.signature ?? "";
  const named = addresses.map((row) => ({ id: row.id, email: emailOf(row) }));
  return html`<h2 id="signature">${words.signatures}</h2>
<p class="soft">${words.signaturesLead}</p>
${addressForm({ action: `${path}#signature`, field: "address" }, named, chosen.id)}
${hasMoved && signed !== undefined && sides(words.signatureOf(emailOf(chosen)), signed, stored)}
${
  isOwner
    ? postForm(
        here,
        {
          action: "/console/templates/signature",
          class: "stack",
          data: wordsAt(here, `signature ${chosen.id}`),
        },
        html`${hidden("identity", chosen.id)}${seenField(chosen.signature, signed === undefined ? undefined : stays(view))}${field("signature-text", words.signatureOf(emailOf(chosen)), html`<textarea id="signature-text" name="signature" rows="4" maxlength="${maxSignature}">${signed ?? stored}</textarea>`)}
${buttonOf({ text: words.keep, class: "button primary", key: "Ctrl+Enter" })}`,
      )
    : html`<pre tabindex="0" dir="auto">${chosen.signature ?? words.noSignature}</pre>`
}`;
}
