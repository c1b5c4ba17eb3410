// Lines of recipients complete what is typed from people that were written to. A combobox with a list: ARIA APG, Combobox.
import { fetchPage, within } from "./parts.ts";

const mostShown = 8;
let known: Promise<string[]> | undefined;

/** Everybody, as a line of recipients has them; asked for once. @param account that the letter is of */
function everybody(account: string): Promise<string[]> {
  known ??= fetchPage(`/console/people?account=${account}`, {}, [])
    .then((page) => [...page.document.querySelectorAll(".people li")].map((line) => line.textContent ?? ""))
    .catch(() => {
      known = undefined;
      return [];
    });
  return known;
}

export function completing(part: ParentNode): void {
  for (const input of within<HTMLInputElement>(part, "input[data-people]")) complete(input);
}

function complete(input: HTMLInputElement): void {
  const list = document.createElement("ul");
  list.className = "completions";
  list.id = `${input.id}-people`;
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.dataset.people ?? "");
  input.after(list);
  const attributes = {
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": list.id,
    "aria-autocomplete": "list",
  };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  const account = input.form!.querySelector<HTMLInputElement>('[name="account"]')!.value;
  let chosen = -1;
  const lines = () => [...list.children] as HTMLElement[];
  const choose = (at: number) => {
    chosen = at;
    for (const [n, line] of lines().entries()) line.setAttribute("aria-selected", String(n === at));
    lines()[at]?.scrollIntoView({ block: "nearest" });
    if (lines()[at]) input.setAttribute("aria-activedescendant", lines()[at]!.id);
    else input.removeAttribute("aria-activedescendant");
  };
  const close = () => {
    list.hidden = true;
    list.replaceChildren();
    input.setAttribute("aria-expanded", "false");
    choose(-1);
  };
  const take = (person: string) => {
    const { before, after } = partsAt(input);
    const head = before === "" ? "" : `${before} `;
    input.value = `${head}${person}, ${after}`;
    const at = head.length + person.length + 2;
    input.setSelectionRange(at, at);
    close();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const draw = async () => {
    const wanted = partsAt(input).typed.toLowerCase();
    if (wanted === "") return close();
    const there = input.value.toLowerCase();
    const people = await everybody(account);
    if (partsAt(input).typed.toLowerCase() !== wanted || document.activeElement !== input) return;
    const found = people
      .filter((one) => fits(one, wanted) && !there.includes(emailIn(one)))
      .slice(0, mostShown);
    list.replaceChildren(...found.map((person, n) => lineOf(person, `${list.id}-${n}`, take)));
    list.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(found.length > 0));
    // An address that is typed stays, unless another one is chosen.
    choose(found.length > 0 && !wanted.includes("@") ? 0 : -1);
  };
  input.addEventListener("input", (event) => event.isTrusted && void draw());
  input.addEventListener("focus", () => void everybody(account), { once: true });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (list.hidden || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      const { length } = lines();
      const next = key === "ArrowDown" ? chosen + 1 : Math.max(chosen, 0) - 1;
      choose((next + length) % length);
    } else if ((key === "Enter" || key === "Tab") && lines()[chosen])
      take(lines()[chosen]!.textContent ?? "");
    else if (key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function lineOf(person: string, id: string, take: (person: string) => void): HTMLElement {
  const line = document.createElement("li");
  line.id = id;
  line.setAttribute("role", "option");
  line.textContent = person;
  // Before the field loses the focus.
  line.addEventListener("mousedown", (event) => {
    event.preventDefault();
    take(person);
  });
  return line;
}

/** The recipient at the cursor, and what stands around it. */
function partsAt({ value, selectionStart }: HTMLInputElement): {
  before: string;
  typed: string;
  after: string;
} {
  const at = selectionStart ?? value.length;
  const from = Math.max(value.lastIndexOf(",", at - 1), value.lastIndexOf(";", at - 1)) + 1;
  const ends = [value.indexOf(",", at), value.indexOf(";", at)].filter((end) => end >= 0);
  const end = Math.min(value.length, ...ends);
  const after = value.slice(end).replace(/^[,;]\s*/, "");
  return { before: value.slice(0, from), typed: value.slice(from, end).trim(), after };
}

function emailIn(person: string): string {
  const email = person.endsWith(">") ? person.slice(person.lastIndexOf("<") + 1, -1) : person;
  return email.toLowerCase();
}

/** A word of the name, or the address, begins with what was typed. */
function fits(person: string, wanted: string): boolean {
  const text = person.toLowerCase();
  return (
    text.startsWith(wanted) || [" ", "<", '"', "@", ".", "-"].some((mark) => text.includes(mark + wanted))
  );
}
