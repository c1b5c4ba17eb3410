// The mail server that takes what is sent: its own process, the least of SMTP. It prints its port; it greets nobody until
// a line comes on stdin, and prints, at a line "count N", once N mails have come, the time in milliseconds since the
// first one was greeted.
import { createServer, type Socket } from "node:net";

const waiting: Socket[] = [];
const greeted = new Set<Socket>();
let open = false;
let openedAt = 0;
let taken = 0;
let wanted: number | null = null;

function greet(socket: Socket): void {
  greeted.add(socket);
  socket.on("close", () => greeted.delete(socket));
  socket.write("220 sink\r\n");
}

function report(): void {
  if (wanted === null || taken < wanted) return;
  process.stdout.write(`${JSON.stringify({ taken, ms: performance.now() - openedAt })}\n`);
  wanted = null;
}

const server = createServer((socket) => {
  let pending = "";
  let inData = false;
  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    pending += chunk.toString("latin1");
    for (;;) {
      if (inData) {
        const end = pending.indexOf("\r\n.\r\n");
        if (end < 0) return;
        pending = pending.slice(end + 5);
        inData = false;
        taken++;
        socket.write("250 2.0.0 OK\r\n");
        report();
        continue;
      }
      const end = pending.indexOf("\r\n");
      if (end < 0) return;
      const verb = pending.slice(0, 4).toUpperCase();
      pending = pending.slice(end + 2);
      if (verb === "EHLO") socket.write("250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n");
      else if (verb === "QUIT") socket.end("221 2.0.0 Bye\r\n");
      else if (verb === "DATA") {
        inData = true;
        socket.write("354 Go on\r\n");
      } else socket.write("250 2.0.0 OK\r\n");
    }
  });
  if (open) greet(socket);
  else waiting.push(socket);
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" && address ? address.port : 0}\n`);
});

for await (const line of console) {
  const [word, count] = line.split(" ");
  if (word === "open") {
    open = true;
    openedAt = performance.now();
    for (const socket of waiting.splice(0)) greet(socket);
  } else if (word === "close") {
    open = false;
    taken = 0;
    for (const socket of greeted) socket.destroy();
  } else if (word === "count") {
    wanted = Number(count);
    report();
  }
}
