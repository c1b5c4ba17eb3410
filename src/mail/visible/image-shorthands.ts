// Shorthands of pictures behind and before an element. CSS Backgrounds 3 2.10, CSS Masking 1 7.9
import { cssColour, words } from "./colours.ts";

const picture =
  /^(?:url\(|(?:-webkit-)?image-set\(|(?:-webkit-|-moz-)?(?:repeating-)?(?:linear|radial|conic)-gradient\()/;
const otherWord = /^(?:\/|none|[a-z-]+|[+-]?[\d.]+(?:%|[a-z]+)?|calc\(.*\)|\/?[\d.a-z%]+(?:\/[\d.a-z%]*)?)$/;

/** The longhands of `background`; none where a program takes no such value. */
export function backgroundOf(value: string): [string, string][] {
  let ground = "transparent";
  const images: string[] = [];
  const layers = words(value, ",");
  for (const layer of layers) {
    for (const word of words(layer)) {
      if (picture.test(word)) images.push(word);
      else if (cssColour(word) !== null) ground = word;
      else if (!otherWord.test(word)) return [];
    }
  }
  const { size, repeat } = placedOnce(value, layers.length);
  return [
    ["background-color", ground],
    ["background-image", images.length > 0 ? images.join(",") : "none"],
    ["background-size", size],
    ["background-repeat", repeat],
  ];
}

export function maskOf(value: string): [string, string][] {
  const images = words(value.replaceAll(",", " , ").replaceAll("/", " / ")).filter((word) =>
    /^(?:url|.*gradient)\(/.test(word),
  );
  const { size, repeat } = placedOnce(value, words(value, ",").length);
  return [
    ["mask-image", images.length > 0 ? images.join(",") : "none"],
    ["mask-size", size],
    ["mask-repeat", repeat],
  ];
}

/** Size and repetition of a picture that is the only one. */
function placedOnce(value: string, layers: number): { size: string; repeat: string } {
  if (layers !== 1) return { size: "auto", repeat: "repeat" };
  const parts = words(value.replaceAll("/", " / "));
  const slash = parts.indexOf("/");
  return {
    size: slash > 0 ? parts.slice(slash + 1, slash + 3).join(" ") : "auto",
    repeat: parts.includes("no-repeat") ? "no-repeat" : "repeat",
  };
}
