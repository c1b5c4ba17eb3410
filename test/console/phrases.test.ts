// The words of the pages: every language says all that English says, with the same arguments, and no page has words beside them.
import { expect, test } from "bun:test";
import { Glob } from "bun";
import { loadWords, phraseSets } from "../../src/console/phrases.ts";
import { languages } from "../../src/lib/languages.ts";
import { literalsOf } from "../support/app/literals.ts";

type Tree = { [name: string]: unknown };

const english = phraseSets.get("en") as unknown as Tree;
const others = languages.filter((language) => language !== "en");
await Promise.all(others.map(loadWords));

/** Every text and function by its path. */
function leavesOf(tree: unknown, path = ""): Map<string, unknown> {
  if (typeof tree !== "object" || tree === null) return new Map([[path, tree]]);
  return new Map(Object.entries(tree).flatMap(([name, value]) => [...leavesOf(value, `${path}.${name}`)]));
}

/** Arguments by the functions that take other ones than texts and counts. */
const special: Readonly<Record<string, readonly unknown[][]>> = {
  ".repeats.every": [
    [1, "WEEKLY"],
    [3, "DAILY"],
  ],
  ".repeats.weekday": [
    [0, "⟦1⟧"],
    [2, "⟦1⟧"],
    [-1, "⟦1⟧"],
  ],
  ".repeats.monthDay": [[-1], [17]],
  ".lists.title": [
    ["⟦0⟧", null],
    ["⟦0⟧", "⟦1⟧"],
  ],
  ".reviews.returnedBefore": [[null], ["⟦0⟧"]],
  ".members.invitation.text": [[{ inviter: "⟦0⟧", account: "⟦1⟧", role: "⟦2⟧", does: "⟦3⟧", url: "⟦4⟧" }]],
  ".you.passkeys.notice.added.text": [[{ name: "⟦0⟧", email: "⟦1⟧", when: "⟦2⟧", ip: "⟦3⟧", url: "⟦4⟧" }]],
  ".you.passkeys.notice.removed.text": [[{ name: "⟦0⟧", email: "⟦1⟧", when: "⟦2⟧", ip: null, url: "⟦4⟧" }]],
};

type Said = (...args: unknown[]) => unknown;

const call = (value: unknown, args: readonly unknown[]) => JSON.stringify((value as Said)(...args));

/** A text and a number in each place: one of the two is what the English takes. */
function samplesOf(path: string, values: readonly Said[]): unknown[][] {
  if (special[path]) return special[path].map((args) => [...args]);
  const [value] = values as [Said];
  const places = Array.from({ length: value.length }, (_, place) => place);
  const samples: unknown[][] = [];
  for (let kinds = 0; kinds < 2 ** places.length; kinds++) {
    const args = places.map((place) => ((kinds >> place) & 1 ? 37 + place : `⟦${place}⟧`));
    try {
      if (!values.some((one) => call(one, args).includes("NaN"))) samples.push(args);
    } catch {
      // Not arguments of this function.
    }
  }
  return samples;
}

/** The arguments that stand in an answer. */
const shownOf = (answer: string, args: readonly unknown[]): string[] =>
  args
    .flatMap((arg) => (typeof arg === "object" && arg !== null ? Object.values(arg) : [arg]))
    .filter((arg) => arg !== null)
    .map(String)
    .filter((arg) => answer.toLowerCase().includes(arg.toLowerCase()));

