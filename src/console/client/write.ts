// Writing: drafts are kept while one types, files go up when they are chosen or dropped, and stand in the list at once.
import { chosenFiles, takeOutOfText } from "./chosen-files.ts";
import { within } from "./parts.ts";
import { mostLeaving, post, sizeOf } from "./posting.ts";
import { copyable, isGone, isSending, putBack, sayAbove, sendsHere, typedIn } from "./sending.ts";
import { forgetWords, keepWords, keptWords, placesOf, told } from "./words.ts";

/** After the last letter that was typed. */
const quietMs = 700;
/** After the first one that is not kept yet, however fast one types. */
const longestMs = 5000;
const longestSaveMs = 120_000;
/** After the network was gone. */
const retryMs = 5000;

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
    chosenFiles(form);
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

const fieldValue = (form: HTMLFormElement, name: string) =>
  (form.elements.namedItem(name) as HTMLInputElement | null)?.value ?? "";

const letters = (form: HTMLFormElement) => `letter ${fieldValue(form, "account")} `;
const placeOf = (form: HTMLFormElement) => letters(form) + fieldValue(form, "id");
/** Fields that belong to the words of a letter: with them it stays the same draft. */
const ofLetter = ["id", "expected", "page", "step", "parent", "from", "sender", "format"];

/** The fields of a letter that goes once more: the server knows a form that was held up on the way by its step. */
function nextFields(form: HTMLFormElement): FormData {
  countStep(form);
  return new FormData(form);
}

