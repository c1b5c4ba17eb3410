// LOGIN and AUTHENTICATE PLAIN. RFC 9051 6.2.2, 6.2.3; RFC 4616; RFC 4959. Refused where a password would travel in the clear.
import { capabilitiesOf, mayLogIn } from "../capabilities.ts";
import { bad, no, ok, type TaggedReply } from "../replies.ts";
import type { ImapSession } from "../session.ts";
import { capabilityCode } from "../wire/codes.ts";
import { writeChallenge } from "../wire/encode.ts";
import { authenticatedLimits } from "../wire/limits.ts";
import { decodeSaslResponse } from "../wire/parse/session.ts";
import type { CommandHandler } from "./handler.ts";

/** Limit of wrong passwords in one connection. */
const maxFailures = 3;

export const login: CommandHandler<"LOGIN"> = {
  when: "greeting",
  run: (session, { user, password }) => (mayLogIn(session) ? logIn(session, user, password) : needsTls()),
};

export const authenticate: CommandHandler<"AUTHENTICATE"> = {
  when: "greeting",
  async run(session, { mechanism, initial }) {
    if (mechanism !== "PLAIN") return no("Only PLAIN is known", "CANNOT");
    if (!mayLogIn(session)) return needsTls();
    const response = initial ?? (await askFor(session));
    if (response === "cancelled") return bad("Cancelled");
    if (response === null) return bad("The response is not base64");
    // authzid NUL authcid NUL password
    const [authzid, user, password, ...rest] = Buffer.from(response).toString("utf8").split("\0");
    if (user === undefined || password === undefined || rest.length > 0) return bad("Not a PLAIN response");
    if (authzid !== "" && authzid?.toLowerCase() !== user.toLowerCase())
      return no("Nobody may act for another address", "AUTHORIZATIONFAILED");
    return logIn(session, user, password);
  },
};

function needsTls(): TaggedReply {
  return no("Turn TLS on first: use STARTTLS, or the TLS port", "PRIVACYREQUIRED");
}

async function askFor(session: ImapSession): Promise<Uint8Array | "cancelled" | null> {
  writeChallenge(session.writer, new Uint8Array(0));
  await session.flush();
  for (;;) {
    const line = session.connection.reader.nextLine();
    if (line?.kind === "line") {
      const text = Buffer.from(line.bytes).toString("latin1").trim();
      return text === "*" ? "cancelled" : decodeSaslResponse(line.bytes);
    }
    if (line) return null;
    if (session.connection.isClosed || session.ended) return "cancelled";
    // The session waits for the client here: it is not busy.
    session.busy = false;
    await session.connection.more();
    session.busy = true;
  }
}

async function logIn(session: ImapSession, username: string, password: string): Promise<TaggedReply> {
  const { remoteAddress, id: connectionId } = session.connection;
  const found = await session.deps.authenticate({ username, password, remoteAddress, connectionId });
  if (found === null || found === "blocked") {
    if (++session.failedLogins >= maxFailures) session.end("Too many wrong passwords");
    // RFC 5530 3: AUTHENTICATIONFAILED would make the client ask the user for another password.
    if (found) return no("Too many wrong passwords came before this one, try again later", "LIMIT");
    return no("The address or the app password is wrong", "AUTHENTICATIONFAILED");
  }
  const refusal = await session.authenticated(found);
  if (refusal) return refusal;
  session.connection.reader.limits = authenticatedLimits;
  return ok("Logged in", capabilityCode(capabilitiesOf(session)));
}
