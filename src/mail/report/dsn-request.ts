// A sender's request for delivery status reports: the parameters of SMTP's DSN extension, read and written.
// Pure. RFC 3461; RFC 6533 for addresses beyond ASCII.

export type NotifyWord = "NEVER" | "SUCCESS" | "FAILURE" | "DELAY";

/** The parameters given for one recipient; an absent field was not given. */
export interface DsnRequest {
  /** RET of MAIL: how much of the mail a report of failure returns. */
  readonly ret?: "HDRS" | "FULL";
  /** ENVID of MAIL: the sender's identifier of the mail, decoded from xtext. */
  readonly envid?: string;
  readonly notify?: readonly NotifyWord[];
  /** `type;address`, decoded from xtext; an address of type utf-8 keeps the escapes of RFC 6533 3. */
  readonly orcpt?: string;
}

/** Whether a report is requested; without NOTIFY, failure and delay are reported. RFC 3461 4.1 */
export function requestsReport(request: DsnRequest | null, word: "SUCCESS" | "FAILURE" | "DELAY"): boolean {
  const notify = request?.notify;
  return notify ? notify.includes(word) : word !== "SUCCESS";
}

const maxEnvid = 100;
const maxOrcpt = 500;
/** RFC 3461 4 */
const xtext = /^(?:[!-*,-<>-~]|\+[0-9A-F]{2})+$/;
const printable = /^[ -~]+$/;

/**
 * The first error in the parameters ENVID and ORCPT of a MAIL or RCPT command, as text that says what to send instead;
 * null when both are valid or absent.
 */
export function dsnParameterError(command: string): string | null {
  for (const word of command.split(/\s+/)) {
    const [, name, value = ""] = /^(ENVID|ORCPT)=(.*)$/is.exec(word) ?? [];
    const problem =
      name === undefined ? null : name.toUpperCase() === "ENVID" ? envidError(value) : orcptError(value);
    if (problem) return problem;
  }
  return null;
}

function envidError(value: string): string | null {
  if (value.length > maxEnvid) return `ENVID may have ${maxEnvid} characters`;
  return isPlain(value)
    ? null
    : 'ENVID has to be xtext: printable ASCII, with "+2B" for "+" and "+20" for a space';
}

function orcptError(value: string): string | null {
  if (value.length > maxOrcpt) return `ORCPT may have ${maxOrcpt} characters`;
  const [, type, address = ""] = /^([!#-'*+\-/0-9=?A-Z^-~]+);(.*)$/is.exec(value) ?? [];
  if (type === undefined)
    return "ORCPT has to be an address type, a semicolon and an address: rfc822;ada@example.com";
  if (isUtf8(`${type};`)) {
    // The address is relayed unchanged, so no character may end the parameter. RFC 6533 3
    return /^[^\s\u0000-\u001f\u007f+=]+$/.test(address)
      ? null
      : 'ORCPT of type utf-8 has to have an address, with "\\x{2B}" for "+", "\\x{3D}" for "=" and "\\x{20}" for a space';
  }
  return isPlain(address)
    ? null
    : 'ORCPT has to be xtext: printable ASCII, with "+2B" for "+" and "+3D" for "="';
}

function isPlain(value: string): boolean {
  return xtext.test(value) && printable.test(fromXtext(value));
}

function fromXtext(value: string): string {
  return value.replace(/\+([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function toXtext(value: string): string {
  return value.replace(
    /[^!-*,-<>-~]/g,
    (character) => `+${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

/** An ORCPT value as it is stored: characters beyond ASCII are escaped. RFC 6533 3 */
export function storedOrcpt(value: string): string {
  return value.replace(
    /[^\u0000-\u007f]/gu,
    (character) => `\\x{${character.codePointAt(0)!.toString(16).toUpperCase()}}`,
  );
}

function isUtf8(orcpt: string): boolean {
  return /^utf-8;/i.test(orcpt);
}

/** The parameters of MAIL, each preceded by a space. */
export function mailParameters({ ret, envid }: DsnRequest): string {
  return `${ret ? ` RET=${ret}` : ""}${envid ? ` ENVID=${toXtext(envid)}` : ""}`;
}

/**
 * The parameters of RCPT, each preceded by a space.
 * @param utf8 whether the server announced SMTPUTF8
 */
export function rcptParameters({ notify, orcpt }: DsnRequest, utf8: boolean): string {
  const parameter = notify ? ` NOTIFY=${notify.join(",")}` : "";
  if (!orcpt || (isUtf8(orcpt) && !utf8)) return parameter;
  const at = orcpt.indexOf(";") + 1;
  // An address of type utf-8 is not written as xtext. RFC 6533 3
  const address = isUtf8(orcpt) ? orcpt.slice(at) : toXtext(orcpt.slice(at));
  return `${parameter} ORCPT=${orcpt.slice(0, at)}${address}`;
}
