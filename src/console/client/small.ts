// Small things: fields that act when they change, notices that go away.
const toastMs = 8000;

export function submitOnChange(part: ParentNode): void {
  for (const select of part.querySelectorAll<HTMLSelectElement>("select[data-submit]"))
    select.addEventListener("change", () => select.form?.requestSubmit());
}

/** A notice of what was done goes after a while, and does not come back with the page. */
export function toasts(part: ParentNode): void {
  const toast = part.querySelector<HTMLElement>(".toast");
  if (!toast) return;
  const url = new URL(location.href);
  url.searchParams.delete("done");
  history.replaceState(history.state, "", url);
  setTimeout(() => toast.remove(), toastMs);
}
