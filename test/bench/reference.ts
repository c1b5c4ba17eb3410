// A yardstick of the machine: what smtp-server and mailparser read when nothing is stored, in a process of their own.
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { intake, textMails } from "./intake.ts";

/** Mails a second, for the same load as the intake rows. */
export async function referenceIntake(total: number): Promise<number> {
  const child = Bun.spawn(["bun", import.meta.path, "serve"], { stdout: "pipe", stderr: "inherit" });
  try {
    const { value } = await child.stdout.getReader().read();
    const smtpPort = Number(new TextDecoder().decode(value));
    const recipients = ["someone@postroom.localhost"];
    await intake({ smtpPort }, { total: 1000, recipients, mails: textMails });
    return (await intake({ smtpPort }, { total, recipients, mails: textMails })).perSecond;
  } finally {
    child.kill();
  }
}

if (import.meta.main && process.argv[2] === "serve") {
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData: (stream, _session, done) => void simpleParser(stream).then(() => done(), done),
  });
  server.listen(0, "127.0.0.1", () =>
    process.stdout.write(`${(server.server.address() as { port: number }).port}\n`),
  );
}
