// Writing: drafts are kept while one types, files go up when they are chosen or dropped, and stand in the list at once.
import { fetchPage, within } from "./parts.ts";

/** After the last letter that was typed. */
const quietMs = 700;
/** After the first one that is not kept yet, however fast one types. */
const longestMs = 5000;
const longestSaveMs = 120_000;
/** After the network was gone. */
const retryMs = 5000;
/** The most that a browser sends of a page that is left. Fetch 4.6 */
const mostLeaving = 60_000;

/** Keeps the letter of a form. */
interface Keeper {
  /** Files were chosen. */
  files(): void;
  /** The form goes: what is not kept is sent by itself. @param isLast the whole page goes */
  leave(isLast: boolean): void;
  /** Text would be lost with the page. */
  isLost(): boolean;
}

/** Forms come and go with the parts of a page. */
const keepers = new WeakMap<HTMLFormElement, Keeper>();

export function writing(part: ParentNode): void {
  for (const form of within<HTMLFormElement>(part, "form.write-form")) {
    const kept = keeping(form);
    keepers.set(form, kept);
    dropping(form);
    signing(form);
    form.querySelector('input[type="file"]')?.addEventListener("change", () => kept.files());
  }
}

/** Letters are kept when the page is left, or the part of it in which they are written. */
export function leavingLetters(): void {
  const open = () =>
    [...document.querySelectorAll<HTMLFormElement>("form.write-form")].flatMap(
      (form) => keepers.get(form) ?? [],
    );
  addEventListener("pagehide", () => {
    for (const one of open()) one.leave(true);
  });
  document.addEventListener("leaving", () => {
    for (const one of open()) one.leave(false);
  });
  addEventListener("beforeunload", (event) => {
    if (open().some((one) => one.isLost())) event.preventDefault();
  });
}

function say(form: HTMLFormElement, text: string): void {
  const place = form.querySelector(".saved");
  if (place) place.textContent = text;
}

/** Keeps the draft of a form. */
function keeping(form: HTMLFormElement): Keeper {
  const files = form.querySelector<HTMLInputElement>('input[type="file"]');
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first letter was typed that is not kept yet; null: all of it is kept. */
  let typedSince: number | null = null;
  /** The server took the last save for none that it can keep. */
  let isRefused = false;
  /** The save under way. Saves follow each other: each sends the version of the draft that the page knows. */
  let saving: Promise<void> | undefined;

  /** @param more fields beside the text: files, or the one to remove */
  const save = async (more: (data: FormData) => void): Promise<void> => {
    const data = new FormData(form);
    data.delete("file");
    data.set("do", "keep");
    more(data);
    const since = typedSince;
    typedSince = null;
    try {
      const signal = AbortSignal.timeout(longestSaveMs);
      const page = await fetchPage(form.action, { method: "POST", body: data, signal });
      const alert = page.document.querySelector(
        'form.write-form [role="alert"], main > [role="alert"], main > .column > [role="alert"]',
      );
      isRefused = alert !== null;
      if (alert) {
        if (since !== null) typedSince ??= performance.now();
        return say(form, alert.textContent ?? "");
      }
      takeKept(form, page.document);
      say(form, form.dataset.saved ?? "");
      // After a reload one goes on with the draft.
      if (location.pathname === "/console/write") history.replaceState(history.state, "", draftUrl(page.url));
    } catch {
      typedSince ??= performance.now();
      say(form, form.dataset.notKept ?? "");
      timer = setTimeout(() => form.isConnected && keep(() => {}), retryMs);
    }
  };
  const keep = (more: (data: FormData) => void) => {
    clearTimeout(timer);
    const next: Promise<void> = (saving ?? Promise.resolve())
      .then(() => save(more))
      .finally(() => {
        if (saving === next) saving = undefined;
      });
    saving = next;
  };

  form.addEventListener("input", (event) => {
    if (event.target === files) return;
    clearTimeout(timer);
    typedSince ??= performance.now();
    const left = typedSince + longestMs - performance.now();
    timer = setTimeout(() => keep(() => {}), Math.max(0, Math.min(quietMs, left)));
  });
  const sendLast = () => {
    const data = new FormData(form);
    data.delete("file");
    data.set("do", "keep");
    void fetch(form.action, { method: "POST", body: data, keepalive: sizeOf(data) < mostLeaving }).catch(
      () => {},
    );
  };
  form.addEventListener("submit", (event) => {
    const { submitter } = event;
    const removed = submitter?.closest<HTMLButtonElement>("button.remove")?.value;
    if (removed !== undefined) {
      event.preventDefault();
      keep((data) => data.set("remove", removed));
    } else if (saving) {
      // Files being uploaded go with the mail: its answer says which draft it made.
      event.preventDefault();
      void saving.then(() => form.requestSubmit(submitter));
    } else {
      clearTimeout(timer);
      typedSince = null;
    }
  });
  return {
    leave(isLast) {
      if (typedSince === null) return;
      clearTimeout(timer);
      typedSince = null;
      // The save under way gives the version that the next one changes.
      if (saving && !isLast) void saving.then(sendLast);
      else sendLast();
    },
    isLost: () =>
      typedSince !== null && (isRefused || !navigator.onLine || sizeOf(new FormData(form)) >= mostLeaving),
    files() {
      const chosen = [...(files?.files ?? [])];
      if (!files || chosen.length === 0) return;
      const most = Number(form.dataset.mostBytes);
      const size = chosen.reduce((sum, file) => sum + file.size, 0);
      files.value = "";
      if (size > most) return say(form, form.dataset.tooLarge ?? "");
      say(form, form.dataset.goingUp ?? "");
      keep((data) => {
        for (const file of chosen) data.append("file", file);
      });
    },
  };
}

