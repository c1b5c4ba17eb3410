// Where BASE_URL leads: links of mails, sign-in, OAuth and downloads begin with it. What answers there is asked for the name that this
// server gives itself, which no other one has. RFC 8414 3
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { peerMessage } from "../../lib/peer-trouble.ts";
import { addressesOf } from "../../outbound/record-check.ts";
import { type DoctorContext, publicDomains } from "../context.ts";
import { type CheckResult, fine, warning } from "../finding.ts";

const path = "/.well-known/oauth-authorization-server";
/** The answer is some hundred octets. */
const maxBytes = 64 * 1024;

export async function checkBaseUrl(context: DoctorContext): Promise<CheckResult[]> {
  const { config } = context;
  if (config.baseUrl === null || publicDomains(context).length === 0) return [];
  const base = new URL(config.baseUrl);
  const subject = "BASE_URL";
  let answer: { status: number; text: string };
  try {
    answer = await ask(context, base);
  } catch (error) {
    return [
      warning("unreachable", `BASE_URL=${config.baseUrl} cannot be used: ${peerMessage(error)}.`, {
        subject,
        remedy:
          "Links in mails, sign-in and programs lead there: look at its DNS records, the ports and the certificate. Where a router does not lead this machine to its own public address, ask from outside: curl -i BASE_URL/readyz",
      }),
    ];
  }
  if (answer.status === 200 && issuerOf(answer.text) === config.baseUrl)
    return [fine(`BASE_URL leads here: ${config.baseUrl}.`)];
  const record = config.hasMailHostname ? `BASE_URL=https://${config.mailHostname}` : undefined;
  return [
    warning(
      "elsewhere",
      `BASE_URL=${config.baseUrl} is another host's: what answers there (${answer.status}) is not this server.`,
      {
        subject,
        remedy:
          "Set the URL at which this server is reached, or let that name, or the proxy before it, lead here. If it was set since the start: restart the server.",
        ...(record !== undefined && { record }),
      },
    ),
  ];
}

function issuerOf(text: string): string | null {
  try {
    const { issuer } = JSON.parse(text) as { issuer?: unknown };
    return typeof issuer === "string" ? issuer : null;
  } catch {
    return null;
  }
}

/** Not by fetch, which would use a proxy of the environment. @throws Error when nothing answers */
async function ask(context: DoctorContext, base: URL): Promise<{ status: number; text: string }> {
  const { lookUp, limits, options } = context;
  const isTls = base.protocol === "https:";
  const at = isTls ? options.policyServer : null;
  const host = at?.address ?? (await addressesOf(lookUp, base.hostname))[0];
  if (host === undefined) throw new Error(`${base.hostname} has no address`);
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const request = (isTls ? requestHttps : requestHttp)(
    {
      host,
      port: at?.port ?? (base.port === "" ? (isTls ? 443 : 80) : Number(base.port)),
      path,
      headers: { host: base.host },
      agent: false,
      signal: AbortSignal.timeout(limits.connectMs),
      ...(isTls && { servername: base.hostname, ...(options.ca !== null && { ca: options.ca }) }),
    },
    (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > maxBytes) response.destroy(new Error("the answer is too long"));
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
      );
      response.on("error", reject);
      response.on("close", () => reject(new Error("the answer was cut short")));
    },
  );
  request.on("error", reject);
  request.end();
  return promise;
}
