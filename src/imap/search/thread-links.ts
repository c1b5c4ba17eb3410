// Steps 1 and 2 of the REFERENCES algorithm: messages linked to parents by their ids. RFC 5256 3

import type { Instant } from "../../lib/clock.ts";

/** What THREAD looks at in one message, given in mailbox order. */
export interface ThreadRecord {
  /** What the response names: message number or UID. */
  number: number;
  /** Without angle brackets; null when there is none. */
  messageId: string | null;
  /** References, oldest first; else the first id of In-Reply-To alone. Without angle brackets. */
  references: readonly string[];
  /** As in the envelope. */
  subject: string | null;
  /** The Date field, or the internal date without one. RFC 5256 2.2 */
  sent: Instant;
}

/** A node of the answer; without a record it stands for a message that is not there. */
export interface ThreadNode {
  record: ThreadRecord | null;
  /** Place in the mailbox, which settles ties. */
  order: number;
  parent: ThreadNode | null;
  children: ThreadNode[];
}

/** Of a longer chain of references only the newest are used, and the first. */
const longestChain = 100;

/** Ancestors looked at in all, over all links: a bound on time that only made-up mail comes near. */
const mostSteps = 20_000_000;

/** The messages without parents, in mailbox order; ids nobody has stand in as nodes without a record. */
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
    // (B) the last one is the parent of the message, whatever was thought before
    links.part(node);
    if (parent) links.join(parent, node);
  }
  // (2)
  return links.roots();
}

function chainOf(references: readonly string[]): string[] {
  const chain = references.map(normalId);
  return chain.length <= longestChain ? chain : [chain[0]!, ...chain.slice(1 - longestChain)];
}

/** Quotes around a local part that does not need them are no part of the id. RFC 5256 3 */
function normalId(id: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"(@.*)?$/s.exec(id);
  return quoted ? `${quoted[1]!.replace(/\\(.)/gs, "$1")}${quoted[2] ?? ""}` : id;
}

class Links {
  readonly all: ThreadNode[] = [];
  readonly #byId = new Map<string, ThreadNode>();
  #steps = 0;

  /** The node of a message. Of several with one id the first keeps it. */
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

  /** Unless that would make a loop. */
  join(parent: ThreadNode, child: ThreadNode): void {
    if (parent === child || this.#isBelow(parent, child)) return;
    child.parent = parent;
    parent.children.push(child);
  }

  /** Takes a message from its parent, whose list of children is put right at the end. */
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
      if (at === ancestor || ++this.#steps > mostSteps) return true;
    }
    return false;
  }
}
