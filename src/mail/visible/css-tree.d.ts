// The part of css-tree that is used; the package has no types of its own.
declare module "css-tree/tokenizer" {
  /** Splits CSS into the tokens of CSS Syntax 3; `end` is exclusive. */
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void;
  export const tokenTypes: Record<string, number>;
}
