// Cli: zones at Route 53, as AWS describes its API and how requests are signed:
// https://docs.aws.amazon.com/Route53/latest/APIReference/, https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
import { createHash, createHmac } from "node:crypto";
import { CommandError } from "../context.ts";
import { callProvider, firstZone, type ProviderAccess } from "./provider.ts";
import { givenForms, type ZoneWriter } from "./zone-writer.ts";

const place = "Route 53";
const version = "/2013-04-01";

/** @param access.token `KEY_ID:SECRET`. @param nowMs milliseconds since the epoch */
export function route53Writer({ base, token }: ProviderAccess, nowMs: () => number): ZoneWriter {
  const at = token.indexOf(":");
  if (at < 1)
    throw new CommandError("POSTROOM_DNS_TOKEN is no key of AWS. Write ACCESS_KEY_ID:SECRET_ACCESS_KEY.");
  const credentials = { id: token.slice(0, at), secret: token.slice(at + 1) };
  const ids = new Map<string, string>();
  const forms = givenForms();
  const call = (method: string, path: string, { query = {}, body = "" } = {}) => {
    const request = { method, url: new URL(base), path: `${version}${path}`, query, body };
    const { url, headers } = signed(request, credentials, nowMs());
    return callProvider(place, url, { method, headers, ...(body === "" ? {} : { body }) });
  };
  return {
    place,
    zoneOf: (name) =>
      firstZone(place, name, async (zone) => {
        // From this name on, those of the same name first. A private one is not what others ask.
        const text = await call("GET", "/hostedzonesbyname", { query: { dnsname: zone, maxitems: "100" } });
        const found = (text ?? "")
          .split("<HostedZone>")
          .find(
            (part) => textsOf(part, "Name")[0] === `${zone}.` && textsOf(part, "PrivateZone")[0] !== "true",
          );
        const id = textsOf(found ?? "", "Id")[0]?.replace("/hostedzone/", "");
        if (id !== undefined) ids.set(zone, id);
        return id !== undefined;
      }),
    async read(zone, { name, type }) {
      const text = await call("GET", `/hostedzone/${ids.get(zone)}/rrset`, {
        query: { maxitems: "1", name, type },
      });
      // Without a set of this name the answer is the next one.
      if (textsOf(text, "Name")[0]?.toLowerCase() !== `${name}.` || textsOf(text, "Type")[0] !== type)
        return [];
      return textsOf(text, "Value").map((value) => forms.read(type, value));
    },
    async write(zone, changes) {
      const sets = changes.map(
        ({ name, type, values }) =>
          `<Change><Action>UPSERT</Action><ResourceRecordSet><Name>${xml(name)}.</Name><Type>${type}</Type><TTL>3600</TTL><ResourceRecords>${values
            .map(
              (value) => `<ResourceRecord><Value>${xml(forms.write(type, value))}</Value></ResourceRecord>`,
            )
            .join("")}</ResourceRecords></ResourceRecordSet></Change>`,
      );
      const body = `<?xml version="1.0" encoding="UTF-8"?><ChangeResourceRecordSetsRequest xmlns="https://route53.amazonaws.com/doc/2013-04-01/"><ChangeBatch><Changes>${sets.join("")}</Changes></ChangeBatch></ChangeResourceRecordSetsRequest>`;
      await call("POST", `/hostedzone/${ids.get(zone)}/rrset`, { body });
    },
  };
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function xml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character]!);
}

/** Texts of the elements of this name, which hold no others. */
function textsOf(text: string | null, element: string): string[] {
  const parts = (text ?? "").split(`<${element}>`).slice(1);
  return parts.map((part) =>
    Object.entries(entities).reduceRight(
      (value, [character, entity]) => value.replaceAll(entity, character),
      part.slice(0, Math.max(0, part.indexOf("<"))),
    ),
  );
}

interface AwsRequest {
  method: string;
  url: URL;
  path: string;
  query: Record<string, string>;
  body: string;
}

/** AWS Signature Version 4; Route 53 is signed in us-east-1. */
function signed(
  { method, url, path, query, body }: AwsRequest,
  { id, secret }: { id: string; secret: string },
  nowMs: number,
): { url: string; headers: Record<string, string> } {
  const stamp = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, "");
  const day = stamp.slice(0, 8);
  const scope = `${day}/us-east-1/route53/aws4_request`;
  const pairs = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
  const search = pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
  const names = "host;x-amz-date";
  const fields = `host:${url.host}\nx-amz-date:${stamp}\n`;
  const canonical = [method, path, search, fields, names, sha256Hex(body)].join("\n");
  const text = ["AWS4-HMAC-SHA256", stamp, scope, sha256Hex(canonical)].join("\n");
  const key = [day, "us-east-1", "route53", "aws4_request"].reduce<string | Buffer>(
    (by, part) => createHmac("sha256", by).update(part).digest(),
    `AWS4${secret}`,
  );
  const signature = createHmac("sha256", key).update(text).digest("hex");
  return {
    url: `${url.origin}${path}${search === "" ? "" : `?${search}`}`,
    headers: {
      "x-amz-date": stamp,
      authorization: `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
      ...(body === "" ? {} : { "content-type": "text/xml" }),
    },
  };
}

function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
