// ImapFlow, a real IMAP client, logged in to the app of a suite.
import { ImapFlow } from "imapflow";
import type { SuiteApp, TestAddress } from "../app/app.ts";

/** A client of the address over TLS, under a new app password. The app's settings have an IMAPS_PORT. */
export async function connectFlow(t: SuiteApp, { email, id }: TestAddress): Promise<ImapFlow> {
  const { password } = await t.api.must<{ password: string }>(
    201,
    t.api.post("/app-passwords", { identity_id: id, name: "x" }),
  );
  const client = new ImapFlow({
    host: "127.0.0.1",
    port: t.app.ports.imaps!,
    secure: true,
    servername: "mx.agents.example",
    tls: { rejectUnauthorized: false },
    auth: { user: email, pass: password },
    logger: false,
  });
  await client.connect();
  return client;
}
