// A form that the script sends: its page stays until the server has answered. A token that is out of date is taken anew from the
// session of the same person alone.
import { type FetchedPage, parsedPage } from "./parts.ts";
import { told } from "./words.ts";

/** The answer to a form. */
export interface PostedForm {
  /**
   * `done`: the server did it, and its page is the next one; `shown`: the form stands in the answer again, with what to mend;
   * `refused`: another page says why not; `lost`: no answer came.
   */
  kind: "done" | "shown" | "refused" | "lost";
  /** For the person; "" for `done`. */
  text: string;
  page: FetchedPage | null;
  /** With `shown` and `refused`. */
  status?: number;
  /** The session is over, or another person's. */
  isOut?: boolean;
}

/** The most that a browser sends of a page that is left. Fetch 4.6 */
export const mostLeaving = 60_000;

const lost = (): PostedForm => ({ kind: "lost", text: told("unknown"), page: null });

export interface PostOptions {
  signal?: AbortSignal;
  /** Nobody wrote anything in it: every page but a refusal says that it was done. */
  isPress?: boolean;
}

export async function post(
  form: HTMLFormElement,
  data: FormData,
  options: PostOptions = {},
): Promise<PostedForm> {
  const first = await send(form, data, options);
  // A page without a person, such as that of a reviewer's link, has no session to ask.
  if (first.status !== 403 || document.body.dataset.person === undefined) return first.answer;
  const token = await ownToken();
  if (token === null) return lost();
  if (token === "out" || token === "other")
    return {
      ...first.answer,
      kind: "refused",
      isOut: true,
      text: told(token === "out" ? "signedOut" : "other"),
    };
  // The token was right: it is the person who may not.
  if (token.csrf === data.get("csrf")) return first.answer;
  for (const field of document.querySelectorAll<HTMLInputElement>('input[name="csrf"]'))
    field.value = token.csrf;
  for (const field of form.querySelectorAll<HTMLInputElement>('input[name="csrf"]')) field.value = token.csrf;
  data.set("csrf", token.csrf);
  return (await send(form, data, options)).answer;
}

async function send(
  form: HTMLFormElement,
  data: FormData,
  { signal, isPress = false }: PostOptions,
): Promise<{ status: number; answer: PostedForm }> {
  const action = form.getAttribute("action")!;
  const isLong = form.enctype === "multipart/form-data";
  const body = isLong ? data : new URLSearchParams(data as unknown as Record<string, string>);
  try {
    const response = await fetch(action, {
      method: "POST",
      body,
      credentials: "same-origin",
      signal: signal ?? null,
      keepalive: sizeOf(data) < mostLeaving,
    });
    const { status } = response;
    const page = await parsedPage(response);
    // Only what was done leads on, whatever the next page says; a proxy that leads to its own sign-in has none of this server's.
    const isOurs = page.document.body.dataset.worker !== undefined;
    if (response.redirected || (isPress && response.ok))
      return { status, answer: isOurs ? { kind: "done", text: "", page } : lost() };
    const again = [...page.document.querySelectorAll("#main form")].some(
      (one) => one.getAttribute("action") === action,
    );
    const text = page.document.querySelector('[role="alert"]')?.textContent ?? "";
    if (again) return { status, answer: { kind: "shown", text, page, status } };
    // A page of no alert is not the server's: of a balancer before it.
    return text === ""
      ? { status: 0, answer: lost() }
      : { status, answer: { kind: "refused", text: `${told("notTaken")} ${text}`, page, status } };
  } catch {
    return { status: 0, answer: lost() };
  }
}

/** The token of the session of this browser, where it is this page's person's; null: no answer. */
async function ownToken(): Promise<{ csrf: string } | "out" | "other" | null> {
  try {
    const { document: page, url } = await parsedPage(
      await fetch("/console/keys", { credentials: "same-origin" }),
    );
    const { person } = page.body.dataset;
    if (person === undefined) return new URL(url).pathname === "/console/login" ? "out" : null;
    if (person !== document.body.dataset.person) return "other";
    const csrf = page.querySelector<HTMLInputElement>('input[name="csrf"]')?.value;
    return csrf === undefined ? null : { csrf };
  } catch {
    return null;
  }
}

/** The fields of a form as its button sends them, also in a browser that does not know the second argument. */
export function fieldsOf(form: HTMLFormElement, submitter: HTMLElement | null): FormData {
  const data = new FormData(form, submitter);
  const [name, value] = [submitter?.getAttribute("name"), submitter?.getAttribute("value") ?? ""];
  if (name && !data.getAll(name).includes(value)) data.append(name, value);
  return data;
}

/** About so many bytes that a form has. */
export function sizeOf(data: FormData): number {
  let size = 0;
  for (const [name, value] of data)
    size += name.length + 100 + (typeof value === "string" ? 3 * value.length : value.size);
  return size;
}
