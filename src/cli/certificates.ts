// `certificates retry`: after a firewall or a record was mended, nobody waits for the next try.
import { nowInstant } from "../lib/clock.ts";
import { retryCertificates } from "../store/domains/certificates.ts";
import { type CliCommand, ok } from "./context.ts";

export const certificatesRetry: CliCommand = {
  name: "certificates retry",
  usage: "",
  summary: "order at once the certificates that could not be obtained so far",
  options: [],
  positionals: [],
  async run({ database, clock }) {
    const count = await retryCertificates(database, nowInstant(clock));
    return ok(count === 0 ? "No order has failed." : `${count} orders are tried again.`);
  },
};
