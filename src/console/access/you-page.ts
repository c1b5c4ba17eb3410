// The page of a person's own settings: a plain function of its data.
import { type Html, html } from "../../lib/html.ts";
import { chosenLanguage, languages, spokenLanguages } from "../../lib/languages.ts";
import type { SessionRow } from "../../store/access/console.ts";
import type { PasskeyRow } from "../../store/access/passkeys.ts";
import type { Here } from "../frame/answers.ts";
import { buttonForm, buttonOf, field, hidden, notice, option, postForm, sureForm } from "../frame/forms.ts";
import { settingsHead } from "../frame/settings-head.ts";
import { agoTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";
import { densities } from "../session/session.ts";

const words = phrases.you;

export interface YouView {
  sessions: readonly { row: SessionRow; id: string; device: string; isThis: boolean }[];
  passkeys: readonly PasskeyRow[];
  /** Options for the browser's authenticator, or why a passkey cannot be added. */
  adding: { options: string; device: string } | { why: string | null };
  error: string | undefined;
}

export function youPage(here: Here, view: YouView): Html {
  return html`${settingsHead(here, "you")}
<p class="soft">${lead(here)}</p>
${view.error !== undefined && notice(view.error, "bad")}
${passkeyList(here, view)}
${sessionList(here, view)}
${languageChoice(here)}
${densityChoice(here)}
${notices()}
${shortcuts(here)}`;
}

function lead({ email, account }: Here): string {
  if (email === null && account.plan !== "operator") return words.leadUnproven;
  return words.lead(email ?? phrases.people.operator);
}

function languageChoice(here: Here): Html {
  const words = phrases.language;
  const chosen = chosenLanguage(here.accounts) ?? "";
  const choices = languages.map((one) => ({ one, name: spokenLanguages.get(one)!.name }));
  return html`<h2 id="language">${words.title}</h2>
<p class="soft">${words.lead} ${words.docs}</p>
${postForm(
  here,
  { action: "/console/you/language", class: "together" },
  html`<select name="language" aria-label="${words.label}">${option("", words.auto, chosen === "")}${choices.map(({ one, name }) => html`<option value="${one}" lang="${one}"${one === chosen && html` selected`}>${name}</option>`)}</select>${buttonOf({ text: words.save, class: "button" })}`,
)}
<p class="soft small">${words.unreviewed}</p>`;
}

function densityChoice(here: Here): Html {
  const { title, lead } = phrases.density;
  const chosen = here.visit.density ?? "usual";
  return html`<h2 id="density">${title}</h2>
<p class="soft">${lead}</p>
${postForm(
  here,
  { action: "/console/look", class: "actions", label: title },
  html`${hidden("back", "/console/settings/you#density")}${(["usual", ...densities] as const).map((one) => html`<button class="button" name="density" value="${one}" aria-pressed="${one === chosen ? "true" : "false"}">${phrases.density[one]}</button>`)}`,
)}`;
}

/** Nothing but the script asks the browser for leave. */
function notices(): Html {
  const { title, lead, allow } = words.notices;
  return html`<div class="scripted-only"><h2 id="notices">${title}</h2>
<p class="soft">${lead}</p>
<p><button type="button" class="button" data-notify hidden>${allow}</button></p></div>`;
}

function shortcuts(here: Here): Html {
  const { title, lead, on, off, turnOn, turnOff, all } = words.shortcuts;
  const isOn = here.account.shortcuts;
  return html`<h2 id="keys">${title}</h2>
<p>${lead}</p>
<p><a href="/console/keys">${all}</a></p>
<div class="actions middle">${buttonForm(here, { action: "/console/you/keys", fields: { keys: isOn ? "off" : "on" } }, { text: isOn ? turnOff : turnOn, class: "button" })} <span class="soft small">${isOn ? on : off}</span></div>`;
}

function passkeyList(here: Here, { passkeys, adding }: YouView): Html {
  const { title, lead, none } = words.passkeys;
  return html`<h2 id="passkeys">${title}</h2>
<p class="soft">${lead}</p>
${passkeys.length === 0 && html`<p>${none}</p>`}
<ul class="cards spaced">${passkeys.map((row) => passkeyRow(here, row))}</ul>
${"options" in adding ? addForm(here, adding) : html`<p class="soft">${adding.why}</p>`}`;
}

function passkeyRow(here: Here, { id, name, backupEligible, createdAt, lastUsedAt }: PasskeyRow): Html {
  const { synced, oneDevice, made, used, neverUsed, rename, renameNamed, remove, removeHint, removeNamed } =
    words.passkeys;
  return html`<li class="card-row"><div class="grow"><strong>${name}</strong>
<p class="soft small">${made} ${agoTag(createdAt, here.now)}, ${lastUsedAt ? html`${used} ${agoTag(lastUsedAt, here.now)}` : neverUsed}, ${backupEligible ? synced : oneDevice}</p></div>
<details><summary class="small">${rename}</summary>${postForm(here, { action: "/console/you/passkeys/name", class: "together", fields: { id } }, html`<input name="name" type="text" required maxlength="100" value="${name}" aria-label="${renameNamed(name)}" autocomplete="off">${buttonOf({ text: rename, class: "button plain small" })}`)}</details>
${sureForm(here, { open: remove, hint: removeHint, action: "/console/you/passkeys/remove", fields: { id }, sure: removeNamed(name) })}</li>`;
}

function addForm(here: Here, { options, device }: { options: string; device: string }): Html {
  const { name, add, failed, missing, noScript } = words.passkeys;
  const form = {
    action: "/console/you/passkeys",
    class: "in-row one scripted-only",
    fields: { response: "" },
    data: { passkey: "create", options, failed, missing },
  };
  return html`${postForm(here, form, html`${field("passkey-name", name, html`<input id="passkey-name" name="name" type="text" required maxlength="100" value="${device}" autocomplete="off">`)}${buttonOf({ text: add, icon: "key", class: "button primary" })}<p class="small" role="status"></p>`)}
<p class="soft small no-script">${noScript}</p>`;
}

function sessionList(here: Here, { sessions }: YouView): Html {
  const { title, lead, endOthers } = words.sessions;
  return html`<h2 id="sessions">${title}</h2>
<p class="soft">${lead}</p>
<ul class="cards spaced">${sessions.map((session) => sessionRow(here, session))}</ul>
${sessions.length > 1 && buttonForm(here, { action: "/console/you/sessions/end-others" }, { text: endOthers, class: "button danger" })}`;
}

function sessionRow(here: Here, { row, id, device, isThis }: YouView["sessions"][number]): Html {
  const { this: own, began, used, end, endHint, endNamed } = words.sessions;
  const { createdAt, lastUsedAt } = row;
  return html`<li class="card-row"><div class="grow"><strong>${device}</strong>${isThis && html` <span class="chip">${own}</span>`}
<p class="soft small">${began} ${agoTag(createdAt, here.now)}, ${used} ${agoTag(lastUsedAt ?? createdAt, here.now)}</p></div>
${!isThis && sureForm(here, { open: end, hint: endHint, action: "/console/you/sessions/end", fields: { id }, sure: endNamed(device) })}</li>`;
}
