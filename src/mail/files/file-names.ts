// Folders as paths of files: a level a directory. What file systems refuse is written as %XX.

/** Octets of a name in most file systems. */
const maxNameBytes = 255;

/** A folder as a relative path. @param ending is added to its last level */
export function pathOfFolder(folder: string, ending = ""): string {
  const levels = folder.split("/").map(escaped);
  const last = levels.length - 1;
  levels[last] = `${levels[last]}${ending}`;
  return levels.map((level) => shortened(level, ending)).join("/");
}

function escaped(level: string): string {
  const text = level.replace(/[%/\\:*?"<>|\x00-\x1f\x7f]/g, (char) => percent(char));
  return text === "" ? "%" : text.replace(/^[. ]|[. ]$/g, (char) => percent(char));
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** A name that is too long is cut, and told apart by a digest of the whole. */
function shortened(name: string, ending: string): string {
  if (Buffer.byteLength(name) <= maxNameBytes) return name;
  const digest = Bun.hash(name).toString(36);
  let kept = name.slice(0, name.length - ending.length);
  while (Buffer.byteLength(kept) > maxNameBytes - digest.length - ending.length - 1) kept = kept.slice(0, -1);
  return `${kept.toWellFormed()}~${digest}${ending}`;
}

/** The folder of a relative path. */
export function folderOfPath(path: string): string {
  return path
    .split("/")
    .map((level) =>
      level === "%"
        ? ""
        : level.replace(/%([0-9A-F]{2})/g, (_, code: string) =>
            String.fromCharCode(Number.parseInt(code, 16)),
          ),
    )
    .join("/");
}
