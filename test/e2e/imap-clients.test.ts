// Mail programs that other people wrote, from Debian, against the running server: mbsync, offlineimap, fetchmail, getmail,
// neomutt, curl and Python's imaplib read and write mail; msmtp and swaks submit it. One that is not installed is skipped,
// and says so.
import { afterAll, beforeAll, describe, expect } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check } from "../../src/store/maintenance/check.ts";
import { startTestApp, type TestApp } from "../support/app/app.ts";
import { type TempStore, tempStore } from "../support/app/database.ts";
import { ImapTalk, type Mailbox, passwordFor, smallMail } from "../support/imap/client.ts";
import { env, files, run, state, withProgram } from "./mail-programs.ts";

let store: TempStore;

let t: TestApp;

const home = mkdtempSync(join(tmpdir(), "postroom-clients-"));

let counter = 0;

async function newBox(mails: number): Promise<{ box: Mailbox; talk: ImapTalk; dir: string }> {
  const local = `client${++counter}`;
  const address = { domain_id: t.domainId, local_part: local };
  const { id, email } = await t.api.must<{ id: string; email: string }>(
    201,
    t.api.post("/identities", address),
  );
  const box = await passwordFor(t, { id, email });
  const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
  for (let n = 1; n <= mails; n++)
    await talk.append("INBOX", smallMail(`mail ${n}`), n === 1 ? "(\\Seen)" : "");
  const dir = join(home, local);
  mkdirSync(dir);
  return { box, talk, dir };
}

beforeAll(async () => {
  store = await tempStore("embedded");
  t = await startTestApp(store, { env });
});

afterAll(async () => {
  expect(await check(t.app.core)).toEqual([]);
  expect(t.trouble.filter(({ level }) => level === "error")).toEqual([]);
  await t.stop();
  await store.dispose();
  rmSync(home, { recursive: true, force: true });
});

