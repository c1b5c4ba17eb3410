// An IMAP server that mail is taken from, with one folder and as little as a client needs: what real ones do rarely, it does when asked.
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface ImapSourceFake {
  port: number;
  uidValidity: number;
  mails: { uid: number; raw: string }[];
  /** The order of answers to FETCH, which is the server's matter. RFC 9051 7.5.2 */
  order: (a: { uid: number }, b: { uid: number }) => number;
  /** A mail that is found, and gone when it is fetched. */
  goneUid: number;
  stop(): void;
}

export async function startImapSource(): Promise<ImapSourceFake> {
  const server = createServer((socket) => talk(source, socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const source: ImapSourceFake = {
    port: (server.address() as AddressInfo).port,
    uidValidity: 1,
    mails: [],
    order: (a, b) => a.uid - b.uid,
    goneUid: 0,
    stop: () => void server.close(),
  };
  return source;
}

function talk(source: ImapSourceFake, socket: Socket): void {
  let held = "";
  socket.on("error", () => undefined);
  socket.write("* OK ready\r\n");
  socket.on("data", (data) => {
    held += data.toString("latin1");
    for (let end = held.indexOf("\r\n"); end >= 0; end = held.indexOf("\r\n")) {
      const line = held.slice(0, end);
      held = held.slice(end + 2);
      answer(source, socket, line);
    }
  });
}

function answer(source: ImapSourceFake, socket: Socket, line: string): void {
  const [, tag = "*", words = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
  const verb = words
    .toUpperCase()
    .split(" ")
    .slice(0, words.toUpperCase().startsWith("UID ") ? 2 : 1);
  const say = (text: string) => socket.write(`* ${text}\r\n`, "latin1");
  const highest = Math.max(0, ...source.mails.map(({ uid }) => uid));
  if (verb[0] === "CAPABILITY") say("CAPABILITY IMAP4rev1");
  if (verb[0] === "LIST") say('LIST (\\HasNoChildren) "/" INBOX');
  if (verb[0] === "EXAMINE") {
    say(`${source.mails.length} EXISTS`);
    say(`OK [UIDVALIDITY ${source.uidValidity}] valid`);
    say(`OK [UIDNEXT ${highest + 1}] next`);
  }
  if (verb.join(" ") === "UID SEARCH") say(`SEARCH ${source.mails.map(({ uid }) => uid).join(" ")}`);
  if (verb.join(" ") === "UID FETCH") {
    const wanted = rangesOf(words.split(" ")[2] ?? "");
    const found = source.mails.filter(({ uid }) => wanted.some(([from, to]) => uid >= from && uid <= to));
    for (const { uid, raw } of found.toSorted(source.order)) {
      const number = source.mails.findIndex((mail) => mail.uid === uid) + 1;
      if (uid === source.goneUid && /BODY/i.test(words)) continue;
      const octets = `FLAGS () INTERNALDATE "01-Jan-2020 00:00:00 +0000" BODY[] {${raw.length}}\r\n${raw}`;
      say(`${number} FETCH (UID ${uid} ${/BODY/i.test(words) ? octets : `RFC822.SIZE ${raw.length}`})`);
    }
  }
  socket.write(`${tag} OK done\r\n`);
  if (verb[0] === "LOGOUT") socket.end();
}

function rangesOf(set: string): [number, number][] {
  return set.split(",").map((range) => {
    const [from = "0", to = from] = range.split(":");
    return [Number(from), to === "*" ? Number.POSITIVE_INFINITY : Number(to)];
  });
}