for (const language of others)
  test(`${language} has every word of English, and no other, with the same arguments`, () => {
    const [own, all] = [leavesOf(phraseSets.get(language)), leavesOf(english)];
    expect([...own.keys()].sort()).toEqual([...all.keys()].sort());
    const wrong: string[] = [];
    for (const [path, value] of all) {
      const translated = own.get(path);
      if (typeof translated !== typeof value) wrong.push(`${path} is a ${typeof translated}`);
      else if (typeof value === "string") {
        if (((translated as string) === "") !== (value === "")) wrong.push(`${path} is empty`);
      } else if (typeof value === "function") {
        const samples = samplesOf(path, [value as Said, translated as Said]);
        if (samples.length === 0) wrong.push(`${path} answers to no sample`);
        for (const args of samples) {
          const [wanted, got] = [call(value, args), call(translated, args)];
          // A singular may be said without its number; a language without singulars says it.
          const missing = shownOf(wanted, args).filter((arg) => !shownOf(got, args).includes(arg));
          if (missing.length > 0 || /undefined|NaN/.test(got))
            wrong.push(`${path}(${JSON.stringify(args)}): ${got}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

test("a server whose pages nobody asks for in Japanese keeps no Japanese", async () => {
  const asked = `
    const kept = () => ["de", "fr", "es", "ja"].filter((language) =>
      Object.keys(require.cache).some((path) => path.includes("/phrases/" + language + "/")));
    await import("./src/console/pages.ts");
    const { inWords, phrases } = await import("./src/console/phrases.ts");
    const said = [kept()];
    for (const language of ["en", "de", "ja", "tlh"]) said.push(await inWords(language, () => phrases.write.send), kept());
    console.log(JSON.stringify(said));`;
  const { stdout, stderr } = Bun.spawnSync([process.execPath, "-e", asked]);
  expect(stderr.toString()).toBe("");
  const both = ["de", "ja"];
  expect(JSON.parse(stdout.toString())).toEqual([
    ...[[], "Send", []],
    ...["Senden", ["de"]],
    ...["送信", both],
    ...["Send", both],
  ]);
});

test("a language is not English under another name", () => {
  const all = leavesOf(english);
  for (const language of others) {
    const same = [...leavesOf(phraseSets.get(language))].filter(
      ([path, text]) => typeof text === "string" && / .* /.test(text) && all.get(path) === text,
    );
    // Names of fields, operators and programs.
    expect(
      same.map(([path]) => path).filter((path) => !/^\.search\.examples|^\.devices\.clients/.test(path)),
    ).toEqual([]);
  }
});

/** What no person reads: classes, reasons that cannot happen, log lines, names of programs, tags of hashes. */
const unread: readonly RegExp[] = [
  /^(button|in-row|stack|panes|primary|plain|count|sandbox|img-src|moving|toast|page-head|chip)\b/,
  /^(each|an|it|a|the|somebody) (day|invitation|was|address|series|card|page|review|sign-in|notice|reviewer|route|script|event|came)\b/i,
  /^postroom (owner|member|console)\b/,
  /OIDC_ISSUER/,
  /^(send|receive) (allow|block)$/,
  /^(sign-in links|client documents|light dark|The person refused\.)/,
  /^(html\{|<)/,
  /^Samsung Internet$/,
  /does not exist here\. Use/,
  /^the page('s script| is for people)/,
  /^(?:form)?[.#][\w-]/,
  /^(no page|another (layout|version))$/,
];

/** Single words of the script that are none of the page's: keys, and a kind of what is dragged. */
const spoken = new Set(["Enter", "Escape", "Tab", "Space", "Arrow", "Files"]);

test("no page has words of its own", async () => {
  const found: string[] = [];
  for (const file of new Glob("src/console/**/*.ts").scanSync(".")) {
    if (/\/phrases(?:\.ts$|\/)/.test(file)) continue;
    for (const { kind, text } of literalsOf(await Bun.file(file).text())) {
      if (kind === "html") {
        const visible = text
          .replace(/<(kbd|code|svg|pre)\b[^>]*>[\s\S]*?<\/\1>/g, "")
          .replace(/<[^>]*>?|^[^<]*>/g, "\n");
        const words = text.includes("<")
          ? visible.match(/(?<![\w-])[A-Za-z]{2,}(?![\w-]*=)[\w ,.'’-]*/g)
          : [];
        for (const word of words ?? [])
          if (!/^(SHA-256|Postroom)\b/.test(word)) found.push(`${file}: ${word}`);
        for (const [whole, , said] of text.matchAll(
          /\b(aria-label|title|placeholder|alt)="([^"\u0001]*[A-Za-z]{2}[^"]*)"/g,
        ))
          if (!/example\.com|^support$/i.test(said!)) found.push(`${file}: ${whole}`);
      } else if (file.includes("/client/") && /^[A-Z][a-z]+$/.test(text) && !spoken.has(text))
        found.push(`${file}: ${text}`);
      else if (/[a-z]{2} [a-z]/i.test(text) && !unread.some((one) => one.test(text)))
        found.push(`${file}: ${text.slice(0, 100)}`);
    }
  }
  expect(found).toEqual([]);
});

test("no module keeps a text, which would be of one language for ever", () => {
  const asked = `
    const { phraseSets } = await import("./src/console/phrases.ts");
    const read = [];
    const noting = (tree, path) => new Proxy(tree, { get: (target, name) => {
      const value = target[name];
      if (typeof value === "object" && value !== null && !Array.isArray(value)) return noting(value, path + "." + name);
      read.push(path + "." + name);
      return value;
    } });
    phraseSets.set("en", noting(phraseSets.get("en"), ""));
    await import("./src/console/pages.ts");
    const loaded = read.splice(0);
    const { phrases } = await import("./src/console/phrases.ts");
    console.log(JSON.stringify([loaded, phrases.write.send, read]));`;
  const { stdout, stderr } = Bun.spawnSync([process.execPath, "-e", asked]);
  expect(stderr.toString()).toBe("");
  expect(JSON.parse(stdout.toString())).toEqual([[], "Send", [".write.send"]]);
});
