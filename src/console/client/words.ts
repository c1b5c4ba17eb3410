// Words that somebody typed in this browser and that the server does not have yet. They are of one person, by the mark on the
// page, and of one place of that person's; they end when they are taken, with the sign-out, and after a week. Pages of another
// person forget them.
const prefix = "words ";
const longestMs = 7 * 24 * 3600_000;

export interface Kept {
  at: number;
  /** The typed text by the names of the fields. */
  typed: Record<string, string>;
  /** The text that the server had sent in these fields. */
  base: Record<string, string>;
  /** Hidden fields that the words belong to. */
  hidden: Record<string, string>;
  /** Files were chosen, which are not kept. */
  hasFiles: boolean;
}

let isSignedOut = false;
const nowMs = () => performance.timeOrigin + performance.now();
const mark = () => document.body.dataset.person;

/** A text of the page's language, by `keepingWords`; a sign where these did not come. */
export function told(name: string): string {
  return (globalThis as { postroomWords?: Record<string, string> }).postroomWords?.[name] ?? "!";
}

/** A browser without storage keeps nothing. */
function stored<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(localStorage);
  } catch {
    return null;
  }
}

const keyOf = (place: string) => `${prefix}${mark()} ${place}`;

export function keepWords(place: string, words: Omit<Kept, "at">): void {
  if (!mark() || isSignedOut) return;
  stored((storage) => storage.setItem(keyOf(place), JSON.stringify({ ...words, at: nowMs() })));
}

export function keptWords(place: string): Kept | null {
  if (!mark() || isSignedOut) return null;
  return stored((storage) => JSON.parse(storage.getItem(keyOf(place)) ?? "null") as Kept | null);
}

export function forgetWords(place: string): void {
  stored((storage) => storage.removeItem(keyOf(place)));
}

/** Words of this person at the places that begin so. */
export function placesOf(start: string): string[] {
  if (!mark()) return [];
  const all = stored((storage) => Object.keys(storage)) ?? [];
  return all.filter((key) => key.startsWith(keyOf(start))).map((key) => key.slice(keyOf("").length));
}

/** Forgets what is of others, and what is old; with the sign-out everything. */
export function sweepWords(): void {
  const own = mark();
  stored((storage) => {
    for (const key of Object.keys(storage)) {
      if (!key.startsWith(prefix)) continue;
      const { at } = JSON.parse(storage.getItem(key) ?? "{}") as Partial<Kept>;
      const isOfOther = own !== undefined && !key.startsWith(keyOf(""));
      if (isOfOther || at === undefined || at < nowMs() - longestMs) storage.removeItem(key);
    }
  });
  document.addEventListener("submit", (event) => {
    if ((event.target as Element).getAttribute("action") !== "/console/sign-out") return;
    isSignedOut = true;
    stored((storage) => {
      for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
    });
  });
}
