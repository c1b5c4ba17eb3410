// Modified UTF-7, the mailbox names of IMAP4rev1. RFC 3501 5.1.3: printable ASCII is itself, `&` is `&-`,
// and everything else is UTF-16 in base64 between `&` and `-`, with `,` for `/` and no padding.

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,";
const sextetOf = new Int8Array(128).fill(-1);
for (let i = 0; i < alphabet.length; i++) sextetOf[alphabet.charCodeAt(i)] = i;

/** Text to modified UTF-7. Unpaired surrogates become U+FFFD. */
export function encodeUtf7(text: string): string {
  const source = text.toWellFormed();
  let out = "";
  for (let at = 0; at < source.length; ) {
    const code = source.charCodeAt(at);
    if (code >= 0x20 && code <= 0x7e) {
      out += code === 0x26 ? "&-" : source[at];
      at++;
      continue;
    }
    let bits = 0;
    let held = 0;
    out += "&";
    for (; at < source.length; at++) {
      const unit = source.charCodeAt(at);
      if (unit >= 0x20 && unit <= 0x7e) break;
      bits = (bits << 16) | unit;
      held += 16;
      while (held >= 6) {
        held -= 6;
        out += alphabet[(bits >> held) & 63];
      }
      bits &= (1 << held) - 1;
    }
    if (held > 0) out += alphabet[(bits << (6 - held)) & 63];
    out += "-";
  }
  return out;
}

/**
 * Modified UTF-7 to text, or null when it is not in the one form that RFC 3501 5.1.3 allows: a second spelling of a
 * name would be a second name.
 */
export function decodeUtf7(name: string): string | null {
  let out = "";
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return null;
    if (code !== 0x26) {
      out += name[at];
      continue;
    }
    const end = name.indexOf("-", at + 1);
    if (end < 0) return null;
    if (end === at + 1) {
      out += "&";
      at = end;
      continue;
    }
    const run = decodeRun(name.slice(at + 1, end));
    // Two runs side by side would have been written as one.
    if (run === null || (name[end + 1] === "&" && name[end + 2] !== "-")) return null;
    out += run;
    at = end;
  }
  return out;
}

function decodeRun(text: string): string | null {
  let bits = 0;
  let held = 0;
  let out = "";
  for (let i = 0; i < text.length; i++) {
    const value = sextetOf[text.charCodeAt(i)] ?? -1;
    if (value < 0) return null;
    bits = (bits << 6) | value;
    held += 6;
    if (held >= 16) {
      held -= 16;
      const unit = (bits >> held) & 0xffff;
      if (unit >= 0x20 && unit <= 0x7e) return null;
      out += String.fromCharCode(unit);
      bits &= (1 << held) - 1;
    }
  }
  // At most one sextet's worth of padding, and all of it zero.
  if (held >= 6 || bits !== 0 || !out.isWellFormed()) return null;
  return out;
}
