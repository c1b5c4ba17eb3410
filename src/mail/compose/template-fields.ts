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
