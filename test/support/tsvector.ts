// A tsvector in its binary form, as the text that PostgreSQL would print of it, without quotes. PostgreSQL 8.11.1

const weights = ["", "C", "B", "A"];

export function tsvectorText(octets: Uint8Array): string {
  const buffer = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
  const entries: string[] = [];
  let at = 4;
  for (let left = buffer.readUInt32BE(0); left > 0; left--) {
    const end = buffer.indexOf(0, at);
    const word = buffer.toString("utf8", at, end);
    const count = buffer.readUInt16BE(end + 1);
    at = end + 3;
    const places = Array.from({ length: count }, (_, n) => buffer.readUInt16BE(at + 2 * n));
    at += 2 * count;
    const said = places.map((place) => `${place & 0x3fff}${weights[place >> 14]}`).join(",");
    entries.push(count === 0 ? word : `${word}:${said}`);
  }
  if (at !== buffer.length) throw new Error(`${buffer.length - at} octets are left`);
  return entries.join(" ");
}
