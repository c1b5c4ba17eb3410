// Steps 1 and 2 of the REFERENCES algorithm: messages linked to parents by their ids. RFC 5256 3

import type { Pauses } from "../../lib/pauses.ts";
import { normalId } from "./kept-links.ts";

/** The fields of one message that THREAD reads. */
export interface ThreadRecord<Id extends MailId = string> {
  /** The number in the response: message number or UID. */
  number: number;
  /** Without angle brackets, or its number; null when there is none. */
  messageId: Id | null;
  /** References, oldest first; else the first id of In-Reply-To alone. */
  references: readonly Id[];
  /** The base subject, mapped for comparison. RFC 5256 2.1 */
  subject: { base: string; isReply: boolean };
  /** The Date field, or the internal date without one, in any form that orders as dates do. RFC 5256 2.2 */
  sent: string | number;
}

/** An id, or the number that stands for it: `kept-links.ts`. */
export type MailId = string | number;

/** A node of the thread tree; without a record it is a dummy. */
export interface ThreadNode {
  record: ThreadRecord<MailId> | null;
  /** Mailbox order, which settles ties. */
  order: number;
  parent: ThreadNode | null;
  children: ThreadNode[];
}

/** Limit of references of one message: of more, the first and the newest are used. */
export const maxChain = 100;

/** Limit of ancestor checks over all links, a bound on time that only hostile mail reaches. */
const maxSteps = 20_000_000;

/** The messages without parents, in mailbox order; ids without a message are dummies. */
export async function linkReferences(
  records: readonly ThreadRecord<MailId>[],
  pauses: Pauses,
): Promise<ThreadNode[]> {
  const links = new Links();
  const nodes: ThreadNode[] = [];
  for (const [order, record] of records.entries()) {
    if (pauses.isDue) await pauses.take();
    nodes.push(links.own(record, order));
  }
  for (const [index, record] of records.entries()) {
    if (pauses.isDue) await pauses.take();
    const node = nodes[index]!;
    const chain = chainOf(record.references);
    let parent: ThreadNode | null = null;
    // (A) each reference is the parent of the next
    for (const id of chain) {
      const child: ThreadNode = links.find(id);
      if (parent && !child.parent) links.join(parent, child);
      parent = child;
    }
    // (B) the last one is the parent of the message, and replaces any earlier parent
    links.part(node);
    if (parent) links.join(parent, node);
  }
  // (2)
  return links.roots(pauses);
}

function chainOf(references: readonly MailId[]): readonly MailId[] {
  const chain =
    references.length <= maxChain ? references : [references[0]!, ...references.slice(1 - maxChain)];
  return chain.some((id) => typeof id === "string") ? chain.map(normal) : chain;
}

function normal(id: MailId): MailId {
  return typeof id === "string" ? normalId(id) : id;
}

class Links {
  readonly all: ThreadNode[] = [];
  readonly #byId = new Map<MailId, ThreadNode>();
  #steps = 0;

  /** The node of a message. When several have one id, the first one keeps it. */
  own(record: ThreadRecord<MailId>, order: number): ThreadNode {
    const node = this.#add(record, order);
    const id = record.messageId === null ? null : normal(record.messageId);
    if (id !== null && !this.#byId.has(id)) this.#byId.set(id, node);
    return node;
  }

  find(id: MailId): ThreadNode {
    const known = this.#byId.get(id);
    if (known) return known;
    const dummy = this.#add(null, this.all.length);
    this.#byId.set(id, dummy);
    return dummy;
  }

  #add(record: ThreadRecord<MailId> | null, order: number): ThreadNode {
    const node = { record, order, parent: null, children: [] };
    this.all.push(node);
    return node;
  }

  /** Links child to parent, unless that would make a loop. */
  join(parent: ThreadNode, child: ThreadNode): void {
    if (parent === child || this.#isBelow(parent, child)) return;
    child.parent = parent;
    parent.children.push(child);
  }

  /** Unlinks a message from its parent; the list of children is corrected at the end. */
  part(child: ThreadNode): void {
    child.parent = null;
  }

  async roots(pauses: Pauses): Promise<ThreadNode[]> {
    for (const node of this.all) {
      if (pauses.isDue) await pauses.take();
      node.children = [...new Set(node.children)].filter(({ parent }) => parent === node);
    }
    return this.all.filter(({ parent }) => parent === null);
  }

  #isBelow(node: ThreadNode, ancestor: ThreadNode): boolean {
    if (ancestor.children.length === 0) return false;
    for (let at = node.parent; at; at = at.parent) {
      if (at === ancestor || ++this.#steps > maxSteps) return true;
    }
    return false;
  }
}
