// `import`: mail and calendars of files or of another IMAP server into an address.
import { resolve } from "node:path";
import { messageOf } from "../../lib/failure.ts";
import { type CliCommand, CommandError, type Input, type Output, optionOf } from "../context.ts";
import { movedAddress } from "./address.ts";
import { CalendarStore } from "./calendars.ts";
import { importFiles } from "./from-files.ts";
import { importImap, readImapUrl } from "./from-imap.ts";
import { type Counts, folderHere, MailStore } from "./storing.ts";

export const importCommand: CliCommand = {
  name: "import",
  usage: "ADDRESS FILE|DIR|imap://USER@HOST[/FOLDER] [options]",
  summary:
    "import mail (mbox, Maildir, .eml, an export, another IMAP server) and calendars (.ics); run again, it goes on where it ended and stores nothing twice",
  options: [
    { name: "folder", value: "NAME", summary: "put all mail of files into this folder" },
    {
      name: "password-stdin",
      summary: "read the password of the IMAP server from standard input",
      readsStdin: true,
    },
    { name: "token", summary: "standard input is an OAuth 2.0 access token in place of a password" },
    {
      name: "no-tls",
      summary:
        "connect without TLS; by default imaps:// and port 993 have it from the start, and others must offer STARTTLS",
    },
    { name: "no-verify", summary: "accept any certificate of the IMAP server" },
  ],
  examples: [
    "postroom import ada@agents.example.com imaps://ada%40old.example@imap.old.example --password-stdin < password",
    "postroom import ada@agents.example.com mail.mbox --folder Archive",
  ],
  positionals: ["ADDRESS", "SOURCE"],
  async run(core, input, job) {
    const [address = "", source = ""] = input.positionals;
    const owner = await movedAddress(core, address);
    const store = new MailStore(core, owner, job);
    let trouble: unknown = null;
    try {
      if (/^imaps?:/i.test(source)) await importImap({ core, owner, store, job }, imapSource(input, source));
      else
        await importFiles(
          {
            store,
            calendars: new CalendarStore(core, owner),
            folder: folderOf(optionOf(input, "folder")),
            progress: job.progress,
          },
          resolve(input.cwd ?? ".", source),
        );
    } catch (error) {
      // The counts are printed, whatever error ended the import.
      await store.flush().catch(() => undefined);
      trouble = error;
    }
    return outputOf(store.counts, owner.email, trouble);
  },
};

function imapSource(input: Input, source: string) {
  const { options, stdin } = input;
  if (options.folder)
    throw new CommandError("--folder is for files. Name the other server's folder in the URL.");
  const url = readImapUrl(source, {
    plain: options["no-tls"] === true,
    verify: options["no-verify"] !== true,
  });
  const secret = (stdin ?? "").replace(/\r?\n$/, "");
  if (secret === "")
    throw new CommandError("The password is missing: pass it with --password-stdin, e.g. < password-file.");
  return { ...url, secret, isToken: options.token === true };
}

function folderOf(name: string | undefined): string | null {
  return name === undefined ? null : folderHere(name);
}

function outputOf(counts: Counts, email: string, trouble: unknown): Output {
  const { stored, there, events, left, leftCount } = counts;
  const parts = [
    `${stored} ${stored === 1 ? "mail" : "mails"} stored in ${email}`,
    ...(there > 0 ? [`${there} were there already`] : []),
    ...(events > 0 ? [`${events} calendar ${events === 1 ? "entry" : "entries"} stored`] : []),
    ...(leftCount > 0 ? [`${leftCount} left out`] : []),
  ];
  const remarks = [
    ...left,
    ...(leftCount > left.length ? [`and ${leftCount - left.length} more`] : []),
    ...(trouble === null ? [] : [messageOf(trouble)]),
  ];
  return {
    stdout: `${parts.join(", ")}.\n`,
    ...(remarks.length > 0 ? { stderr: remarks.join("\n") } : {}),
    exitCode: trouble === null && leftCount === 0 ? 0 : 1,
  };
}
