// Forms in which people write: what was typed stays on the page until the server has it, and comes back with the page.

import { within } from "./parts.ts";
import { fieldsOf, type PostedForm, post } from "./posting.ts";
import { showAlert, showToast } from "./visits.ts";
import { forgetWords, keepWords, keptWords, placesOf, told } from "./words.ts";

const typedFields = 'textarea[name], input[type="text"][name]';
/** Hidden fields that belong to the words. */
const ofWords = ["once"];
const sending = new WeakSet<HTMLFormElement>();
const native = new WeakSet<HTMLFormElement>();
/** The server has them, and the next page is on its way. */
const taken = new WeakSet<HTMLFormElement>();
/** After this the next page does not come. */
const nextPageMs = 30_000;

/** A form is on its way, and no other press of its buttons counts. */
export const isSending = (form: HTMLFormElement) => sending.has(form);
/** Nothing of a form is to be kept: it is on its way, or was taken. */
export const isGone = (form: HTMLFormElement) => sending.has(form) || taken.has(form);

export function writtenForms(part: ParentNode): void {
  // The answer to a reviewer's link stands at the address of its form: the browser goes there.
  if (document.body.dataset.person === undefined) return;
  for (const form of within<HTMLFormElement>(part, "form[data-words]:not(.write-form)")) {
    takeBack(form);
    form.addEventListener("input", () => keepTyped(form));
    sendsHere(form, {
      place: () => form.dataset.words!,
      say: (text) => sayAbove(form, text),
      onStay: () => keepTyped(form),
    });
  }
}

/** Words for a card that is decided by now: they stand with it until the person has taken them. */
export function leftWords(part: ParentNode): void {
  for (const card of within(part, ".review[data-decided]")) {
    const places = placesOf(`${card.id.slice("review-".length)} `);
    const texts = places.flatMap((place) => {
      const { typed = {}, base = {} } = keptWords(place) ?? {};
      return Object.entries(typed).flatMap(([name, value]) => (value === base[name] ? [] : [value]));
    });
    if (texts.length === 0) continue;
    const notice = document.createElement("div");
    notice.classList.add("notice", "told");
    notice.textContent = told("decided");
    const forget = document.createElement("button");
    forget.type = "button";
    forget.className = "button plain small";
    forget.textContent = told("forget");
    forget.addEventListener("click", () => {
      for (const place of places) forgetWords(place);
      notice.remove();
    });
    notice.append(copyable(texts), forget);
    card.append(notice);
  }
}

/** A page that the browser shows again as it was left, with words that were taken, is asked for anew. */
export function takenForms(): void {
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && [...document.forms].some((form) => taken.has(form))) location.reload();
  });
}

export interface Sending {
  /** The place of the words, which are forgotten once they are taken. */
  place(): string;
  say(text: string): void;
  /** To wait for before the form goes. */
  before?(submitter: HTMLElement | null): Promise<void> | undefined;
  /** Adds what is not in a field. */
  more?(data: FormData): void;
  /** The form goes once more, as the browser sends it. */
  onShown?(page: Document, status: number | undefined): void;
  /** The server has it. */
  onTaken?(): void;
  /** The words are not taken, and stay. */
  onStay?(): void;
}

/** Lets the script send a form: the page goes on when the server has taken it. */
export function sendsHere(form: HTMLFormElement, how: Sending): void {
  form.addEventListener("submit", (event) => {
    if (native.delete(form) || event.defaultPrevented) return;
    event.preventDefault();
    if (!isGone(form)) void send(form, event.submitter, how);
  });
}

