// Answers to texts that SEARCH has looked for in mails, so that a text is read out of each mail once. What a UID names never changes
// (RFC 9051 2.3.1.1): answers are kept for the folder, whose sessions share them, within the limit of `fetch/kept-items.ts`.
import type { SearchFilter, SearchTextFilter } from "../../mail/search/filter.ts";
import { searchFold, type TextTest } from "../../mail/search/search-text.ts";
import { bytesBeside, KeptEntry } from "../fetch/kept-items.ts";
import type { ImapSession } from "../session.ts";
import { fieldTest } from "./known-fields.ts";

/** Messages of one block: UIDs that are nearly all there. */
const blockUids = 1024;
/** Two bits a message: whether it is known, and the answer. */
const blockBytes = blockUids / 4;
/** Longer texts are looked for anew each time. */
const maxTextLength = 1000;

class KeptAnswers extends KeptEntry {
  readonly #blocks = new Map<number, Uint8Array>();
  #size = 0;

  /** Messages whose answer is known, expunged ones among them. */
  get size(): number {
    return this.#size;
  }

  /** Null: not known. */
  of(uid: number): boolean | null {
    const at = uid % blockUids;
    const bits = ((this.#blocks.get(Math.floor(uid / blockUids))?.[at >> 2] ?? 0) >> ((at & 3) * 2)) & 3;
    return bits === 0 ? null : bits === 3;
  }

  set(uid: number, holds: boolean): void {
    if (this.of(uid) !== null) return;
    const number = Math.floor(uid / blockUids);
    const block = this.#blocks.get(number) ?? new Uint8Array(blockBytes);
    this.#blocks.set(number, block);
    const at = uid % blockUids;
    block[at >> 2]! |= (holds ? 3 : 1) << ((at & 3) * 2);
    this.#size++;
  }

  /** An expunged message's answer takes two bits, and no other message gets its UID. */
  remove(): void {}

  settle(): void {
    this.kept.settle(this, this.key.length * 2 + this.#blocks.size * (blockBytes + 2 * bytesBeside));
  }
}

/** The folder's answers to a text; null for one that is too long to be kept. */
function answersTo(session: ImapSession, { where, field, text }: SearchTextFilter): KeptAnswers | null {
  if (text.length > maxTextLength) return null;
  const key = JSON.stringify(["answers", where, field, searchFold(text)]);
  return session.deps.kept.entry(session.opened.view.tracker.kept, key, KeptAnswers);
}

/** The answers to all texts of a filter that its messages' listed fields do not decide. */
export class FilterAnswers {
  readonly #answers: ReadonlyMap<SearchTextFilter, KeptAnswers | null>;

  constructor(session: ImapSession, filter: SearchFilter) {
    const leaves = textsIn(filter).filter((leaf) => fieldTest(leaf) === null);
    this.#answers = new Map(leaves.map((leaf) => [leaf, answersTo(session, leaf)]));
  }

  /** Whether answers to this text are kept. */
  isKept(leaf: SearchTextFilter): boolean {
    return (this.#answers.get(leaf) ?? null) !== null;
  }

  /** Whether so many messages may all be known. */
  mayKnow(count: number): boolean {
    return this.#answers.values().every((answers) => answers !== null && answers.size >= count);
  }

  of(leaf: SearchTextFilter, uid: number): boolean | null {
    return this.#answers.get(leaf)?.of(uid) ?? null;
  }

  note(leaf: SearchTextFilter, uid: number, holds: boolean): void {
    this.#answers.get(leaf)?.set(uid, holds);
  }

  /** Answers that are known of a message without its text. */
  known(uid: number): TextTest {
    return { holds: (leaf) => this.of(leaf, uid) };
  }

  /** The test of a message's text, whose answers are kept. */
  noting(uid: number, text: TextTest): TextTest {
    return {
      holds: (leaf) => {
        const holds = this.of(leaf, uid) ?? text.holds(leaf);
        if (holds !== null) this.note(leaf, uid, holds);
        return holds;
      },
    };
  }

  settle(): void {
    for (const answers of this.#answers.values()) answers?.settle();
  }
}

export function textsIn(filter: SearchFilter): SearchTextFilter[] {
  if (filter.op === "and" || filter.op === "or") return filter.filters.flatMap(textsIn);
  if (filter.op === "not") return textsIn(filter.filter);
  return filter.op === "text" ? [filter] : [];
}
