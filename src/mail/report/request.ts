// What a sender asks to be told about a mail: the parameters of SMTP's DSN extension, and how they are written. Pure.
// RFC 3461; RFC 6533 for addresses beyond ASCII.

export type NotifyWord = "NEVER" | "SUCCESS" | "FAILURE" | "DELAY";

/** What was asked for one recipient; what is absent was not asked. */
export interface DsnRequest {
  /** Of the mail: what of it comes back with a failure. */
  readonly ret?: "HDRS" | "FULL";
  /** Of the mail: the sender's own name for it, decoded. */
  readonly envid?: string;
  readonly notify?: readonly NotifyWord[];
  /** `type;address`, decoded; of type utf-8: in ASCII, as RFC 6533 3 escapes it. */
  readonly orcpt?: string;
}

/** Whether the sender is to be told of this. Who does not say is told of failure and delay. RFC 3461 4.1 */
export function asksFor(request: DsnRequest | null, word: "SUCCESS" | "FAILURE" | "DELAY"): boolean {
  const notify = request?.notify;
  return notify ? notify.includes(word) : word !== "SUCCESS";
}

const maxEnvid = 100;
const maxOrcpt = 500;
/** RFC 3461 4 */
const xtext = /^(?:[!-*,-<>-~]|\+[0-9A-F]{2})+$/;
const printable = /^[ -~]+$/;

/**
 * What is wrong with the parameters ENVID and ORCPT of a MAIL or RCPT command, as words that say what to send instead;
 * null: nothing.
 */
export function misfitOf(command: string): string | null {
  for (const word of command.split(/\s+/)) {
    const [, name, value = ""] = /^(ENVID|ORCPT)=(.*)$/is.exec(word) ?? [];
    const misfit =
      name === undefined ? null : name.toUpperCase() === "ENVID" ? envidMisfit(value) : orcptMisfit(value);
    if (misfit) return misfit;
  }
  return null;
}

function envidMisfit(value: string): string | null {
  if (value.length > maxEnvid) return `ENVID may have ${maxEnvid} characters`;
  return isPlain(value)
    ? null
    : 'ENVID has to be xtext: printable ASCII, with "+2B" for "+" and "+20" for a space';
}

function orcptMisfit(value: string): string | null {
  if (value.length > maxOrcpt) return `ORCPT may have ${maxOrcpt} characters`;
  const [, type, address = ""] = /^([!#-'*+\-/0-9=?A-Z^-~]+);(.*)$/is.exec(value) ?? [];
  if (type === undefined)
    return "ORCPT has to be an address type, a semicolon and an address: rfc822;ada@example.com";
  if (isUtf8(`${type};`)) {
    // What is kept is sent on as it is: nothing in it may end the parameter. RFC 6533 3
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

export function fromXtext(value: string): string {
  return value.replace(/\+([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

export function toXtext(value: string): string {
  return value.replace(
    /[^!-*,-<>-~]/g,
    (character) => `+${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

/** An ORCPT value as it is kept. RFC 6533 3: what is beyond ASCII is escaped. */
export function keptOrcpt(value: string): string {
  return value.replace(
    /[^\u0000-\u007f]/gu,
    (character) => `\\x{${character.codePointAt(0)!.toString(16).toUpperCase()}}`,
  );
}

function isUtf8(orcpt: string): boolean {
  return /^utf-8;/i.test(orcpt);
}

/** The parameters of MAIL, each after a blank. */
export function mailParameters({ ret, envid }: DsnRequest): string {
  return `${ret ? ` RET=${ret}` : ""}${envid ? ` ENVID=${toXtext(envid)}` : ""}`;
}

/** The parameters of RCPT, each after a blank. @param utf8 the server knows addresses beyond ASCII */
export function rcptParameters({ notify, orcpt }: DsnRequest, utf8: boolean): string {
  const asked = notify ? ` NOTIFY=${notify.join(",")}` : "";
  if (!orcpt || (isUtf8(orcpt) && !utf8)) return asked;
  const at = orcpt.indexOf(";") + 1;
  // Of type utf-8 it is not xtext. RFC 6533 3
  const address = isUtf8(orcpt) ? orcpt.slice(at) : toXtext(orcpt.slice(at));
  return `${asked} ORCPT=${orcpt.slice(0, at)}${address}`;
}
