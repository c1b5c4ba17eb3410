// The list of settings in src/config/README.md, from src/config/settings.ts. As a program it writes the file.
import { reloadableSettings, settings } from "../../src/config/settings.ts";

/** @returns the text of the file with the settings as they are */
export function withSettings(text: string): string {
  const rows = settings.map(
    (setting) =>
      `| \`${setting.name}\` | ${setting.default} | ${setting.meaning} | \`${setting.example}\` |\n`,
  );
  const names = reloadableSettings.map(({ name }) => `\`${name}\``).sort();
  return text
    .replace(/(?<=^\|---.*\n)(?:\|.*\n)*/m, () => rows.join(""))
    .replace(/(?<=These settings change at once: )[^.]*/, () => names.join(", "));
}

if (import.meta.main) {
  const file = Bun.file(new URL("../../src/config/README.md", import.meta.url));
  await Bun.write(file, withSettings(await file.text()));
}
