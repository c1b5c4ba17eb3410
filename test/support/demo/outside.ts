// The world outside of the demo office: a mail server that takes everything but mail to one closed studio.
import { outsideEnv, type TestDns } from "../fakes/dns.ts";
import { type Sink, startSink } from "../fakes/receivers.ts";

export function startOutside(): Promise<Sink> {
  return startSink({
    onRcptTo({ address }, _session, done) {
      if (!address.endsWith("@closed.example")) return done();
      done(Object.assign(new Error("5.1.1 No such mailbox"), { responseCode: 550 }));
    },
  });
}

/** Settings of the office's server. */
export function officeEnv(dns: TestDns, outside: Sink): Record<string, string> {
  return { ...outsideEnv(dns), SMTP_RELAY_URL: outside.url };
}
