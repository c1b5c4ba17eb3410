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

/** The field that says what the page shows. */
export function seenField(state: unknown): Html {
  return hidden(name, markOf(state));
}

/** The settings are others than the page showed. */
export class SettingsMoved extends Failure {
  constructor() {
    super("conflict", phrases.settings.changedMeanwhile);
  }
}

/**
 * To be asked in the turn that makes the change. A form that comes twice finds what it made itself.
 * @throws SettingsMoved
 */
export function checkSeen(form: URLSearchParams, { now, wanted }: { now: unknown; wanted: unknown }): void {
  const mark = markOf(now);
  if (form.get(name) !== mark && markOf(wanted) !== mark) throw new SettingsMoved();
}
