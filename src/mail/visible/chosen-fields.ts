// States of fields and elements of a mail at rest, by which a style sheet may hide and show: HTML 4.16.3

import type { MarkupElement } from "./tree.ts";

/** Whether a field is chosen. */
export function isChecked({ name, attributes }: MarkupElement): boolean {
  if (name === "option") return attributes.selected !== undefined;
  return (
    name === "input" && attributes.checked !== undefined && /^(?:checkbox|radio)$/i.test(typeOf(attributes))
  );
}

/** The pseudo-classes that `stateOf` answers. */
export const fieldStates = new Set(
  (
    "enabled disabled required optional read-only read-write placeholder-shown defined open " +
    "valid invalid in-range out-of-range default indeterminate user-valid user-invalid"
  ).split(" "),
);

/** Whether an element is in a state; null: its value decides, which is not computed. */
export function stateOf(state: string, element: MarkupElement): boolean | null {
  const { name, attributes } = element;
  switch (state) {
    case "defined":
      return !name.includes("-") || /^(?:annotation-xml|font-face|color-profile|missing-glyph)/.test(name);
    case "open":
      return /^(?:details|dialog)$/.test(name) && attributes.open !== undefined;
    case "enabled":
      return mayBeDisabled.test(name) && !isDisabled(element);
    case "disabled":
      return mayBeDisabled.test(name) && isDisabled(element);
    case "required":
      return valued.test(name) && attributes.required !== undefined && !isUnrequired(element);
    case "optional":
      return valued.test(name) && (attributes.required === undefined || isUnrequired(element));
    case "read-write":
      return isWritable(element);
    case "read-only":
      return !isWritable(element);
    case "placeholder-shown":
      return (
        (attributes.placeholder ?? "") !== "" &&
        (name === "textarea" ? !element.isFilled : isWorded(element) && (attributes.value ?? "") === "")
      );
    default:
      return /^(?:input|select|textarea|button|form|fieldset|option|progress|object|output)$/.test(name)
        ? null
        : false;
  }
}

const valued = /^(?:input|select|textarea)$/;
const mayBeDisabled = /^(?:button|input|select|textarea|optgroup|option|fieldset)$/;

function typeOf({ type }: MarkupElement["attributes"]): string {
  return (type ?? "").trim().toLowerCase();
}

function isDisabled({ name, attributes, parent }: MarkupElement): boolean {
  if (attributes.disabled !== undefined) return true;
  if (name === "option") return parent?.name === "optgroup" && parent.attributes.disabled !== undefined;
  if (name === "optgroup") return false;
  // Fields in the first legend of a fieldset stay on. HTML 4.10.18.5
  let isInLegend = false;
  for (let up = parent; up !== null; up = up.parent) {
    if (up.name === "fieldset" && up.attributes.disabled !== undefined && !isInLegend) return true;
    isInLegend = up.name === "legend" && isFirstLegend(up);
  }
  return false;
}

const firsts = new WeakMap<MarkupElement, boolean>();

/** Whether no legend stands before one under the same parent. */
function isFirstLegend(legend: MarkupElement): boolean {
  let isFirst = firsts.get(legend);
  if (isFirst === undefined) {
    let before = legend.before;
    while (before !== null && before.name !== "legend") before = before.before;
    isFirst = before === null;
    firsts.set(legend, isFirst);
  }
  return isFirst;
}

/** Typed fields whose value is a text or a number, to which a placeholder applies. HTML 4.10.5.1 */
function isWorded(element: MarkupElement): boolean {
  return isTyped(element) && !/^(?:date|time|month|week|datetime-local)$/.test(typeOf(element.attributes));
}

/** Fields without a requirement. HTML 4.10.5.3.4 */
function isUnrequired({ name, attributes }: MarkupElement): boolean {
  return name === "input" && /^(?:hidden|range|color|submit|image|reset|button)$/.test(typeOf(attributes));
}

/** Fields that text is typed into. */
function isTyped({ name, attributes }: MarkupElement): boolean {
  return (
    name === "input" &&
    !/^(?:hidden|range|color|submit|image|reset|button|checkbox|radio|file)$/.test(typeOf(attributes))
  );
}

function isWritable(element: MarkupElement): boolean {
  const { name, attributes } = element;
  if (name === "textarea" || isTyped(element))
    return attributes.readonly === undefined && !isDisabled(element);
  for (let up: MarkupElement | null = element; up !== null; up = up.parent) {
    const { contenteditable } = up.attributes;
    if (contenteditable !== undefined && !/^\s*inherit\s*$/i.test(contenteditable))
      return !/^\s*false\s*$/i.test(contenteditable);
  }
  return false;
}
