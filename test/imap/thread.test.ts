import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { sortKeyOf, subjectOf } from "../../src/imap/search/sort.ts";
import { formatThreads, orderedSubject, references } from "../../src/imap/search/thread.ts";
import type { ThreadNode, ThreadRecord } from "../../src/imap/search/thread-links.ts";

/** As THREAD compares it. */
function compared(subject: string): ThreadRecord["subject"] {
  const fields = { subject, from: [], to: [], cc: [] };
  return subjectOf(sortKeyOf(fields, "SUBJECT"));
}

/** `id < parent ids: subject @ day`, each on a line; the number is the line's. */
function mailbox(text: string): ThreadRecord[] {
  return text
    .trim()
    .split("\n")
    .map((line, index) => {
      const [, id = "", refs = "", subject = "", day = ""] =
        /^(\S*) *(?:< *([^:]*))?: *(.*?) *(?:@ *(\d+))?$/.exec(line.trim())!;
      return {
        number: index + 1,
        messageId: id === "-" ? null : id,
        references: refs.split(" ").filter((ref) => ref !== ""),
        subject: compared(subject),
        sent: `2020-01-${(day || String(index + 1)).padStart(2, "0")}T00:00:00.000000Z`,
      };
    });
}

describe("RFC 5256 4: the response", () => {
  const leaf = (number: number, ...children: ThreadNode[]): ThreadNode => ({
    record: { number, messageId: null, references: [], subject: compared(""), sent: "" },
    order: number,
    parent: null,
    children,
  });
  const dummy = (...children: ThreadNode[]): ThreadNode => ({
    record: null,
    order: 0,
    parent: null,
    children,
  });
  const cases: [ThreadNode[], string][] = [
    [[], ""],
    [[leaf(2), leaf(3, leaf(6, leaf(4, leaf(23)), leaf(44, leaf(7, leaf(96)))))], "(2)(3 6 (4 23)(44 7 96))"],
    [[dummy(leaf(3), leaf(5))], "((3)(5))"],
    [
      [dummy(leaf(177), leaf(188, leaf(184), leaf(189)), leaf(185, leaf(186)))],
      "((177)(188 (184)(189))(185 186))",
    ],
  ];
  for (const [roots, expected] of cases)
    test(expected, async () => expect(await formatThreads(roots)).toBe(expected));
});

describe("ORDEREDSUBJECT", () => {
  test("threads of one subject, by the date of their first message", async () => {
    const box = mailbox(`
      a: b @ 5
      b: a @ 3
      c: Re: b @ 4
      d: A (fwd) @ 9
      e: re: a @ 9
      f: [x] B @ 6`);
    expect(await formatThreads(await orderedSubject(box))).toBe("(2 (4)(5))(3 (1)(6))");
  });
});

