// Lib: archives of tar whose bytes say nothing of when they were made.
/** Blocks of a tar. POSIX.1-1988 ustar */
const block = 512;

/** The tar with the beginning of time in each header, and the header's sum with it. POSIX.1-1988 ustar */
export function withoutTimes(tar: Uint8Array): Uint8Array {
  const [time, sum, end] = [136, 148, 156];
  const octal = (value: number, digits: number) =>
    new TextEncoder().encode(value.toString(8).padStart(digits, "0"));
  for (let at = 0; tar[at]; ) {
    const header = tar.subarray(at, at + block);
    header.set(octal(0, 11), time);
    header.fill(0x20, sum, end);
    header.set(
      octal(
        header.reduce((all, octet) => all + octet, 0),
        6,
      ),
      sum,
    );
    header[sum + 6] = 0;
    const size = Number.parseInt(new TextDecoder().decode(header.subarray(124, 135)), 8);
    at += block + Math.ceil(size / block) * block;
  }
  return tar;
}
