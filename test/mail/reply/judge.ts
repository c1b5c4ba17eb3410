// How a folded reply is compared with what the data expects. White space is collapsed. Signatures are judged both ways:
// the sources disagree whether "Regards, Bob", "-- \nBob", "Sent from my iPhone" and a list's footer belong to a
// reply, so a case is met when the two agree as they are, or once such a tail is taken off one of them or both.
// The judge's idea of a signature is its own: it shares nothing with the code under test.

import { load } from "cheerio";

/** White space collapsed, invisible characters and the no-break space made plain. */
export function collapse(text: string): string {
  return text
    .replace(/[\u200b-\u200f\ufeff]/g, "")
    .replace(/[\s\u00a0]+/g, " ")
    .trim();
}

/** The text of an HTML fragment, a line for each block and break. */
export function htmlText(html: string): string {
  const $ = load(html);
  $("style,script,title,head").remove();
  $("br,hr").replaceWith("\n");
  $("p,div,blockquote,li,tr,table,pre,h1,h2,h3,h4,h5,h6").each((_, element) => {
    $(element).prepend("\u0001").append("\u0001");
  });
  return $.root()
    .text()
    .replace(/[^\S\u0001\n]+/g, " ")
    .replace(/\u0001/g, "\n");
}

const FOOTER =
  /^(sent from|sent via|get outlook|gesendet von|gesendet mit|envoyé (à partir|de|depuis)|enviado d|inviato da|verzonden v|verstuurd v|skickat från|sendt fra|wysłan|отправлено|发自)/i;
const CLOSING =
  /^(best|kind|warm|with)? ?(regards|wishes|thanks|thank you|cheers|sincerely|cordialement|mfg|bob)[,.!]?( \w+)?$/i;

/** The text without the signature at its end. */
function withoutSignature(text: string): string {
  const lines = text.replace(/\r\n/g, "\n").trimEnd().split("\n");
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at]!.trim();
    const rest = lines.slice(at + 1).filter((one) => one.trim() !== "");
    // A lone name under the last words.
    const name = /^\p{Lu}\p{Ll}{1,14}$/u.test(line) && rest.length === 0;
    const delimiter = /^(--|—|_{2,}|-{3,}|={3,})$/.test(line);
    const tail =
      (FOOTER.test(line) && line.length < 100) ||
      (CLOSING.test(line) && rest.length <= 4) ||
      (/^[-–—] ?\p{Lu}[\p{L} .]+$/u.test(line) && rest.length <= 5);
    if (delimiter || tail || name) return lines.slice(0, at).join("\n");
  }
  return text;
}

/** Whether ours agrees with what is expected, as it is or without signatures. */
export function agrees(ours: string, expected: string): "exact" | "signature" | null {
  if (collapse(ours) === collapse(expected)) return "exact";
  const [bareOurs, bareExpected] = [withoutSignature(ours), withoutSignature(expected)].map(collapse);
  if (bareOurs === bareExpected || bareOurs === collapse(expected) || collapse(ours) === bareExpected)
    return "signature";
  return null;
}
