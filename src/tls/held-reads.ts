// Reads of a TLS socket on a connection that was read from before (STARTTLS): there the runtime goes on reading whenever a piece
// is taken, however much waits, so that a sender who is faster than the disk fills the memory (Bun 1.4.5).
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";

/** Stops reading the connection while as much as `readableHighWaterMark` waits in the TLS socket on it. */
export function holdReads(secure: TLSSocket, connection: Socket): void {
  const { push, read, resume } = secure;
  const hold = () => {
    if (secure.readableLength >= secure.readableHighWaterMark) connection.pause();
  };
  secure.push = (chunk, encoding) => {
    const isRoom = push.call(secure, chunk, encoding);
    hold();
    return isRoom;
  };
  secure.read = (size) => {
    const piece: unknown = read.call(secure, size);
    if (secure.readableLength < secure.readableHighWaterMark) connection.resume();
    else hold();
    return piece;
  };
  secure.resume = () => {
    resume.call(secure);
    hold();
    return secure;
  };
}