/** About so many bytes of text that a form has. */
function sizeOf(data: FormData): number {
  let size = 0;
  for (const [name, value] of data)
    if (typeof value === "string") size += name.length + 3 * value.length + 100;
  return size;
}

const draftUrl = (url: string) => {
  const kept = new URL(url);
  kept.searchParams.delete("done");
  return kept;
};

/** The draft as it is now: its files, and what the page knows of it. */
function takeKept(form: HTMLFormElement, page: Document): void {
  const known = page.querySelector<HTMLInputElement>('form.write-form input[name="expected"]');
  const expected = form.querySelector<HTMLInputElement>('input[name="expected"]');
  if (known && expected) expected.value = known.value;
  const fresh = page.querySelector("form.write-form .file-list");
  const old = form.querySelector(".file-list");
  // They are the draft's own now.
  for (const carried of form.querySelectorAll('input[name="carried"]')) carried.remove();
  if (!fresh) old?.remove();
  else if (old) old.replaceWith(document.importNode(fresh, true));
  else form.querySelector(".write-foot")?.before(document.importNode(fresh, true));
}

/** The signature at the end of the text is that of the address in From. */
function signing(form: HTMLFormElement): void {
  const from = form.querySelector<HTMLSelectElement>('select[name="from"]');
  const text = form.querySelector<HTMLTextAreaElement>('textarea[name="text"]');
  if (!from || !text) return;
  const own = () => from.selectedOptions[0]?.dataset.signature ?? "";
  let before = own();
  from.addEventListener("change", () => {
    const after = own();
    if (text.value.endsWith(before))
      text.value = text.value.slice(0, text.value.length - before.length) + after;
    before = after;
  });
}

function dropping(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) return;
  form.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    form.classList.add("dropping");
  });
  form.addEventListener("dragleave", (event) => {
    if (!form.contains(event.relatedTarget as Node | null)) form.classList.remove("dropping");
  });
  // A picture from the clipboard; text that comes along is pasted as ever.
  form.addEventListener("paste", (event) => {
    const files = event.clipboardData?.files;
    if (!files?.length || event.clipboardData?.types.includes("text/plain")) return;
    event.preventDefault();
    input.files = files;
    input.dispatchEvent(new Event("change"));
  });
  form.addEventListener("drop", (event) => {
    form.classList.remove("dropping");
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    input.files = files;
    input.dispatchEvent(new Event("change"));
  });
}
