// Writing: drafts are kept while one types, files come by dragging.
import { within } from "./parts.ts";

const quietMs = 2000;

export function writing(part: ParentNode): void {
  for (const form of within<HTMLFormElement>(part, "form.write-form")) {
    autosave(form);
    dropping(form);
    const input = form.querySelector<HTMLInputElement>('input[type="file"]');
    input?.addEventListener("change", () =>
      say(form, [...(input.files ?? [])].map(({ name }) => name).join(", ")),
    );
  }
}

function say(form: HTMLFormElement, text: string): void {
  const place = form.querySelector(".saved");
  if (place) place.textContent = text;
}

function autosave(form: HTMLFormElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  const save = async () => {
    const data = new FormData(form);
    // Files come along when the form itself is sent.
    data.delete("file");
    data.set("do", "save");
    running = new AbortController();
    try {
      const answer = await fetch(form.action, { method: "POST", body: data, signal: running.signal });
      if (answer.ok) say(form, "Draft saved");
    } catch {
      // The next change tries again; sending keeps it in any case.
    }
  };
  form.addEventListener("input", (event) => {
    if ((event.target as Element).matches('input[type="file"]')) return;
    clearTimeout(timer);
    timer = setTimeout(() => void save(), quietMs);
  });
  form.addEventListener("submit", () => {
    clearTimeout(timer);
    running?.abort();
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
  form.addEventListener("dragleave", () => form.classList.remove("dropping"));
  form.addEventListener("drop", (event) => {
    form.classList.remove("dropping");
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    const all = new DataTransfer();
    for (const file of [...(input.files ?? []), ...files]) all.items.add(file);
    input.files = all.files;
    input.dispatchEvent(new Event("change"));
  });
}
