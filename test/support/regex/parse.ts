// The syntax of regular expressions, as far as their cost needs it: which parts follow each other, which repeat, and which
// characters each takes. What a class or an escape takes is asked of the runtime's own RegExp. ECMA-262 22.2.1

/** Takes one character: a code point where the expression has the flag u, else a unit of UTF-16. */
export interface CharacterPart {
  kind: "character";
  takes: (character: string) => boolean;
}

export interface RepeatPart {
  kind: "repeat";
  body: Part;
  min: number;
  max: number;
  greedy: boolean;
}

export type Part =
  | CharacterPart
  | RepeatPart
  | { kind: "all"; parts: Part[] }
  | { kind: "any"; parts: Part[] }
  | { kind: "group"; body: Part; index: number }
  | { kind: "look"; body: Part; behind: boolean; negated: boolean }
  | { kind: "edge"; which: "^" | "$" | "b" | "B" }
  | { kind: "again"; index: number };

export interface Parsed {
  body: Part;
  flags: string;
  groups: number;
  /** Characters that stand in it by themselves, such as the letters of its words. */
  letters: string[];
}

/** @throws Error at syntax that it does not know, such as modifiers and the flag v */
export function parse(source: string, flags: string): Parsed {
  if (flags.includes("v")) throw new Error("the flag v is not known here");
  const text = flags.includes("u") ? Array.from(source) : source.split("");
  const names = [...source.matchAll(/\\.|\[(?:[^\]\\]|\\.)*\]|(\((?!\?)|\(\?<([^=!>][^>]*)>)/gs)]
    .filter(([, opened]) => opened !== undefined)
    .map(([, , name]) => name ?? "");
  const letters = new Set<string>();
  const kept = [...flags].filter((flag) => "ius".includes(flag)).join("");
  const sets = new Map<string, CharacterPart>();
  let at = 0;
  let groups = 0;
  const body = alternatives();
  if (at < text.length) throw new Error(`${text[at]} at ${at} ends nothing`);
  return { body, flags, groups, letters: [...letters] };

  function alternatives(): Part {
    const parts = [sequence()];
    while (text[at] === "|") {
      at++;
      parts.push(sequence());
    }
    return parts.length === 1 ? parts[0]! : { kind: "any", parts };
  }

  function sequence(): Part {
    const parts: Part[] = [];
    while (at < text.length && text[at] !== "|" && text[at] !== ")") parts.push(repeated(atom()));
    return parts.length === 1 ? parts[0]! : { kind: "all", parts };
  }

  function repeated(part: Part): Part {
    const counts = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/.exec(text.slice(at, at + 24).join(""));
    if (!counts) return part;
    at += counts[0].length;
    const [, sign, from, comma, to] = counts;
    const min = sign === undefined ? Number(from) : sign === "+" ? 1 : 0;
    const max = sign !== undefined ? (sign === "?" ? 1 : Infinity) : comma ? Number(to || Infinity) : min;
    return { kind: "repeat", body: part, min, max, greedy: counts[5] === "" };
  }

  function atom(): Part {
    const first = text[at++]!;
    if (first === "(") return group();
    if (first === "^" || first === "$") return { kind: "edge", which: first };
    if (first === "[") return characters(`[${upToEndOfClass()}`);
    if (first === "\\") return escaped();
    if (first === ".") return characters(".");
    letters.add(first);
    return characters(/[*+?{}[\]()|/]/.test(first) ? `\\${first}` : first);
  }

  function group(): Part {
    const opened = /^\?(?:[:=!]|<[=!]|<[^>]+>)/.exec(text.slice(at, at + 60).join(""))?.[0];
    if (opened === undefined && text[at] === "?") throw new Error("modifiers are not known here");
    at += Array.from(opened ?? "").length;
    const index = opened === undefined || /^\?<[^=!]/.test(opened) ? ++groups : 0;
    const inner = alternatives();
    if (text[at++] !== ")") throw new Error("a group has no end");
    if (index > 0) return { kind: "group", body: inner, index };
    if (opened === "?:") return inner;
    return { kind: "look", body: inner, behind: opened!.includes("<"), negated: opened!.endsWith("!") };
  }

  function escaped(): Part {
    const rest = text.slice(at, at + 60).join("");
    if (rest[0] === "b" || rest[0] === "B") {
      at++;
      return { kind: "edge", which: rest[0] };
    }
    const named = /^k<([^>]+)>/.exec(rest);
    const again = named ? names.indexOf(named[1]!) + 1 : Number(/^[1-9]\d?/.exec(rest)?.[0] ?? 0);
    if (again > 0) {
      at += (named?.[0] ?? String(again)).length;
      return { kind: "again", index: again };
    }
    const unicode = flags.includes("u")
      ? /^u[dD][89abAB]..\\u[dD][c-fC-F]..|^u\{[^}]+\}|^[pP]\{[^}]+\}/
      : /^$/;
    const taken =
      unicode.exec(rest)?.[0] ?? /^(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|.)/su.exec(rest)![0];
    at += Array.from(taken).length;
    if (taken.length === 1 && !/\w/.test(taken)) letters.add(taken);
    return characters(`\\${taken}`);
  }

  function upToEndOfClass(): string {
    const from = at;
    while (text[at] !== "]") {
      if (at >= text.length) throw new Error("a class has no end");
      if (text[at] === "\\") at++;
      else letters.add(text[at]!);
      at++;
    }
    return text.slice(from, ++at).join("");
  }

  function characters(written: string): CharacterPart {
    const made = sets.get(written);
    if (made) return made;
    const one = new RegExp(`^(?:${written})$`, kept);
    const answers = new Map<string, boolean>();
    const part: CharacterPart = {
      kind: "character",
      takes: (character) => {
        const known = answers.get(character);
        if (known !== undefined) return known;
        const answer = one.test(character);
        answers.set(character, answer);
        return answer;
      },
    };
    sets.set(written, part);
    return part;
  }
}
