// Wires what keeps certificates up to date. Part of the composition root.
import { startClockActor } from "../../actors/runtime/clock-actor.ts";
import type { Core } from "../app.ts";
import type { Certificates } from "../tls/certificates.ts";

/** What listeners are given. */
export interface Listening extends Core {
  certificates: Certificates;
}

/** Keeps what listeners show up to date. @returns what ends it */
export function startCertificates(
  { actors: { feed }, log }: Core,
  certificates: Certificates,
): () => Promise<void> {
  const actor = startClockActor(
    { feed, log },
    {
      name: "certificates",
      schedule: "*/5 * * * * *",
      work: async () => {
        await certificates.refresh();
        return false;
      },
    },
  );
  return () => actor.stop();
}