function countStep(form: HTMLFormElement): void {
  const step = form.elements.namedItem("step") as HTMLInputElement | null;
  if (step) step.value = String(Number(step.value) + 1);
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
  /** The file that was removed last; a page that is left says so once more. */
  let removed: string | null = null;
  /** Files that were chosen and that the server does not have. */
  let waiting: File[] = [];
  let ending = new AbortController();
  /** The form as the server sent it, where words of a letter from before stand in it; null: none do. */
  let before: ReturnType<typeof typedIn> | null = null;

  const remember = () =>
    keepWords(placeOf(form), { ...typedIn(form, ofLetter), hasFiles: waiting.length > 0 });
  const addFiles = (data: FormData) => {
    data.delete("file");
    for (const file of waiting) data.append("file", file);
  };

  /** @param more fields beside the text */
  const save = async (more: (data: FormData) => void): Promise<void> => {
    const data = nextFields(form);
    data.set("do", "keep");
    const going = waiting;
    addFiles(data);
    more(data);
    const since = typedSince;
    typedSince = null;
    const own = new AbortController();
    ending = own;
    const end = setTimeout(() => own.abort(), longestSaveMs);
    const answer = await post(form, data, { signal: own.signal });
    clearTimeout(end);
    if (answer.kind === "done") {
      isRefused = false;
      waiting = waiting.filter((file) => !going.includes(file));
      takeKept(form, answer.page!.document);
      if (typedSince === null) forgetWords(placeOf(form));
      say(form, form.dataset.saved ?? "");
      // After a reload one goes on with the draft.
      if (form.isConnected && location.pathname === "/console/write")
        history.replaceState(history.state, "", draftUrl(answer.page!.url));
      return;
    }
    if (since !== null || going.length > 0) typedSince ??= performance.now();
    if (answer.kind === "lost") {
      say(form, form.dataset.notKept ?? "");
      timer = setTimeout(() => form.isConnected && keep(() => {}), retryMs);
      return remember();
    }
    if (before && answer.kind === "refused" && answer.status === 409 && !isSending(form))
      return begunAnew(answer.text, before);
    isRefused = true;
    // Files that were refused are not tried again with each letter.
    if (!answer.isOut) waiting = waiting.filter((file) => !going.includes(file));
    const isGone = going.length > 0 && !answer.isOut;
    say(form, isGone ? `${answer.text} ${told("filesAgain")}` : answer.text);
    remember();
  };
  /** The letter from before was sent: its words can be copied, and the form is that of a new one. */
  const begunAnew = (text: string, fresh: ReturnType<typeof typedIn>) => {
    const { typed } = typedIn(form, []);
    forgetWords(placeOf(form));
    putBack(form, fresh);
    before = null;
    typedSince = null;
    say(form, "");
    sayAbove(form, text, copyable(Object.values(typed)));
  };
  const keep = (more: (data: FormData) => void) => {
    clearTimeout(timer);
    // A letter that goes, or went, is not changed any more.
    if (isGone(form)) return;
    const next: Promise<void> = (saving ?? Promise.resolve())
      .then(() => save(more))
      .finally(() => {
        if (saving === next) saving = undefined;
      });
    saving = next;
  };

  form.addEventListener("input", (event) => {
    if (event.target === files || isGone(form)) return;
    clearTimeout(timer);
    typedSince ??= performance.now();
    remember();
    // The line about what was kept says nothing of what is typed now.
    if (!isRefused) say(form, "");
    const left = typedSince + longestMs - performance.now();
    timer = setTimeout(() => keep(() => {}), Math.max(0, Math.min(quietMs, left)));
  });
  // Somebody who was signed out may be back.
  const again = () => {
    if (!form.isConnected) document.removeEventListener("visibilitychange", again);
    else if (!document.hidden && isRefused && typedSince !== null) keep(() => {});
  };
  document.addEventListener("visibilitychange", again);
  const sendLast = () => {
    const data = nextFields(form);
    data.delete("file");
    data.set("do", "keep");
    if (removed !== null) data.set("remove", removed);
    const keepalive = sizeOf(data) < mostLeaving;
    const place = placeOf(form);
    const { at } = keptWords(place) ?? {};
    const wasTaken = ({ ok, url }: Response) => {
      // Words that were typed since, where the letter was opened again, stay.
      if (ok && /^\/console\/drafts\//.test(new URL(url).pathname) && keptWords(place)?.at === at)
        forgetWords(place);
    };
    void fetch(form.action, { method: "POST", body: data, keepalive }).then(wasTaken, () => {});
  };
  form.addEventListener("submit", (event) => {
    const button = event.submitter?.closest<HTMLButtonElement>("button.remove");
    if (!button) return;
    event.preventDefault();
    takeOutOfText(form, button.closest(".file")?.querySelector(".name")?.textContent ?? "");
    removed = button.value;
    keep((data) => data.set("remove", button.value));
  });
  sendsHere(form, {
    place: () => placeOf(form),
    say: (text) => say(form, text),
    // Files being uploaded go with the mail: the answer to them says which draft it made.
    before: (submitter) => {
      clearTimeout(timer);
      typedSince = null;
      if (submitter?.getAttribute("value") === "discard" && waiting.length > 0) {
        waiting = [];
        ending.abort();
      }
      return (saving ?? Promise.resolve()).then(() => countStep(form));
    },
    more: addFiles,
    onStay() {
      typedSince ??= performance.now();
      isRefused = true;
      remember();
    },
    onTaken() {
      typedSince = null;
      waiting = [];
    },
    onShown(page, status) {
      const expected = form.querySelector<HTMLInputElement>('input[name="expected"]');
      const now = page.querySelector<HTMLInputElement>('form.write-form input[name="expected"]')?.value;
      // The letter was kept, its files too, before it was refused. One that somebody else changed is to be read first.
      if (status !== 409 && expected && now !== undefined && now !== expected.value) {
        expected.value = now;
        waiting = [];
      }
      const chosen = new DataTransfer();
      for (const file of waiting) chosen.items.add(file);
      if (files) files.files = chosen.files;
      waiting = [];
    },
  });
  const sent = typedIn(form, ofLetter);
  if (takeLetterBack(form)) {
    if (sent.hidden.id !== fieldValue(form, "id")) before = sent;
    typedSince = performance.now();
    keep(() => {});
  }
  return {
    leave(isLast) {
      // A save under way ends with the page: what it carries goes once more, and the server takes the later of the two.
      if ((typedSince === null && !(isLast && saving)) || isGone(form)) return;
      clearTimeout(timer);
      typedSince = null;
      remember();
      // The save under way gives the version that the next one changes.
      if (saving && !isLast) void saving.then(sendLast);
      else sendLast();
    },
    isLost: () =>
      waiting.length > 0 ||
      isSending(form) ||
      (typedSince !== null && (isRefused || !navigator.onLine || sizeOf(new FormData(form)) >= mostLeaving)),
    files() {
      const chosen = [...(files?.files ?? [])];
      if (!files || chosen.length === 0) return;
      const most = Number(form.dataset.mostBytes);
      const size = chosen.reduce((sum, file) => sum + file.size, 0);
      files.value = "";
      if (size > most) return say(form, form.dataset.tooLarge ?? "");
      say(form, form.dataset.goingUp ?? "");
      waiting = [...waiting, ...chosen];
      keep(() => {});
    },
  };
}

/** Puts words of this letter back that the server never had. @returns whether there were some */
function takeLetterBack(form: HTMLFormElement): boolean {
  const place = placeOf(form);
  // A page that says what to mend shows the words as they were sent.
  if (form.querySelector(':scope > [role="alert"]')) {
    forgetWords(place);
    return false;
  }
  const own = keptWords(place) ? place : fieldValue(form, "expected") === "" ? unkept(form) : null;
  const kept = own && keptWords(own);
  if (!own || !kept) return false;
  const now = typedIn(form, []).typed;
  if (Object.entries(now).every(([name, value]) => (kept.typed[name] ?? value) === value)) {
    forgetWords(own);
    return false;
  }
  putBack(form, kept);
  const part = form.closest("details");
  if (part) part.open = true;
  const more = form.querySelector<HTMLDetailsElement>(".more-lines");
  if (more && (kept.typed.cc || kept.typed.bcc)) more.open = true;
  sayAbove(form, told("again") + (kept.hasFiles ? ` ${told("filesAgain")}` : ""));
  return true;
}

/** The place of a letter that was begun where this form begins one: it answers the same mail, from the same address. */
function unkept(form: HTMLFormElement): string | null {
  const from = form.elements.namedItem("from");
  const isOffered = (id: string | undefined) =>
    from instanceof HTMLSelectElement
      ? [...from.options].some(({ value }) => value === id)
      : fieldValue(form, "from") === id;
  const to = fieldValue(form, "to");
  const parent = fieldValue(form, "parent");
  const fits = (place: string) => {
    const kept = keptWords(place);
    return (
      kept !== null &&
      kept.hidden.expected === "" &&
      kept.hidden.parent === parent &&
      isOffered(kept.hidden.from) &&
      (parent !== "" || to === "" || kept.typed.to === to)
    );
  };
  return placesOf(letters(form)).find(fits) ?? null;
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
