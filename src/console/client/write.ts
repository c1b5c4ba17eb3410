// Writing: drafts are kept while one types, files go up when they are chosen or dropped, and stand in the list at once.
import { fetchPage, within } from "./parts.ts";

const quietMs = 2000;

export function writing(part: ParentNode): void {
  for (const form of within<HTMLFormElement>(part, "form.write-form")) {
    const kept = keeping(form);
    dropping(form);
    form.querySelector('input[type="file"]')?.addEventListener("change", () => kept.files());
  }
}

function say(form: HTMLFormElement, text: string): void {
  const place = form.querySelector(".saved");
  if (place) place.textContent = text;
}

/** Keeps the draft of a form. @returns what to do when files were chosen */
function keeping(form: HTMLFormElement): { files(): void } {
  const files = form.querySelector<HTMLInputElement>('input[type="file"]');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  /** The files that go up just now, or a file that is taken out. */
  let moving: Promise<void> | undefined;

  /** @param more fields beside the text: files, or the one to remove */
  const save = async (more: (data: FormData) => void): Promise<void> => {
    const data = new FormData(form);
    data.delete("file");
    data.set("do", "save");
    more(data);
    running = new AbortController();
    const { signal } = running;
    try {
      const page = await fetchPage(form.action, { method: "POST", body: data, signal });
      const alert = page.document.querySelector('form.write-form [role="alert"], main > [role="alert"]');
      if (alert) return say(form, alert.textContent ?? "");
      takeFiles(form, page.document);
      say(form, form.dataset.saved ?? "");
      // After a reload one goes on with the draft.
      if (location.pathname === "/console/write") history.replaceState(history.state, "", draftUrl(page.url));
    } catch {
      // The next change tries again; sending keeps it in any case.
    }
  };
  const move = (more: (data: FormData) => void, done: () => void) => {
    clearTimeout(timer);
    running?.abort();
    moving = (moving ?? Promise.resolve())
      .then(() => save(more))
      .finally(() => {
        done();
        moving = undefined;
      });
  };

  form.addEventListener("input", (event) => {
    if (event.target === files) return;
    clearTimeout(timer);
    timer = setTimeout(() => void (moving ?? Promise.resolve()).then(() => save(() => {})), quietMs);
  });
  form.addEventListener("submit", (event) => {
    const { submitter } = event;
    const removed = submitter?.closest<HTMLButtonElement>("button.remove")?.value;
    if (removed !== undefined) {
      event.preventDefault();
      move(
        (data) => data.set("remove", removed),
        () => {},
      );
    } else if (moving) {
      // What goes up is sent with the mail.
      event.preventDefault();
      void moving.then(() => form.requestSubmit(submitter));
    } else {
      clearTimeout(timer);
      running?.abort();
    }
  });
  return {
    files() {
      const chosen = [...(files?.files ?? [])];
      if (!files || chosen.length === 0) return;
      const most = Number(form.dataset.mostBytes);
      const size = chosen.reduce((sum, file) => sum + file.size, 0);
      files.value = "";
      if (size > most) return say(form, form.dataset.tooLarge ?? "");
      say(form, form.dataset.goingUp ?? "");
      move(
        (data) => {
          for (const file of chosen) data.append("file", file);
        },
        () => {},
      );
    },
  };
}

const draftUrl = (url: string) => {
  const kept = new URL(url);
  kept.searchParams.delete("done");
  return kept;
};

/** The files as the draft has them now. */
function takeFiles(form: HTMLFormElement, page: Document): void {
  const fresh = page.querySelector("form.write-form .file-list");
  const old = form.querySelector(".file-list");
  // They are the draft's own now.
  for (const carried of form.querySelectorAll('input[name="carried"]')) carried.remove();
  if (!fresh) old?.remove();
  else if (old) old.replaceWith(document.importNode(fresh, true));
  else form.querySelector(".write-foot")?.before(document.importNode(fresh, true));
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
  form.addEventListener("drop", (event) => {
    form.classList.remove("dropping");
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    input.files = files;
    input.dispatchEvent(new Event("change"));
  });
}
