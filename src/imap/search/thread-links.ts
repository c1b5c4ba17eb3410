// Steps 1 and 2 of the REFERENCES algorithm: messages linked to parents by their ids. RFC 5256 3

import type { Instant } from "../../lib/clock.ts";

/** The fields of one message that THREAD reads. */
export interface ThreadRecord {
  /** The number in the response: message number or UID. */
  number: number;
  /** Without angle brackets; null when there is none. */
  messageId: string | null;
  /** References, oldest first; else the first id of In-Reply-To alone. Without angle brackets. */
  references: readonly string[];
  /** The base subject, mapped for comparison. RFC 5256 2.1 */
  subject: { base: string; isReply: boolean };
  /** The Date field, or the internal date without one. RFC 5256 2.2 */
  sent: Instant;
}

/** A node of the thread tree; without a record it is a dummy. */
export interface ThreadNode {
  record: ThreadRecord | null;
  /** Mailbox order, which settles ties. */
  order: number;
  parent: ThreadNode | null;
  children: ThreadNode[];
}

/** Limit of references of one message: of more, the first and the newest are used. */
const maxChain = 100;

/** Limit of ancestor checks over all links, a bound on time that only hostile mail reaches. */
const maxSteps = 20_000_000;

/** The messages without parents, in mailbox order; ids without a message are dummies. */
export function linkReferences(records: readonly ThreadRecord[]): ThreadNode[] {
  const links = new Links();
  const nodes = records.map((record, order) => links.own(record, order));
  for (const [index, record] of records.entries()) {
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
  return links.roots();
}

function chainOf(references: readonly string[]): string[] {
  const chain = references.map(normalId);
  return chain.length <= maxChain ? chain : [chain[0]!, ...chain.slice(1 - maxChain)];
}

/** Drops needless quotes around the local part of an id. RFC 5256 3 */
function normalId(id: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"(@.*)?$/s.exec(id);
  return quoted ? `${quoted[1]!.replace(/\\(.)/gs, "$1")}${quoted[2] ?? ""}` : id;
}

class Links {
  readonly all: ThreadNode[] = [];
  readonly #byId = new Map<string, ThreadNode>();
  #steps = 0;

  /** The node of a message. When several have one id, the first one keeps it. */
  own(record: ThreadRecord, order: number): ThreadNode {
    const node = this.#add(record, order);
    const id = record.messageId === null ? null : normalId(record.messageId);
    if (id !== null && !this.#byId.has(id)) this.#byId.set(id, node);
    return node;
  }

  find(id: string): ThreadNode {
    const known = this.#byId.get(id);
    if (known) return known;
    const dummy = this.#add(null, this.all.length);
    this.#byId.set(id, dummy);
    return dummy;
  }

  #add(record: ThreadRecord | null, order: number): ThreadNode {
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

  roots(): ThreadNode[] {
    for (const node of this.all) {
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
