// STARTTLS and COMPRESS: the layers below the session. RFC 9051 6.2.1, 11.1; RFC 4978
import { bad, no, ok } from "../replies.ts";
import type { CommandHandler } from "./handler.ts";

export const starttls: CommandHandler<"STARTTLS"> = {
  when: "greeting",
  run(session) {
    const { connection, deps } = session;
    if (connection.isSecure) return bad("TLS is on already");
    session.afterReply = () => connection.startTls(deps.certificates);
    return ok("Begin TLS now");
  },
};

export const compress: CommandHandler<"COMPRESS"> = {
  when: "authenticated",
  run(session, { algorithm }) {
    const { connection } = session;
    if (algorithm !== "DEFLATE") return no("Only DEFLATE is known", "CANNOT");
    if (connection.isCompressed) return no("Compression is on already", "COMPRESSIONACTIVE");
    session.afterReply = () => connection.startCompression();
    return ok("Begin DEFLATE now");
  },
};
