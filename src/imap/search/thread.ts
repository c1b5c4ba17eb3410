// THREAD: the ORDEREDSUBJECT and REFERENCES algorithms of RFC 5256 3, step by step, and the response's text. Nothing here
// recurses: a chain of replies may be as long as the folder. Each step pauses, for a folder may be large.

import { must } from "../../lib/must.ts";
import { Pauses } from "../../lib/pauses.ts";
import { inOrder } from "./sort.ts";
import { linkReferences, type MailId, type ThreadNode, type ThreadRecord } from "./thread-links.ts";

export async function orderedSubject(records: readonly ThreadRecord<MailId>[]): Promise<ThreadNode[]> {
  const pauses = new Pauses();
  const threads = new Map<string, ThreadNode[]>();
  for (const [order, record] of records.entries()) {
    if (pauses.isDue) await pauses.take();
    const subject = record.subject.base;
    const thread = threads.get(subject);
    const node = { record, order, parent: null, children: [] };
    if (thread) thread.push(node);
    else threads.set(subject, [node]);
  }
  const roots: ThreadNode[] = [];
  for (const nodes of threads.values()) {
    if (pauses.isDue) await pauses.take();
    const [first, ...rest] = await inOrder(nodes, bySent, { pauses });
    first!.children = rest;
    roots.push(first!);
  }
  return inOrder(roots, bySent, { pauses });
}

export async function references(records: readonly ThreadRecord<MailId>[]): Promise<ThreadNode[]> {
  const pauses = new Pauses();
  // (1), (2)
  let roots = await linkReferences(records, pauses);
  // (3)
  roots = await prune(roots, pauses);
  // (4)
  await sortChildren(
    roots.filter(({ record }) => !record),
    pauses,
  );
  roots = await inOrder(roots, bySent, { pauses });
  // (5)
  roots = await mergeSubjects(roots, pauses);
  // (6)
  await sortChildren(await bottomUp(roots, pauses), pauses);
  return inOrder(roots, bySent, { pauses });
}

async function sortChildren(nodes: readonly ThreadNode[], pauses: Pauses): Promise<void> {
  for (const node of nodes) {
    if (pauses.isDue) await pauses.take();
    if (node.children.length > 1) node.children = await inOrder(node.children, bySent, { pauses });
  }
}

/** The date of a dummy without children; `prune` leaves none. */
const never = Number.NEGATIVE_INFINITY;

/** Orders by sent date, then by mailbox order; a dummy counts as its first child. RFC 5256 2.2, 3 */
function bySent(a: ThreadNode, b: ThreadNode): number {
  const first = representative(a);
  const second = representative(b);
  const [one, two] = [first.record?.sent ?? never, second.record?.sent ?? never];
  if (one !== two) return one < two ? -1 : 1;
  return first.order - second.order;
}

function representative(node: ThreadNode): ThreadNode {
  let at = node;
  while (!at.record && at.children[0]) at = at.children[0];
  return at;
}

/** Every node, children before parents. */
async function bottomUp(roots: readonly ThreadNode[], pauses: Pauses): Promise<ThreadNode[]> {
  const order: ThreadNode[] = [];
  const stack = [...roots];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (pauses.isDue) await pauses.take();
    order.push(node);
    for (const child of node.children) stack.push(child);
  }
  return order.reverse();
}

/** (3) Replaces dummies by their children; at the top level only dummies with a single child. */
async function prune(roots: readonly ThreadNode[], pauses: Pauses): Promise<ThreadNode[]> {
  for (const node of await bottomUp(roots, pauses)) {
    if (pauses.isDue) await pauses.take();
    if (!node.children.some(({ record }) => record === null)) continue;
    node.children = node.children.flatMap((child) => (child.record ? [child] : child.children));
    for (const child of node.children) child.parent = node;
  }
  return roots.flatMap((root) => {
    if (root.record || root.children.length > 1) return [root];
    for (const child of root.children) child.parent = null;
    return root.children;
  });
}

type Subject = ThreadRecord["subject"];
const noSubject: Subject = { base: "", isReply: false };

/** (5) Merges threads with the same base subject. */
async function mergeSubjects(roots: readonly ThreadNode[], pauses: Pauses): Promise<ThreadNode[]> {
  const subjects = new Map<ThreadNode, Subject>();
  const table = new Map<string, ThreadNode>();
  for (const root of roots) {
    if (pauses.isDue) await pauses.take();
    const subject = representative(root).record?.subject ?? noSubject;
    subjects.set(root, subject);
    if (subject.base === "") continue;
    const held = table.get(subject.base);
    // (B iv)
    if (!held || (held.record && (!root.record || (subjects.get(held)!.isReply && !subject.isReply)))) {
      table.set(subject.base, root);
    }
  }
  const kept = new Set(roots);
  for (const root of roots) {
    if (pauses.isDue) await pauses.take();
    const subject = must(subjects.get(root), "every root has a subject");
    const held = table.get(subject.base);
    if (subject.base === "" || !held || held === root) continue;
    kept.delete(root);
    if (!held.record && !root.record) adopt(held, root.children);
    else if (!held.record || (subject.isReply && !subjects.get(held)!.isReply && root.record))
      adopt(held, [root]);
    else {
      const dummy: ThreadNode = {
        record: null,
        order: Math.min(held.order, root.order),
        parent: null,
        children: [],
      };
      kept.delete(held);
      kept.add(dummy);
      adopt(dummy, [held, root]);
      subjects.set(dummy, { base: subject.base, isReply: false });
      table.set(subject.base, dummy);
    }
  }
  return [...kept];
}

function adopt(parent: ThreadNode, children: readonly ThreadNode[]): void {
  for (const child of children) {
    child.parent = parent;
    parent.children.push(child);
  }
}

/** `(2)(3 6 (4 23)(44 7 96))`: what follows THREAD. RFC 5256 4 */
export async function formatThreads(roots: readonly ThreadNode[]): Promise<string> {
  const pauses = new Pauses();
  const out: string[] = [];
  const stack: (ThreadNode | string)[] = [...roots].reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (pauses.isDue) await pauses.take();
    if (typeof next === "string") {
      out.push(next);
      continue;
    }
    out.push("(");
    stack.push(")");
    let node = next;
    if (node.record) out.push(String(node.record.number));
    // Parent and only child follow each other inside one pair of parentheses.
    while (node.children.length === 1) {
      const [child] = node.children;
      out.push(`${node.record ? " " : ""}${child!.record?.number ?? ""}`);
      node = child!;
    }
    if (node.children.length > 0 && node.record) out.push(" ");
    for (const child of node.children.toReversed()) stack.push(child);
  }
  return out.join("");
}
