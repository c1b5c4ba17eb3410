// Counts of equal things in memory, bounded: what comes often is written now and then, many in one statement.

/** Different things that are kept: in all, and of one subject. What is beyond is not counted. */
const most = 20_000;
const mostOfSubject = 2_000;

export interface Counted<T> {
  subject: string;
  detail: T;
  count: number;
}

export class Tally<T> {
  #counted = new Map<string, Counted<T>>();
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
    if (this.#counted.size >= most || ofSubject >= mostOfSubject) return;
    this.#bySubject.set(subject, ofSubject + 1);
    this.#counted.set(key, { subject, detail, count: 1 });
  }

  /** Return the counts since the last call, and begin anew. */
  take(): Counted<T>[] {
    const counted = [...this.#counted.values()];
    this.#counted = new Map();
    this.#bySubject = new Map();
    return counted;
  }
}
