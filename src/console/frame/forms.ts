// Forms: every action of the page is one, and works without the script.
import { Html, type HtmlPart, html } from "../../lib/html.ts";
import { phrases } from "../phrases.ts";
import { type IconName, icon } from "./icons.ts";

/** The facts of a page that its forms need. */
export interface FormContext {
  csrf: string;
  account: { accountId: string };
}

export interface FormOptions {
  action: string;
  class?: string;
  /** Hidden fields. */
  fields?: Readonly<Record<string, string | null>>;
  /** Files come along. */
  files?: boolean;
  id?: string;
  label?: string;
  /** Attributes `data-…` for the script. */
  data?: Readonly<Record<string, string>>;
}

export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

/** Attributes `data-…` of a form. */
export function dataOf(data: Readonly<Record<string, string>>): Html[] {
  return Object.entries(data).map(([name, value]) => html` ${new Html(`data-${name}`)}="${value}"`);
}

/** A form that posts, with the token that shows whose page it stands on. */
export function postForm(
  { csrf, account }: FormContext,
  { action, fields = {}, files, id, label, data = {}, ...options }: FormOptions,
  content: HtmlPart,
): Html {
  return html`<form method="post" action="${action}"${options.class && html` class="${options.class}"`}${id && html` id="${id}"`}${label && html` aria-label="${label}"`}${files && html` enctype="multipart/form-data"`}${dataOf(data)}>${hidden("csrf", csrf)}${hidden("account", account.accountId)}${Object.entries(fields).map(([name, value]) => value !== null && hidden(name, value))}${content}</form>`;
}

/** A form that is nothing but its button. */
export function buttonForm(
  context: FormContext,
  options: FormOptions,
  button: { text: string; icon?: IconName; class?: string; iconOnly?: boolean; key?: string },
): Html {
  return postForm(context, { ...options, class: options.class ?? "inline" }, buttonOf(button));
}

export function buttonOf({
  text,
  icon: name,
  iconOnly,
  key,
  ...options
}: {
  text: string;
  icon?: IconName;
  class?: string;
  iconOnly?: boolean;
  /** The key that the script presses it for. */
  key?: string;
}): Html {
  const attributes = html`class="${options.class ?? "button"}"${key && html` data-key="${key}"`}`;
  return iconOnly && name
    ? html`<button ${attributes} title="${text}" aria-label="${text}">${icon(name)}</button>`
    : html`<button ${attributes}>${name && icon(name)}<span>${text}</span></button>`;
}

/**
 * A form that takes something away: behind a word that opens it, with what it does.
 * @param options.open the word; `sure` is on the button
 */
export function sureForm(
  context: FormContext,
  { open, hint, sure, ...form }: FormOptions & { open: string; hint: string; sure: string },
): Html {
  return html`<details class="sure"><summary>${open}</summary><div><p class="small">${hint}</p>
${postForm(context, form, buttonOf({ text: sure, class: "button danger" }))}</div></details>`;
}

/** A notice of an error or success, read out at once by screen readers. */
export function notice(text: HtmlPart, kind: "good" | "bad" | "info" = "info"): Html {
  return html`<div class="notice ${kind}" role="${kind === "bad" ? "alert" : "status"}">${text}</div>`;
}

/** A labelled field. */
export function field(id: string, label: string, input: Html, hint?: HtmlPart): Html {
  return html`<div class="field"><label for="${id}">${label}</label>${input}${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}</div>`;
}

/** An empty list's message: what that means, and what to do. */
export function emptyState(
  name: IconName,
  { title, text, action }: { title: string; text: HtmlPart; action?: Html },
): Html {
  return html`<div class="empty">${icon(name)}<p class="title">${title}</p><p>${text}</p>${action}</div>`;
}

/**
 * The choice of a page's address, if there are several. @param field of the URL; `more` goes along, hidden
 */
export function addressForm(
  { action, field: name, more }: { action: string; field: string; more?: Html },
  addresses: readonly { id: string; email: string }[],
  chosen: string,
): Html | false {
  if (addresses.length < 2) return false;
  return html`<form class="search-form" method="get" action="${action}"><label for="${name}">${phrases.addresses.of}</label>
<select id="${name}" name="${name}" data-submit>${addresses.map(({ id, email }) => option(id, email, id === chosen))}</select>${more}
${buttonOf({ text: phrases.addresses.show, class: "button plain no-script" })}</form>`;
}

/** Picks out of several; the chosen one has the mark. */
export function option(value: string, text: string, chosen: boolean): Html {
  return html`<option value="${value}"${chosen && html` selected`}>${text}</option>`;
}