describe("mail programs read and write", () => {
  withProgram("mbsync", "syncs both ways, and the second time nothing changes", async () => {
    const { box, talk, dir } = await newBox(3);
    await talk.ok("CREATE Lists/news");
    await talk.append("Lists/news", smallMail("news"), "(\\Flagged)");
    mkdirSync(join(dir, "mail"));
    writeFileSync(
      join(dir, "mbsyncrc"),
      `IMAPStore far
Host 127.0.0.1
Port ${t.app.ports.imap}
User ${box.email}
Pass ${box.password}
SSLType None
AuthMechs LOGIN

MaildirStore near
Path ${dir}/mail/
Inbox ${dir}/mail/INBOX
SubFolders Verbatim

Channel all
Far :far:
Near :near:
Patterns *
Create Both
Remove Both
Expunge Both
SyncState *
`,
    );
    const sync = () => run(["mbsync", "-c", "mbsyncrc", "-a"], { dir });
    await sync();
    expect(files(join(dir, "mail")).filter((file) => /\/(?:cur|new)\//.test(file))).toHaveLength(4);
    // Both sides change: a new mail and a flag here, a flag and a removal there.
    const inbox = join(dir, "mail/INBOX");
    writeFileSync(join(inbox, "new/1000000000.1.here"), smallMail("from here").replaceAll("\r\n", "\n"));
    await talk.ok("SELECT INBOX");
    await talk.ok("STORE 2 +FLAGS (\\Answered)");
    await talk.ok("STORE 3 +FLAGS (\\Deleted)");
    await talk.ok("EXPUNGE");
    await talk.ok("UNSELECT");
    await sync();
    await talk.ok("SELECT INBOX");
    expect(await talk.ok('SEARCH SUBJECT "from here"')).toEqual(["* SEARCH 3"]);
    await talk.ok("UNSELECT");
    expect(files(inbox).some((file) => /:2,R$/.test(file))).toBe(true);
    expect(files(inbox).filter((file) => /\/(?:cur|new)\//.test(file))).toHaveLength(3);
    const before = {
      far: await state(talk, "INBOX"),
      news: await state(talk, "Lists/news"),
      near: files(join(dir, "mail")),
    };
    await sync();
    expect({
      far: await state(talk, "INBOX"),
      news: await state(talk, "Lists/news"),
      near: files(join(dir, "mail")),
    }).toEqual(before);
    talk.close();
  });

  withProgram("offlineimap", "syncs both ways, and the second time nothing changes", async () => {
    const { box, talk, dir } = await newBox(3);
    writeFileSync(
      join(dir, "offlineimaprc"),
      `[general]
accounts = a
metadata = ${dir}/meta
ui = quiet
[Account a]
localrepository = l
remoterepository = r
[Repository l]
type = Maildir
localfolders = ${dir}/mail
[Repository r]
type = IMAP
remotehost = 127.0.0.1
remoteport = ${t.app.ports.imap}
remoteuser = ${box.email}
remotepass = ${box.password}
ssl = no
starttls = no
auth_mechanisms = LOGIN
folderfilter = lambda f: f in ["INBOX", "Archive"]
`,
    );
    const sync = () => run(["offlineimap", "-c", "offlineimaprc", "-o"], { dir });
    await sync();
    const mails = () => files(join(dir, "mail")).filter((file) => /\/(?:cur|new)\//.test(file));
    expect(mails()).toHaveLength(3);
    writeFileSync(
      join(dir, "mail/Archive/new/1000000000.1.here"),
      smallMail("from here").replaceAll("\r\n", "\n"),
    );
    await sync();
    await talk.ok("EXAMINE Archive");
    expect(await talk.ok('SEARCH SUBJECT "from here"')).toEqual(["* SEARCH 1"]);
    await talk.ok("UNSELECT");
    const before = { far: await state(talk, "Archive"), inbox: await state(talk, "INBOX"), near: mails() };
    await sync();
    expect({ far: await state(talk, "Archive"), inbox: await state(talk, "INBOX"), near: mails() }).toEqual(
      before,
    );
    talk.close();
  });

  withProgram("fetchmail", "fetches what is new", async () => {
    const { box, talk, dir } = await newBox(2);
    const rc = `poll 127.0.0.1 protocol imap service ${t.app.ports.imap} auth password
 user "${box.email}" password "${box.password}" sslproto "" keep mda "cat >> ${dir}/got"\n`;
    writeFileSync(join(dir, "rc"), rc, { mode: 0o600 });
    await run(["fetchmail", "-f", "rc", "--all", "--nosyslog", "-d0"], { dir });
    const got = readFileSync(join(dir, "got"), "utf8");
    expect(got).toContain("This is mail 1.");
    expect(got).toContain("This is mail 2.");
    await talk.ok("SELECT INBOX");
    expect(await talk.ok("SEARCH UNSEEN")).toEqual(["* SEARCH"]);
    talk.close();
  });

  withProgram("getmail", "fetches and deletes", async () => {
    const { box, talk, dir } = await newBox(2);
    writeFileSync(
      join(dir, "getmailrc"),
      `[retriever]
type = SimpleIMAPRetriever
server = 127.0.0.1
port = ${t.app.ports.imap}
username = ${box.email}
password = ${box.password}
mailboxes = ("INBOX",)
[destination]
type = MDA_external
path = /bin/sh
arguments = ("-c", "cat >> ${dir}/got")
allow_root_commands = true
[options]
read_all = true
delete = true
`,
    );
    await run(["getmail", "--getmaildir", dir, "--rcfile", "getmailrc"], { dir });
    expect(readFileSync(join(dir, "got"), "utf8").match(/^This is mail/gm)).toHaveLength(2);
    expect(await talk.ok("STATUS INBOX (MESSAGES)")).toEqual(['* STATUS "INBOX" (MESSAGES 0)']);
    talk.close();
  });

  withProgram("neomutt", "opens, flags and saves", async () => {
    const { box, talk, dir } = await newBox(2);
    writeFileSync(
      join(dir, "muttrc"),
      `set imap_user="${box.email}"
set imap_pass="${box.password}"
set ssl_starttls=no
set ssl_force_tls=no
set folder="imap://127.0.0.1:${t.app.ports.imap}/"
set spoolfile="+INBOX"
set confirmappend=no
set delete=yes
set quit=yes
set header_cache=""
set imap_authenticators="login"
`,
    );
    const command = `neomutt -F muttrc -e 'push "<set-flag>!<save-message><kill-line>=Archive<enter><sync-mailbox><quit>"'`;
    await run(["script", "-qec", command, "/dev/null"], { dir });
    await talk.ok("SELECT Archive");
    expect((await talk.ok("FETCH 1:* FLAGS")).join()).toContain("\\Flagged");
    expect(await talk.ok("STATUS INBOX (MESSAGES)")).toEqual(['* STATUS "INBOX" (MESSAGES 1)']);
    talk.close();
  });

  withProgram("curl", "lists, reads, searches and appends over TLS", async () => {
    const { box, talk, dir } = await newBox(2);
    const url = `imaps://127.0.0.1:${t.app.ports.imaps}`;
    const curl = (...rest: string[]) =>
      run(["curl", "-sSk", "-u", `${box.email}:${box.password}`, ...rest], { dir });
    expect(await curl(`${url}/`)).toContain('* LIST (\\HasNoChildren \\Sent) "/" "Sent"');
    expect(await curl(`${url}/INBOX;MAILINDEX=2`)).toBe(smallMail("mail 2"));
    expect(await curl(`${url}/INBOX?SUBJECT%20%22mail%201%22`)).toBe("* SEARCH 1\r\n");
    writeFileSync(join(dir, "up.eml"), smallMail("uploaded"));
    await curl("-T", "up.eml", `${url}/Archive`);
    expect(await curl(`${url}/Archive;UID=1`)).toBe(smallMail("uploaded"));
    const starttls = `imap://127.0.0.1:${t.app.ports.imap}/INBOX;UID=1;SECTION=HEADER.FIELDS%20(SUBJECT)`;
    expect(await curl("--ssl-reqd", starttls)).toBe("Subject: mail 1\r\n\r\n");
    talk.close();
  });

  withProgram("python3", "with imaplib does a session over STARTTLS", async () => {
    const { box, talk, dir } = await newBox(1);
    const script = `
import imaplib, ssl
context = ssl._create_unverified_context()
m = imaplib.IMAP4("127.0.0.1", ${t.app.ports.imap})
m.starttls(context)
assert m.login("${box.email}", "${box.password}")[0] == "OK"
assert m.create("Work")[0] == "OK"
assert m.append("Work", "(\\\\Seen)", imaplib.Time2Internaldate(0), "Subject: gr\\u00fc\\u00dfe\\r\\n\\r\\nx\\r\\n".encode())[0] == "OK"
typ, data = m.select("Work")
assert (typ, data) == ("OK", [b"1"]), data
typ, data = m.uid("FETCH", "1:*", "(FLAGS INTERNALDATE BODY.PEEK[])")
assert b"01-Jan-1970" in data[0][0].replace(b" 1-", b"01-"), data
assert data[0][1].startswith(b"Subject: gr"), data
assert m.copy("1", "INBOX")[0] == "OK"
assert m.store("1", "+FLAGS", "(\\\\Deleted)")[0] == "OK"
assert m.expunge() == ("OK", [b"1"])
assert m.close()[0] == "OK"
typ, data = m.status("INBOX", "(MESSAGES UNSEEN)")
assert b"MESSAGES 2 UNSEEN 0" in data[0], data
assert m.delete("Work")[0] == "OK"
m.logout()
print("whole")
`;
    expect(await run(["python3", "-c", script], { dir })).toBe("whole\n");
    talk.close();
  });
});

describe("mail programs submit", () => {
  const sentOf = async (talk: ImapTalk) => (await talk.ok("STATUS Sent (MESSAGES)"))[0];

  withProgram("msmtp", "over STARTTLS and over TLS", async () => {
    const { box, talk, dir } = await newBox(0);
    const { email: to } = (await newBox(0)).box;
    for (const [port, starttls] of [
      [t.app.ports.submission, "on"],
      [t.app.ports.submissions, "off"],
    ]) {
      const rc = `account default\nhost 127.0.0.1\nport ${port}\ntls on\ntls_starttls ${starttls}\ntls_certcheck off\nauth plain\nuser ${box.email}\npassword ${box.password}\nfrom ${box.email}\n`;
      writeFileSync(join(dir, "msmtprc"), rc, { mode: 0o600 });
      await run(["msmtp", "-C", "msmtprc", to], {
        dir,
        input: `From: ${box.email}\nTo: ${to}\nSubject: ${starttls}\n\nx\n`,
      });
    }
    expect(await sentOf(talk)).toBe('* STATUS "Sent" (MESSAGES 2)');
    talk.close();
  });

  withProgram("swaks", "with AUTH LOGIN and PLAIN", async () => {
    const { box, talk, dir } = await newBox(0);
    const { email: to } = (await newBox(0)).box;
    for (const mechanism of ["LOGIN", "PLAIN"]) {
      const login = ["--auth", mechanism, "--auth-user", box.email, "--auth-password", box.password];
      await run(
        [
          "swaks",
          "--server",
          "127.0.0.1",
          "--port",
          String(t.app.ports.submission),
          "--from",
          box.email,
          "--to",
          to,
          ...login,
        ],
        { dir },
      );
    }
    expect(await sentOf(talk)).toBe('* STATUS "Sent" (MESSAGES 2)');
    talk.close();
  });
});
