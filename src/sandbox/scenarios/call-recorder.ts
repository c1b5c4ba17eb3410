// Between the agent and the service: passes each call on, and keeps what was asked and answered for the transcript.
import type { RecordedCall } from "./outcome.ts";

/** Characters of a body that a transcript keeps. */
const maxKept = 20_000;
const maxCalls = 10_000;

export interface CallRecorder {
  readonly url: string;
  readonly calls: RecordedCall[];
  stop(): Promise<void>;
}

/** @param nowMs the world's time */
export function recordCalls(target: string, nowMs: () => number): CallRecorder {
  const calls: RecordedCall[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    // A call may wait as long as the service lets it.
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      // Time and inboxes are not the agent's.
      if (pathname === "/sandbox" || pathname.startsWith("/sandbox/"))
        return new Response("Not here.", { status: 404 });
      const body = request.body === null ? null : await request.arrayBuffer();
      const headers = new Headers(request.headers);
      headers.delete("host");
      headers.delete("accept-encoding");
      const atMs = nowMs();
      const answer = await fetch(target + pathname + search, {
        method: request.method,
        headers,
        body,
        redirect: "manual",
        // The machine's proxy is for what is outside.
        proxy: false,
      });
      const call: RecordedCall = {
        atMs,
        method: request.method,
        path: pathname + search,
        status: answer.status,
        request: body === null ? "" : kept(body),
        answer: "",
      };
      if (calls.length < maxCalls) calls.push(call);
      // A stream has no end that could be waited for.
      if (/event-stream/.test(answer.headers.get("content-type") ?? "")) return passedOn(answer, answer.body);
      const bytes = await answer.arrayBuffer();
      call.answer = kept(bytes);
      return passedOn(answer, bytes);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    calls,
    stop: () => server.stop(true),
  };
}

function passedOn(answer: Response, body: ArrayBuffer | ReadableStream | null): Response {
  const headers = new Headers(answer.headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding", "connection"])
    headers.delete(name);
  const isBodiless = answer.status === 204 || answer.status === 304;
  return new Response(isBodiless ? null : body, { status: answer.status, headers });
}

function kept(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString("utf8").slice(0, maxKept);
}
