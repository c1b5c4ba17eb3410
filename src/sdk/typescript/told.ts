// Names that a client or a group of its calls lacks: calling one that another program has, or a misspelt one, is a TypeError that shows
// the right call. Any other name is undefined, as of any object: runtimes and test runners ask for many.
import { callMeant, formOf, groupMeant, type MeantCall, rightCall } from "./meant.ts";

/** The object, which refuses such names. @param called by what a program names it: `client`, `client.messages` */
export function told<T extends object>(target: T, called: string): T {
  const group = called === "client" ? null : called.slice("client.".length);
  return new Proxy(target, {
    get(of, name, receiver) {
      const value: unknown = Reflect.get(of, name, receiver);
      if (value !== undefined || typeof name !== "string" || name in of) return value;
      return wrongMember(group, name, `${called} has no ${name}.`);
    },
  });
}

/** A stand-in for a name that is meant otherwise: calling it, or a name of it, is refused. Undefined: the name means nothing. */
function wrongMember(group: string | null, name: string, words: string): unknown {
  const call = callMeant(group, name);
  const inner = groupMeant(name);
  if (call === null && inner === null) return undefined;
  const refuse = (...given: unknown[]) => {
    throw new TypeError(call === null ? `${words} Did you mean client.${inner}?` : meant(words, call, given));
  };
  return new Proxy(refuse, {
    get(of, own, receiver) {
      if (inner === null || typeof own !== "string" || own in of) return Reflect.get(of, own, receiver);
      return wrongMember(inner, own, words);
    },
  });
}

function meant(words: string, call: MeantCall, given: readonly unknown[]): string {
  const right = rightCall(call, given);
  const asked = `${words} Did you mean ${formOf(call)}?`;
  return right === null ? asked : `${asked} Right: ${right}`;
}
