// The known name that a misspelt one, or one of another program, most likely means.

/** The nearest of the names, in any case of the given one; null: none is near. Of a short word other letters make another word. */
export function nearest(name: string, known: readonly string[]): string | null {
  let best: string | null = null;
  const given = name.slice(0, 64).toLowerCase();
  let least = (given.length < 5 ? 1 : Math.max(2, Math.floor(given.length / 3))) + 1;
  for (const candidate of known) {
    if (isContrary(given, candidate.toLowerCase())) continue;
    const steps = distance(given, candidate.toLowerCase());
    if (steps < least) {
      least = steps;
      best = candidate;
    }
  }
  return best;
}

/** The nearest of the names where no other one is as near; null: none is. */
export function nearestAlone(name: string, known: readonly string[]): string | null {
  const one = nearest(name, known);
  if (one === null) return null;
  const given = name.toLowerCase();
  const steps = distance(given, one.toLowerCase());
  const isAlone = known.every((other) => other === one || distance(given, other.toLowerCase()) > steps);
  return isAlone ? one : null;
}

/** Whether one takes back what the other does, as `unsend` and `send`, `is_unread` and `is_read`, whose letters are near. */
function isContrary(one: string, other: string): boolean {
  const [long, short] = one.length > other.length ? [one, other] : [other, one];
  return [...long.matchAll(/(?:^|[-_ ])(?:un|dis|de|non?|not)[-_ ]?/g)].some(({ 0: found, index }) => {
    const begin = /^[-_ ]/.test(found) ? index + 1 : index;
    return long.slice(0, begin) + long.slice(index + found.length) === short;
  });
}

/** Names that are known from elsewhere, by the name that is meant. */
export type OtherNames = Readonly<Record<string, readonly string[]>>;

/** The first of the known names that stands elsewhere under the given one; null: none does. */
export function knownElsewhere(
  name: string,
  known: readonly string[],
  otherNames: OtherNames,
): string | null {
  return known.find((one) => Object.hasOwn(otherNames, one) && otherNames[one]!.includes(name)) ?? null;
}

/** `inReplyTo` as `in_reply_to`. */
export function snakeName(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}

/** Letters that are left out, put in, changed, or exchanged with their neighbour: the distance of optimal string alignment. */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchanged = isExchanged ? before[j - 2]! + 1 : changed;
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, changed, exchanged));
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
