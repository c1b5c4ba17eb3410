// The servers of all recipients: one relay that keeps what it takes, and can be shut. While it is shut nothing is answered to
// MAIL, so that a process can be killed with mail on its way, and none of it may have been taken.
import { type Sink, startSink } from "../support/fakes/receivers.ts";

export interface Relay extends Sink {
  shut(): void;
  reopen(): void;
}

export async function startRelay(): Promise<Relay> {
  let isShut = false;
  const waiting: (() => void)[] = [];
  const sink = await startSink({
    onMailFrom(_address, _session, callback) {
      if (isShut) waiting.push(callback);
      else callback();
    },
  });
  return Object.assign(sink, {
    shut() {
      isShut = true;
    },
    reopen() {
      isShut = false;
      for (const go of waiting.splice(0)) go();
    },
  });
}
