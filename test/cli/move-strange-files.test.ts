// Import of what is no mail: pipes among files, and lines that are longer than any mail.
import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eachApp } from "../support/app/app.ts";
import { runOnStore } from "../support/app/commands.ts";

const temp = () => mkdtempSync(join(tmpdir(), "move-"));

eachApp("import of strange files", (t) => {
  const run = (...words: string[]) => runOnStore(t.app.core, words);

  test("a pipe among files is named and not read, and so is a line that is longer than a mail", async () => {
    const dir = temp();
    for (const part of ["cur", "new", "calendars"]) mkdirSync(join(dir, part));
    writeFileSync(join(dir, "cur/1.a:2,S"), "Subject: kept\n\nbody\n");
    const pipes = ["dovecot-keywords", "cur/2.b:2,S", "calendars/x.ics"];
    for (const pipe of pipes) execFileSync("mkfifo", [join(dir, pipe)]);
    const to = await t.address();
    const done = await run("import", to.email, dir);
    expect([done.exitCode, done.stdout]).toEqual([1, expect.stringContaining("1 mail stored")]);
    for (const pipe of pipes) expect(done.stderr).toContain(`/${pipe}: it is no file`);

    const lines = temp();
    await run("export", to.email, lines, "--format", "eml");
    const index = join(lines, "index.jsonl");
    const [head, ...mails] = readFileSync(index, "utf8").trimEnd().split("\n");
    const long = Buffer.alloc(90 * 1024 * 1024, "A");
    writeFileSync(
      index,
      Buffer.concat([Buffer.from(`${head}\n`), long, Buffer.from(["", ...mails, ""].join("\n"))]),
    );
    const second = await run("import", (await t.address()).email, lines);
    expect([second.exitCode, second.stdout]).toEqual([1, expect.stringContaining("1 mail stored")]);
    expect(second.stderr).toContain("index.jsonl, line 2: it is too large");

    writeFileSync(index, [head, ...mails, ""].join("\n"));
    const [first] = readFileSync(index, "utf8").match(/"file":"[^"]+/)!;
    const file = join(lines, first.slice('"file":"'.length));
    rmSync(file);
    execFileSync("mkfifo", [file]);
    const third = await run("import", (await t.address()).email, lines);
    expect([third.exitCode, third.stderr]).toEqual([1, expect.stringContaining("names what is no file")]);
  });
});