describe("REFERENCES, rule by rule", () => {
  const cases: [string, string, string][] = [
    ["a chain", "a: s\nb < a: Re: s\nc < a b: Re: s", "(1 2 3)"],
    ["a reply before what it answers", "b < a: Re: s @ 2\na: s @ 1", "(2 1)"],
    ["1.A: a missing message in the middle", "a: s\nc < a b: t", "(1 2)"],
    ["3: a missing parent of one child goes", "b < a: s", "(1)"],
    ["3: a missing parent of two at the top stays", "b < a: s\nc < a: t", "((1)(2))"],
    ["3: nested missing parents are spliced", "a: s\nc < a b: x\nd < a b: y", "(1 (2)(3))"],
    ["1: the same id twice counts for the first", "a: s\na: t\nb < a: u", "(1 3)(2)"],
    ["1: no id", "-: s\n-: t", "(1)(2)"],
    ["1: no loops", "a < b: s\nb < a: t", "(2 1)"],
    ["1: a message that refers to itself", "a < a: s", "(1)"],
    ["1.B: the message's own last reference wins", "x < a b: s\na: t\nc: u\nb < c: v", "(2)(3 4 1)"],
    ["1.B: no references means no parent", "x < a b: s\na: t\nb: v", "(2)(3 1)"],
    ["quotes in ids make no difference", '"a"@x: s\nb < a@x: t', "(1 2)"],
    ["4: the top is sorted by date", "a: s @ 9\nb: t @ 1\nc: u @ 5", "(2)(3)(1)"],
    [
      "6: siblings are sorted by date, ties by place",
      "a: s\nb < a: x @ 9\nc < a: y @ 2\nd < a: z @ 2",
      "(1 (3)(4)(2))",
    ],
    ["5: a reply joins the message it answers by subject", "a: s\nb: Re: s", "(1 2)"],
    ["5: two originals of one subject become siblings", "a: s\nb: s", "((1)(2))"],
    ["5: two replies become siblings", "a: Re: s\nb: Re: s", "((1)(2))"],
    ["5: three originals", "a: s\nb: s\nc: s", "((1)(2)(3))"],
    ["5: the original is preferred to a reply before it", "a: Re: s @ 1\nb: s @ 2", "(2 1)"],
    ["5: an empty subject joins nothing", "a:\nb:\nc: Re:", "(1)(2)(3)"],
    [
      "5: a missing parent takes in what has its subject",
      "b < a: s @ 1\nc < a: Re: s @ 2\nd: Re: s @ 3",
      "((1)(2)(3))",
    ],
    [
      "5: two missing parents become one",
      "b < a: s @ 1\nc < a: Re: s @ 2\ne < d: s @ 3\nf < d: Re: s @ 4",
      "((1)(2)(3)(4))",
    ],
    ["case makes no difference to subjects", "a: ÄPFEL\nb: re: äpfel", "(1 2)"],
  ];
  for (const [name, box, expected] of cases) {
    test(name, async () => expect(await formatThreads(await references(mailbox(box)))).toBe(expected));
  }

  test("long chains and wide threads", async () => {
    const count = 20_000;
    const base = { subject: compared("s"), sent: "2020-01-01T00:00:00.000000Z" };
    const chain = Array.from({ length: count }, (_, i) => ({
      number: i + 1,
      messageId: `m${i}`,
      references: i === 0 ? [] : [`m${i - 1}`],
      ...base,
    }));
    expect(await formatThreads(await references(chain))).toStartWith("(1 2 3 4 ");
    expect(await formatThreads(await references(chain.toReversed()))).toStartWith("(1 2 3 4 ");
    const wide = chain.map((each) => ({ ...each, references: ["root"] }));
    expect(await formatThreads(await references(wide))).toStartWith("((1)(2)(3)");
    const zigzag = chain.map((each, i) => ({
      ...each,
      references: [`m${(i * 7919) % count}`, `m${(i * 104_729) % count}`],
    }));
    expect((await formatThreads(await references(zigzag))).match(/\d+/g)?.length).toBe(count);
  });
});

// The same algorithm once more, word for word and slowly, for comparison.

interface Plain {
  record: ThreadRecord | null;
  order: number;
  parent: Plain | null;
}

