// What crosses to a reading process and back: large texts and bytes in pieces, whatever they stand in.
import { deserialize, serialize } from "bun:jsc";
import { expect, test } from "bun:test";
import {
  Batch,
  Cargo,
  Gathering,
  pieceSize,
  type ReaderJob,
  type ToReader,
} from "../../src/reading/reader-wire.ts";

/** As a process gets a message. */
const sent = (message: ToReader) => deserialize(serialize(message)) as ToReader;

const sizeOf = (message: ToReader) => serialize(message).byteLength;

function arrived(messages: Iterable<ToReader>): { jobs: ReaderJob[]; largest: number } {
  const gathering = new Gathering();
  let largest = 0;
  for (const message of messages) {
    largest = Math.max(largest, sizeOf(message));
    const got = sent(message);
    if ("jobs" in got) return { jobs: deserialize(got.jobs) as ReaderJob[], largest };
    if ("clone" in got) gathering.begin(got);
    else if (gathering.add(got)) return { jobs: gathering.take() as ReaderJob[], largest };
  }
  throw new Error("it did not arrive whole");
}

// Pieces end within letters of two halves, and a half may stand alone.
const text = `${"a".repeat(pieceSize - 1)}😀${"中".repeat(pieceSize)}\ud800`;
const bytes = new Uint8Array(3 * pieceSize + 7).map((_, at) => at);
const input = {
  raw: bytes,
  written: { text, html: "<p>".repeat(pieceSize) },
  attachments: [{ name: "a" }, { name: "b", content: bytes.subarray(5) }],
  when: new Date(0),
};

test("a job with large texts and bytes crosses in small messages, as it was", () => {
  const job: ReaderJob = { job: "read", input };
  const { jobs, largest } = arrived(new Batch([job]).messages());
  expect(jobs).toEqual([job]);
  expect(largest).toBeLessThan(3 * pieceSize);
  // Neither side clones what is large.
  expect(new Cargo([job]).clone.length).toBeLessThan(1000);
  expect(input.written.text).toBe(text);
});

test("small jobs cross as one message", () => {
  const jobs: ReaderJob[] = Array.from({ length: 3 }, (_, n) => ({ job: "html", input: `${n}` }));
  const batch = new Batch(jobs);
  expect([...batch.messages()].length).toBe(1);
  expect(arrived(batch.messages()).jobs).toEqual(jobs);
});

test("a value that is large itself crosses in pieces", () => {
  for (const value of [text, bytes]) {
    const cargo = new Cargo(value);
    const gathering = new Gathering();
    gathering.begin(cargo.announced);
    const whole = [...cargo.pieces()].map((piece) => gathering.add(sent(piece) as never));
    expect(whole.length).toBe(cargo.count);
    expect(whole.indexOf(true)).toBe(whole.length - 1);
    expect(gathering.take()).toEqual(value);
  }
});
