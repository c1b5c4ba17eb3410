// Counts of equal things in memory, bounded: what comes often is written now and then, many in one statement.

/** Different things that are kept: in all, and of one subject. What is beyond is not counted. */
const maxEntries = 20_000;
const maxOfSubject = 2_000;

export interface Tallied<T> {
  subject: string;
  detail: T;
  count: number;
}

export class Tally<T> {
  #counted = new Map<string, Tallied<T>>();
  #bySubject = new Map<string, number>();

  /** @param detail small, and the same as JSON when it is the same thing */
  add(subject: string, detail: T): void {
    const key = `${subject}\0${JSON.stringify(detail)}`;
    const known = this.#counted.get(key);
    if (known) {
      known.count++;
      return;
    }
    const ofSubject = this.#bySubject.get(subject) ?? 0;
    if (this.#counted.size >= maxEntries || ofSubject >= maxOfSubject) return;
    this.#bySubject.set(subject, ofSubject + 1);
    this.#counted.set(key, { subject, detail, count: 1 });
  }

  /** Return the counts since the last call, and begin anew. */
  take(): Tallied<T>[] {
    const counted = [...this.#counted.values()];
    this.#counted = new Map();
    this.#bySubject = new Map();
    return counted;
  }
}