function model(records: readonly ThreadRecord[]): string {
  const all: Plain[] = records.map((record, order) => ({ record, order, parent: null }));
  const byId = new Map<string, Plain>();
  for (const node of all)
    if (node.record!.messageId !== null && !byId.has(node.record!.messageId))
      byId.set(node.record!.messageId, node);
  const isBelow = (node: Plain | null, above: Plain): boolean =>
    node !== null && (node === above || isBelow(node.parent, above));
  const join = (parent: Plain, child: Plain) => {
    if (!isBelow(parent, child)) child.parent = parent;
  };
  for (const node of all.slice(0, records.length)) {
    let last: Plain | null = null;
    for (const id of node.record!.references) {
      if (!byId.has(id)) {
        const fresh: Plain = { record: null, order: all.length, parent: null };
        byId.set(id, fresh);
        all.push(fresh);
      }
      const child = byId.get(id)!;
      if (last && !child.parent) join(last, child);
      last = child;
    }
    node.parent = null;
    if (last) join(last, node);
  }
  interface Tree {
    record: ThreadRecord | null;
    order: number;
    children: Tree[];
  }
  const grow = (node: Plain): Tree => ({
    ...node,
    children: all.filter(({ parent }) => parent === node).map(grow),
  });
  const prune = (tree: Tree, top: boolean): Tree[] => {
    tree.children = tree.children.flatMap((child) => prune(child, false));
    if (tree.record || (top && tree.children.length > 1)) return [tree];
    return tree.children;
  };
  const first = (tree: Tree): Tree => (tree.record ? tree : first(tree.children[0]!));
  const bySent = (a: Tree, b: Tree) => {
    const [x, y] = [first(a), first(b)];
    return x.record!.sent < y.record!.sent ? -1 : x.record!.sent > y.record!.sent ? 1 : x.order - y.order;
  };
  let roots = all
    .filter(({ parent }) => parent === null)
    .map(grow)
    .flatMap((tree) => prune(tree, true));
  for (const root of roots) if (!root.record) root.children.sort(bySent);
  roots.sort(bySent);
  const subjectOf = (tree: Tree) => {
    const { base, isReply } = first(tree).record!.subject;
    return { text: base, isReply };
  };
  const table = new Map<string, Tree>();
  for (const root of roots) {
    const { text, isReply } = subjectOf(root);
    if (text === "") continue;
    const held = table.get(text);
    if (!held || (held.record && (!root.record || (subjectOf(held).isReply && !isReply))))
      table.set(text, root);
  }
  for (const root of [...roots]) {
    const { text, isReply } = subjectOf(root);
    const held = table.get(text);
    if (text === "" || !held || held === root) continue;
    roots = roots.filter((each) => each !== root);
    if (!held.record && !root.record) held.children.push(...root.children);
    else if (!held.record) held.children.push(root);
    else if (isReply && !subjectOf(held).isReply) held.children.push(root);
    else {
      const fresh = { record: null, order: 0, children: [held, root] };
      roots[roots.indexOf(held)] = fresh;
      table.set(text, fresh);
    }
  }
  const sortAll = (tree: Tree) => {
    for (const child of tree.children) sortAll(child);
    tree.children.sort(bySent);
  };
  for (const root of roots) sortAll(root);
  roots.sort(bySent);
  const members = ({ record, children }: Tree): string => {
    const own = record ? String(record.number) : "";
    if (children.length === 1) return `${own} ${members(children[0]!)}`.trim();
    const split = children.map((child) => `(${members(child)})`).join("");
    return own !== "" && split !== "" ? `${own} ${split}` : own + split;
  };
  return roots.map((root) => `(${members(root)})`).join("");
}

test("agrees with the algorithm word for word", async () => {
  const id = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h");
  const message = fc.record({
    messageId: fc.oneof({ weight: 5, arbitrary: id }, { weight: 1, arbitrary: fc.constant(null) }),
    references: fc.array(id, { maxLength: 4, size: "max" }),
    subject: fc.constantFrom("x", "Re: x", "y", "re: Y", "", "z"),
    day: fc.integer({ min: 10, max: 14 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 9, size: "max" }), async (messages) => {
      const records = messages.map(({ day, subject, ...rest }, index) => ({
        ...rest,
        subject: compared(subject),
        number: index + 1,
        sent: `2020-01-${day}T00:00:00.000000Z`,
      }));
      const answer = await formatThreads(await references(records));
      expect(answer).toBe(model(records));
      // Everybody is in it, once.
      expect((answer.match(/\d+/g) ?? []).map(Number).sort((a, b) => a - b)).toEqual(
        records.map(({ number }) => number),
      );
    }),
    { seed: 20260102, numRuns: 3000 },
  );
});
