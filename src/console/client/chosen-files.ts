// Files of a letter that are dropped on it or pasted. A pasted picture stands where the cursor is, in a letter of Markdown.

/** Signs that Markdown reads as more than text. */
const marked =
  /[\\`*_#<>[\]~|&]|^(?: {4}|\t)|^[ \t]*(?:[-+]|\d+[.)])[ \t]|^[ \t]*-{3,}[ \t]*$|[^\n]\n[ \t]*(?:-+|=+)[ \t]*$/m;

export function chosenFiles(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) return;
  const choose = (files: FileList) => {
    input.files = files;
    input.dispatchEvent(new Event("change"));
  };
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
    const { clipboardData: pasted, target } = event;
    if (!pasted?.files.length || pasted.types.includes("text/plain")) return;
    event.preventDefault();
    const named = new DataTransfer();
    const names: string[] = [];
    for (const file of pasted.files) {
      const isPicture = file.type.startsWith("image/");
      // The clipboard calls each picture alike, or not at all.
      const name = isPicture ? pictureName(file.type) : file.name || "file";
      named.items.add(new File([file], name, { type: file.type }));
      if (isPicture) names.push(name);
    }
    const size = [...pasted.files].reduce((sum, file) => sum + file.size, 0);
    const fits = size <= Number(form.dataset.mostBytes);
    if (names.length > 0 && fits && target instanceof HTMLTextAreaElement && isMarkdown(form, target)) {
      const places = names.map((name) => `![](cid:${name})`).join("\n");
      target.setRangeText(places, target.selectionStart, target.selectionEnd, "end");
      target.dispatchEvent(new Event("input", { bubbles: true }));
    }
    choose(named.files);
  });
  form.addEventListener("drop", (event) => {
    form.classList.remove("dropping");
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    choose(files);
  });
}

/** Takes a picture that is removed out of the text. */
export function takeOutOfText(form: HTMLFormElement, name: string): void {
  const text = form.querySelector<HTMLTextAreaElement>('textarea[name="text"]');
  const place = `![](cid:${name})`;
  if (text?.value.includes(place)) text.value = text.value.replaceAll(place, "");
}

/** A name that no other picture of a letter has: its place in the text is found by it. */
function pictureName(type: string): string {
  const ending = /^image\/(\w+)/.exec(type)?.[1] ?? "png";
  return `picture-${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36)}.${ending}`;
}

/** Whether the letter is of Markdown; one whose text says the same in Markdown becomes one. */
function isMarkdown(form: HTMLFormElement, { value }: HTMLTextAreaElement): boolean {
  const format = form.querySelector<HTMLSelectElement>('select[name="format"]');
  if (format?.value === "plain" && !marked.test(value)) format.value = "markdown";
  return format?.value === "markdown";
}
