// The shape of a translation: every word of the English, with the same arguments. A word that is missing does not compile.

/** Texts in place of texts, functions of the same arguments in place of functions. */
export type Translated<T> = T extends string
  ? string
  : T extends (...args: infer A) => infer R
    ? (...args: A) => Translated<R>
    : { readonly [K in keyof T]: Translated<T[K]> };
