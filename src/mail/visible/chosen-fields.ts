// Fields of a form in a mail at rest. HTML 4.16.3

import type { MarkupElement } from "./tree.ts";

/** Whether a field is chosen. */
export function isChecked({ name, attributes }: MarkupElement): boolean {
  if (name === "option") return attributes.selected !== undefined;
  return (
    name === "input" &&
    attributes.checked !== undefined &&
    /^(?:checkbox|radio)$/i.test(attributes.type ?? "")
  );
}
