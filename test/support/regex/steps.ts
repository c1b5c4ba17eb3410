// Counts the steps that a regular expression takes over a text, the way backtracking engines match: the same number on every
// machine, however busy it is. An engine may be faster by a factor, not by a power.
import type { Parsed, Part } from "./parse.ts";

type Order =
  | { op: "take"; takes: (character: string) => boolean }
  | { op: "split"; first: number; second: number }
  | { op: "jump"; to: number }
  | { op: "save"; slot: number }
  | { op: "moved"; slot: number }
  | { op: "edge"; which: "^" | "$" | "b" | "B" }
  | { op: "look"; orders: Order[]; behind: boolean; negated: boolean }
  | { op: "again"; index: number }
  | { op: "end" };

export interface Compiled {
  orders: Order[];
  slots: number;
  flags: string;
}

/** Counted repetitions are written out, up to so many orders. */
const maxOrders = 200_000;

/** @throws Error where counts within counts make it too large */
export function compile({ body, flags, groups }: Parsed): Compiled {
  let slots = (groups + 1) * 2;
  const orders: Order[] = [];
  write(body, orders, false);
  orders.push({ op: "end" });
  return { orders, slots, flags };

  function write(part: Part, into: Order[], backward: boolean): void {
    if (into.length > maxOrders) throw new Error("counts within counts make it too large");
    switch (part.kind) {
      case "character":
        into.push({ op: "take", takes: part.takes });
        return;
      case "all":
        for (const one of backward ? [...part.parts].reverse() : part.parts) write(one, into, backward);
        return;
      case "any":
        writeAny(part.parts, into, backward);
        return;
      case "group": {
        const [opens, closes] = [part.index * 2, part.index * 2 + 1];
        into.push({ op: "save", slot: backward ? closes : opens });
        write(part.body, into, backward);
        into.push({ op: "save", slot: backward ? opens : closes });
        return;
      }
      case "look": {
        const inner: Order[] = [];
        write(part.body, inner, part.behind);
        inner.push({ op: "end" });
        into.push({ op: "look", orders: inner, behind: part.behind, negated: part.negated });
        return;
      }
      case "edge":
        into.push({ op: "edge", which: part.which });
        return;
      case "again":
        into.push({ op: "again", index: part.index });
        return;
      case "repeat":
        writeRepeat(part, into, backward);
        return;
    }
  }

  function writeAny(parts: Part[], into: Order[], backward: boolean): void {
    const ends: { op: "jump"; to: number }[] = [];
    for (const [index, part] of parts.entries()) {
      const split = { op: "split" as const, first: into.length + 1, second: 0 };
      const last = index === parts.length - 1;
      if (!last) into.push(split);
      write(part, into, backward);
      if (last) continue;
      const end = { op: "jump" as const, to: 0 };
      ends.push(end);
      into.push(end);
      split.second = into.length;
    }
    for (const end of ends) end.to = into.length;
  }

  function writeRepeat(part: Part & { kind: "repeat" }, into: Order[], backward: boolean): void {
    for (let count = 0; count < part.min; count++) write(part.body, into, backward);
    const optional = () => {
      const split = { op: "split" as const, first: 0, second: 0 };
      const inner = into.push(split);
      return (after: number) => {
        split.first = part.greedy ? inner : after;
        split.second = part.greedy ? after : inner;
      };
    };
    if (part.max === Infinity) {
      const start = into.length;
      const settle = optional();
      const slot = slots++;
      into.push({ op: "save", slot });
      write(part.body, into, backward);
      // A repetition that took nothing is not made again. ECMA-262 22.2.2.3.1
      into.push({ op: "moved", slot });
      into.push({ op: "jump", to: start });
      settle(into.length);
      return;
    }
    const settles: ((after: number) => void)[] = [];
    for (let count = part.min; count < part.max; count++) {
      settles.push(optional());
      write(part.body, into, backward);
    }
    for (const settle of settles) settle(into.length);
  }
}

/** The steps of looking for it in the text: once, or with the flag g for all that is found. At most `limit`. */
export function countSteps({ orders, slots, flags }: Compiled, given: string, limit: number): number {
  const text = flags.includes("u") ? Array.from(given) : given.split("");
  const multiline = flags.includes("m");
  const kept = new Int32Array(slots);
  let steps = 0;
  let end = 0;
  for (let start = 0; start <= text.length && steps < limit; ) {
    kept.fill(-1);
    const found = run(orders, start, 1);
    if (found && !flags.includes("g")) break;
    if (!found && flags.includes("y")) break;
    start = found && end > start ? end : start + 1;
  }
  return Math.min(steps, limit);

  /** Whether the orders match from a place; `end` is where. */
  function run(program: Order[], from: number, direction: 1 | -1): boolean {
    // Where to go on, as three numbers each: an order and a place, or a slot (as -1 - slot) and what it held.
    const back: number[] = [];
    let pc = 0;
    let at = from;
    for (;;) {
      if (++steps >= limit) return false;
      const order = program[pc]!;
      let fails = false;
      switch (order.op) {
        case "take": {
          const character = text[direction === 1 ? at : at - 1];
          if (character !== undefined && order.takes(character)) {
            at += direction;
            pc++;
          } else fails = true;
          break;
        }
        case "split":
          back.push(order.second, at);
          pc = order.first;
          break;
        case "jump":
          pc = order.to;
          break;
        case "save":
          back.push(-1 - order.slot, kept[order.slot]!);
          kept[order.slot] = at;
          pc++;
          break;
        case "moved":
          if (kept[order.slot] === at) fails = true;
          else pc++;
          break;
        case "edge":
          if (isEdge(order.which, at)) pc++;
          else fails = true;
          break;
        case "look":
          if (run(order.orders, at, order.behind ? -1 : 1) !== order.negated) pc++;
          else fails = true;
          break;
        case "again": {
          const [opens, closes] = [kept[order.index * 2]!, kept[order.index * 2 + 1]!];
          const length = opens < 0 || closes < 0 ? 0 : closes - opens;
          const place = direction === 1 ? at : at - length;
          steps += length;
          for (let index = 0; index < length && !fails; index++)
            fails = text[opens + index] !== text[place + index];
          at += direction * length;
          pc++;
          break;
        }
        case "end":
          end = at;
          return true;
      }
      if (!fails) continue;
      for (;;) {
        if (back.length === 0) return false;
        const value = back.pop()!;
        const target = back.pop()!;
        if (target < 0) {
          kept[-1 - target] = value;
          continue;
        }
        pc = target;
        at = value;
        break;
      }
    }
  }

  function isEdge(which: "^" | "$" | "b" | "B", at: number): boolean {
    if (which === "^") return at === 0 || (multiline && isLineEnd(text[at - 1]!));
    if (which === "$") return at === text.length || (multiline && isLineEnd(text[at]!));
    return (isWord(text[at - 1]) !== isWord(text[at])) === (which === "b");
  }
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}

function isLineEnd(character: string): boolean {
  return /^[\n\r\u2028\u2029]$/.test(character);
}
