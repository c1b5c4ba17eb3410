// Settings that a form sets whole, as its page showed them: where somebody else has changed them since, the form changes nothing, so
// that nobody undoes a change that they have not seen. DECISIONS Agent signup and console
import { canonicalJson } from "../../lib/canonical-json.ts";
import { Failure } from "../../lib/failure.ts";
import type { Html } from "../../lib/html.ts";
import { sha256 } from "../../lib/secrets.ts";
import { phrases } from "../phrases.ts";
import { hidden } from "./forms.ts";

const name = "seen";

const markOf = (state: unknown) => sha256(canonicalJson(state)).toString("base64url").slice(0, 22);

/** The field that says what the page shows. @param refused a form that shows again what was typed into it: what its page showed stays */
export function seenField(state: unknown, refused?: URLSearchParams): Html {
  return hidden(name, refused?.get(name) ?? markOf(state));
}

/** The settings are others than the page showed. */
export class SettingsMoved extends Failure {
  constructor() {
    super("conflict", phrases.settings.changedMeanwhile);
  }
}

/**
 * To be asked in the turn that makes the change. A form that comes twice finds what it made itself; one without the field is of a
 * page of before an upgrade.
 * @throws SettingsMoved
 */
export function checkSeen(form: URLSearchParams, { now, wanted }: { now: unknown; wanted: unknown }): void {
  const [seen, mark] = [form.get(name), markOf(now)];
  if (seen !== null && seen !== mark && markOf(wanted) !== mark) throw new SettingsMoved();
}
