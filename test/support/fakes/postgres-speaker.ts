// A server that speaks as much of PostgreSQL's protocol as a client needs to begin a session and to ask for the version.
// PostgreSQL 55.2
import type { Socket } from "bun";

export interface Speaker {
  url: string;
  stop(): void;
}

interface Spoken {
  rest: Buffer;
  begun: boolean;
  /** The last statement that was parsed. */
  text: string;
}

/** @param unknownSettings SET is refused, as by a server that does not know the setting */
export function startSpeaker({
  version,
  unknownSettings,
}: {
  version: string;
  unknownSettings: boolean;
}): Speaker {
  const pid = 4711;
  const values: Record<string, [string, number, string][]> = {
    "select version()": [["version", 25, version]],
    "select current_setting": [
      ["read_only", 16, "f"],
      ["pid", 23, String(pid)],
      ["version", 25, version],
    ],
    "select 1": [["one", 23, "1"]],
  };
  const rowOf = (text: string) => Object.entries(values).find(([start]) => text.startsWith(start))?.[1] ?? [];
  const described = (text: string) =>
    message("T", [
      int16(rowOf(text).length),
      ...rowOf(text).map(([name, type]) =>
        Buffer.concat([cString(name), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)]),
      ),
    ]);
  const answered = (text: string) =>
    Buffer.concat([
      message("D", [int16(rowOf(text).length), ...rowOf(text).map(([, , value]) => sized(value))]),
      message("C", [cString("SELECT 1")]),
    ]);
  const ready = message("Z", [Buffer.from("I")]);
  const refused = message("E", [
    cString("SERROR"),
    cString("VERROR"),
    cString("C42704"),
    cString('Munrecognized configuration parameter "enable_seqscan"'),
    Buffer.from([0]),
  ]);

  function answer(kind: string, body: Buffer, spoken: Spoken): Buffer {
    const text = body.toString("utf8").replace(/\0.*$/s, "");
    switch (kind) {
      case "Q":
        if (text.startsWith("set ") && unknownSettings) return Buffer.concat([refused, ready]);
        if (text.startsWith("set ")) return Buffer.concat([message("C", [cString("SET")]), ready]);
        return Buffer.concat([described(text), answered(text), ready]);
      case "P":
        spoken.text = body
          .subarray(body.indexOf(0) + 1)
          .toString("utf8")
          .replace(/\0.*$/s, "");
        return message("1", []);
      case "D":
        return Buffer.concat([message("t", [int16(0)]), described(spoken.text)]);
      case "B":
        return message("2", []);
      case "E":
        return answered(spoken.text);
      case "S":
        return ready;
      default:
        return Buffer.alloc(0);
    }
  }

  function hear(socket: Socket<Spoken>, bytes: Buffer): void {
    const spoken = socket.data;
    spoken.rest = Buffer.concat([spoken.rest, bytes]);
    for (;;) {
      // The first message of a client has no kind.
      const head = spoken.begun ? 1 : 0;
      if (spoken.rest.length < head + 4) return;
      const size = spoken.rest.readInt32BE(head);
      if (spoken.rest.length < head + size) return;
      const kind = spoken.begun ? String.fromCharCode(spoken.rest[0]!) : "startup";
      const body = spoken.rest.subarray(head + 4, head + size);
      spoken.rest = spoken.rest.subarray(head + size);
      if (kind === "startup") {
        spoken.begun = true;
        socket.write(
          Buffer.concat([
            message("R", [int32(0)]),
            message("S", [cString("server_version"), cString("17.6")]),
            message("K", [int32(pid), int32(1)]),
            ready,
          ]),
        );
      } else socket.write(answer(kind, body, spoken));
    }
  }

  const server = Bun.listen<Spoken>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        socket.data = { rest: Buffer.alloc(0), begun: false, text: "" };
      },
      data: hear,
    },
  });
  return { url: `postgres://someone@127.0.0.1:${server.port}/mail`, stop: () => server.stop(true) };
}

function message(kind: string, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts as Buffer[]);
  return Buffer.concat([Buffer.from(kind, "latin1"), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

function sized(value: string): Buffer {
  return Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]);
}