async function send(form: HTMLFormElement, submitter: HTMLElement | null, how: Sending): Promise<void> {
  sending.add(form);
  how.say(told("sending"));
  try {
    await how.before?.(submitter);
    const data = fieldsOf(form, submitter);
    how.more?.(data);
    const answer = await post(form, data);
    sending.delete(form);
    if (answer.kind === "done") {
      forgetWords(how.place());
      taken.add(form);
      // A browser that goes back does not fill in again what was taken.
      form.setAttribute("autocomplete", "off");
      setTimeout(() => taken.delete(form), nextPageMs);
      how.onTaken?.();
      return leaveFor(form, answer);
    }
    document.dispatchEvent(new Event("stayed"));
    // The server's page has the words too, and what to mend: the browser goes there by itself.
    if (answer.kind === "shown" && form.isConnected) {
      how.onShown?.(answer.page!.document, answer.status);
      native.add(form);
      return form.requestSubmit(submitter);
    }
    how.onStay?.();
    how.say(answer.text);
    if (!form.isConnected) showAlert(answer.text);
  } finally {
    sending.delete(form);
  }
}

/** The next page; where the person has gone on meanwhile, what it says was done. */
function leaveFor(form: HTMLFormElement, { page }: PostedForm): void {
  if (form.isConnected) location.href = page!.url;
  else showToast(page!.document);
}

/** A notice above the fields; "" for none. */
export function sayAbove(form: HTMLFormElement, text: string, more?: Node): void {
  form.querySelector(":scope > .told")?.remove();
  if (text === "") return;
  const notice = document.createElement("div");
  notice.classList.add("notice", "told");
  notice.setAttribute("role", "status");
  notice.textContent = text;
  if (more) notice.append(more);
  form.prepend(notice);
}

const typedFieldsOf = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>(typedFields)].filter(
    ({ readOnly }) => !readOnly,
  );

/** The fields by name: as they are, and as the server sent them. */
export function typedIn(form: HTMLFormElement, names: readonly string[]) {
  const fields = typedFieldsOf(form);
  const by = (value: (field: HTMLTextAreaElement | HTMLInputElement) => string) =>
    Object.fromEntries(fields.map((field) => [field.name, value(field)]));
  const hidden = names.flatMap((name) => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLInputElement || field instanceof HTMLSelectElement
      ? [[name, field.value] as const]
      : [];
  });
  return {
    typed: by(({ value }) => value),
    base: by(({ defaultValue }) => defaultValue),
    hidden: Object.fromEntries(hidden),
    hasFiles: false,
  };
}

function keepTyped(form: HTMLFormElement): void {
  if (isGone(form)) return;
  const place = form.dataset.words!;
  const words = typedIn(form, ofWords);
  if (typedFieldsOf(form).every(({ value, defaultValue }) => value === defaultValue)) forgetWords(place);
  else keepWords(place, words);
}

/** Words that were typed here before stand here again; where the server's changed since, beside them to be copied. */
function takeBack(form: HTMLFormElement): void {
  const place = form.dataset.words!;
  const kept = keptWords(place);
  if (!kept) return;
  const fields = typedFieldsOf(form);
  if (fields.every(({ name, value }) => (kept.typed[name] ?? value).trim() === value.trim())) {
    forgetWords(place);
    return;
  }
  const isSame = fields.every(({ name, defaultValue }) => kept.base[name] === defaultValue);
  if (isSame) {
    putBack(form, kept);
    sayAbove(form, told("again"));
  } else sayAbove(form, told("before"), copyable(Object.values(kept.typed)));
  for (let part = form.closest("details"); part; part = part.parentElement?.closest("details") ?? null)
    part.open = true;
}

export function putBack(form: HTMLFormElement, { typed, hidden }: { typed: object; hidden: object }): void {
  for (const [name, value] of [...Object.entries(typed), ...Object.entries(hidden)]) {
    const field = form.elements.namedItem(name);
    if (
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLInputElement ||
      field instanceof HTMLSelectElement
    )
      field.value = value as string;
  }
}

/** Texts that one can copy. */
export function copyable(texts: readonly string[]): DocumentFragment {
  const all = document.createDocumentFragment();
  for (const text of texts.filter((one) => one.trim() !== "")) {
    const field = document.createElement("textarea");
    field.readOnly = true;
    field.rows = text.includes("\n") ? 6 : 1;
    field.value = text;
    field.setAttribute("aria-label", told("before"));
    all.append(field);
  }
  return all;
}
