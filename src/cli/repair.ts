// `repair`: indexes that the database lacks, and large mails and files whose bytes are missing or damaged.
import { resolve } from "node:path";
import { migrations } from "../../migrations/index.ts";
import { cipherOf, openObjects } from "../store/backup/objects.ts";
import { openPlace, placeError } from "../store/backup/places.ts";
import { mendIndexes } from "../store/database/indexes.ts";
import { repairBlobs } from "../store/maintenance/repair.ts";
import { type CliCommand, CommandError, type Output, optionOf } from "./context.ts";

/** Lines of what stays lost. */
const maxNamed = 50;

export const repair: CliCommand = {
  name: "repair",
  usage: "[--from FOLDER|s3://BUCKET/PREFIX] [--mark]",
  summary:
    "make indexes again that the database lacks, read all large mails and files again, bring back from a backup what is missing or damaged, and mark what stays lost",
  options: [
    { name: "from", value: "PLACE", summary: "a place of backups that may have them whole" },
    {
      name: "mark",
      summary: "what stays lost is known to be so: check, doctor and backup no longer fail for it",
    },
  ],
  positionals: [],
  async run({ database, blobs, clock, config }, input, { progress, signal }) {
    const from = optionOf(input, "from");
    const named = from?.startsWith("s3://") ? from : from && resolve(input.cwd ?? ".", from);
    const place = named === undefined ? null : openPlace(named, config.s3Server, { make: false });
    try {
      if (place && (await place.manifests()).length === 0)
        throw new CommandError(`${from} holds no backups.`);
      const backup = place && openObjects(place, cipherOf(config.backupKey), new Set());
      const marks = input.options.mark === true;
      const repaired = await repairBlobs({ database, blobs, clock, backup, marks, progress, signal });
      progress("indexes");
      const indexes = await mendIndexes(database, migrations);
      return told(repaired, indexes);
    } catch (error) {
      throw place ? placeError(place, error) : error;
    } finally {
      place?.close();
    }
  },
};

function told(
  { looked, restored, found, lost }: Awaited<ReturnType<typeof repairBlobs>>,
  indexes: Awaited<ReturnType<typeof mendIndexes>>,
): Output {
  const open = lost.filter(({ isMarked }) => !isMarked);
  const lines = [
    ...(indexes.made.length === 0 ? [] : [`Indexes that were made again: ${indexes.made.join(", ")}.`]),
    ...indexes.refused.map(
      (why) =>
        `An index cannot be made: ${why}.${why.includes("could not create unique index") ? " postroom check says of what rows are there twice; delete the newer ones, then repair again." : ""}`,
    ),
    `${looked} large mails and files were read: ${restored.length} brought back, ${found.length} found again, ${lost.length} lost${open.length < lost.length ? ` (${lost.length - open.length} of them marked)` : ""}.`,
    ...lost
      .slice(0, maxNamed)
      .map(({ key, state, isMarked }) => `${key}: ${state}${isMarked ? ", marked" : ""}`),
    ...(lost.length > maxNamed ? [`and ${lost.length - maxNamed} more`] : []),
    ...(open.length === 0
      ? []
      : [
          "postroom check names what they belong to. Name a place of backups that has them with --from, or mark them with --mark: their mails stay, as what is left of them.",
        ]),
  ];
  return {
    stdout: `${lines.join("\n")}\n`,
    exitCode: open.length === 0 && indexes.refused.length === 0 ? 0 : 1,
  };
}
