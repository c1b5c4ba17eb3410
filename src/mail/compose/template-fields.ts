// Fields of templates: `{{name}}` in a text. Pure; a field that nothing is known for stays as it is written.

const field = /\{\{ ?([\p{L}\p{N}_.-]{1,60}) ?\}\}/gu;

export interface FilledText {
  text: string;
  /** Names of fields that were not filled, each once. */
  unfilled: string[];
}

/** Fills once: a value that looks like a field is a value. @param values by the field's name; null: not known */
export function fillFields(text: string, values: Readonly<Record<string, string | null>>): FilledText {
  const unfilled = new Set<string>();
  const filled = text.replace(field, (whole, name: string) => {
    const key = name.toLowerCase();
    const value = Object.hasOwn(values, key) ? (values[key] ?? null) : null;
    if (value === null) unfilled.add(name);
    return value ?? whole;
  });
  return { text: filled, unfilled: [...unfilled] };
}

/** The fields that stand in a text, each once. */
export function fieldsOfText(text: string): string[] {
  return fillFields(text, {}).unfilled;
}

/** Signs that make markup within a line. An underscore within a word makes none. CommonMark 2.4, 6.2 */
const signs = /[\\`*[\]<>~|&]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** Signs that make a heading, a list or a rule at the beginning of one. */
const opening = /^[#+=-]/;
const numbered = /^(\d{1,9})([.)])/;

/** A value on one line as Markdown that shows it as it is written. */
export function escapeMarkdown(value: string): string {
  return value.replace(signs, "\\$&").replace(opening, "\\$&").replace(numbered, "$1\\$2");
}
