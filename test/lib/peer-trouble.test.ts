// Each way in which a connection fails is told from the others, by what the runtime itself says of real sockets.
import { expect, test } from "bun:test";
import { type AddressInfo, createServer, type Server } from "node:net";
import { connect, createServer as createTls } from "node:tls";
import { peerMessage, peerRemedy, peerTrouble } from "../../src/lib/peer-trouble.ts";
import { freePort } from "../support/app/ports.ts";
import { issuedBy, makeCertificate } from "../support/fakes/certificate.ts";

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** What fetch and a TLS socket say of the same port. */
async function errorsAt(port: number, ca?: string): Promise<unknown[]> {
  const trust = ca === undefined ? {} : { ca };
  const bySocket = new Promise<unknown>((resolve) => {
    const socket = connect({ host: "localhost", port, servername: "localhost", ...trust }, () =>
      resolve(null),
    );
    socket.on("error", resolve);
  });
  const byFetch = fetch(`https://localhost:${port}/`, { tls: trust }).then(
    () => null,
    (error: unknown) => error,
  );
  return Promise.all([bySocket, byFetch]);
}

const faultsOf = (errors: readonly unknown[]) => errors.map((error) => peerTrouble(error)?.fault ?? null);

test("TLS is asked of a port that greets without it", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 mx.example ESMTP\r\n");
  });
  const errors = await errorsAt(await listening(server));
  server.close();
  expect(faultsOf(errors)).toEqual(["no_tls", "no_tls"]);
});

test("certificates of nobody that is trusted and of another name", async () => {
  const authority = makeCertificate("authority.example");
  const { key, cert } = issuedBy(authority, "other.example");
  const server = createTls({ key, cert }, (socket) => socket.on("error", () => {}));
  server.on("tlsClientError", () => {});
  const port = await listening(server);
  const unknown = await errorsAt(port);
  const named = await errorsAt(port, authority.cert);
  server.close();
  expect(faultsOf(unknown)).toEqual(["unknown_authority", "unknown_authority"]);
  expect(faultsOf(named)).toEqual(["other_name", "other_name"]);
});

test("nothing listens, and the other side hangs up", async () => {
  expect(faultsOf(await errorsAt(await freePort()))).toEqual(["refused", "refused"]);
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end();
  });
  const errors = await errorsAt(await listening(server));
  server.close();
  expect(faultsOf(errors)).toEqual(["cut", "cut"]);
});

test("codes below an error's cause are read, and words where a library has dropped the code", () => {
  const coded = (code: string) => Object.assign(new Error("no"), { code });
  const below = (code: string) => new Error("it failed", { cause: coded(code) });
  expect(peerTrouble(below("CERT_HAS_EXPIRED"))?.fault).toBe("expired");
  expect(peerTrouble(below("CERT_NOT_YET_VALID"))?.fault).toBe("not_yet_valid");
  expect(peerTrouble(below("ENOTFOUND"))?.fault).toBe("no_name");
  expect(peerTrouble(below("EAI_AGAIN"))?.fault).toBe("no_dns");
  expect(peerTrouble(below("EHOSTUNREACH"))?.fault).toBe("no_route");
  // A machine whose IPv6 is off.
  expect(peerTrouble(below("EADDRNOTAVAIL"))?.fault).toBe("no_route");
  expect(peerTrouble(new Error("connect EADDRNOTAVAIL 2001:db8::1:25"))?.fault).toBe("no_route");
  expect(peerTrouble(new AggregateError([coded("ECONNREFUSED")], "all failed"))?.fault).toBe("refused");
  expect(peerTrouble(new Error("Greeting never received"))?.fault).toBe("silent");
  expect(
    peerTrouble(new Error("error:100000f7:SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER"))?.fault,
  ).toBe("no_tls");
  // A resolver that is not there is no server that is not there.
  expect(peerTrouble(new Error("DNS: queryA ECONNREFUSED mx.example"))?.fault).toBe("no_dns");
  expect(peerTrouble(new Error("queryAaaa ETIMEOUT mx.example"))?.fault).toBe("no_dns");
  const query = Object.assign(new Error("queryA ECONNREFUSED mx.example"), { code: "ECONNREFUSED" });
  expect(peerTrouble(query)?.fault).toBe("no_dns");
  expect(peerTrouble(new Error("550 5.7.1 no"))).toBeNull();
  expect(peerTrouble(new Error("550 5.7.1 your DNS: no PTR"))).toBeNull();
});

test("the cause stands before the words of the runtime, once, and the remedy before the opener's own", () => {
  const error = Object.assign(new Error("connect ECONNREFUSED 192.0.2.1:25"), { code: "ECONNREFUSED" });
  expect(peerMessage(error)).toBe("nothing listens there (connect ECONNREFUSED 192.0.2.1:25)");
  expect(peerMessage(new Error(peerMessage(error)))).toBe(peerMessage(error));
  expect(peerRemedy(error, "Mend PORT.")).toBe("Start it, or correct its host and port. Mend PORT.");
  expect(peerMessage(new Error("421 busy."))).toBe("421 busy");
  expect(peerRemedy(new Error("421 busy"), "Mend PORT.")).toBe("Mend PORT.");
});
