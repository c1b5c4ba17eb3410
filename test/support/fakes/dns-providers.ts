// DNS providers on 127.0.0.1, written from the published descriptions of their APIs: one zone, whose records they keep in their own form.
// No real account was asked.
import { createHmac } from "node:crypto";

export interface FakeProvider {
  url: string;
  token: string;
  /** What stands in the zone, as `TYPE name value` in the provider's form, sorted. */
  records(): string[];
  stop(): Promise<void>;
}

interface Kept {
  id: string;
  type: string;
  name: string;
  [field: string]: unknown;
}

type Answer = (call: {
  method: string;
  path: string[];
  query: URLSearchParams;
  body: never;
  text: string;
  request: Request;
}) => Response;

function serve(
  token: string,
  records: () => string[],
  answer: Answer,
  isAllowed?: (r: Request) => boolean,
): FakeProvider {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const allowed = isAllowed?.(request) ?? request.headers.get("authorization") === `Bearer ${token}`;
      if (!allowed) return Response.json({ message: "the token is wrong" }, { status: 403 });
      const url = new URL(request.url);
      const text = await request.text();
      const isJson = request.headers.get("content-type") === "application/json" && text !== "";
      return answer({
        method: request.method,
        path: url.pathname.split("/").slice(1),
        query: url.searchParams,
        body: (isJson ? JSON.parse(text) : {}) as never,
        text,
        request,
      });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    token,
    records: () => records().sort(),
    stop: () => server.stop(true),
  };
}

const missing = () => Response.json({ message: "not found" }, { status: 404 });
let counter = 0;

function lines(kept: readonly Kept[], value: (one: Kept) => string): string[] {
  return kept.map((one) => `${one.type} ${one.name} ${value(one)}`);
}

/** https://developers.cloudflare.com/api/resources/dns/subresources/records/methods/batch/ */
export function fakeCloudflare(zone: string, first: readonly Omit<Kept, "id">[]): FakeProvider {
  let kept = first.map((one) => ({ ...one, id: `r${++counter}` }) as Kept);
  const textOf = ({ content, priority, data }: Kept) =>
    data
      ? Object.values(data).join(" ")
      : priority === undefined
        ? String(content)
        : `${priority} ${content}`;
  return serve(
    "cf",
    () => lines(kept, textOf),
    ({ method, path, query, body }) => {
      if (path.length === 1)
        return Response.json({
          success: true,
          result: query.get("name") === zone ? [{ id: "z1", name: zone }] : [],
        });
      if (path[1] !== "z1" || path[2] !== "dns_records") return missing();
      if (method === "GET")
        return Response.json({
          success: true,
          result: kept.filter(
            ({ type, name }) => type === query.get("type") && name === query.get("name.exact"),
          ),
        });
      if (method !== "POST" || path[3] !== "batch") return missing();
      const { deletes, posts } = body as { deletes: { id: string }[]; posts: Omit<Kept, "id">[] };
      // Deletes run before posts.
      kept = kept.filter(({ id }) => !deletes.some((one) => one.id === id));
      kept.push(...posts.map(({ ttl: _, proxied: __, ...one }) => ({ ...one, id: `r${++counter}` }) as Kept));
      return Response.json({ success: true, result: {} });
    },
  );
}

/** https://docs.digitalocean.com/reference/api/digitalocean/#tag/Domain-Records */
export function fakeDigitalOcean(zone: string, first: readonly Omit<Kept, "id">[]): FakeProvider {
  let kept = first.map((one) => ({ ...one, id: String(++counter) }) as Kept);
  const textOf = ({ type, priority, weight, port, data }: Kept) =>
    type === "SRV"
      ? `${priority} ${weight} ${port} ${data}`
      : type === "MX"
        ? `${priority} ${data}`
        : String(data);
  return serve(
    "do",
    () => lines(kept, textOf),
    ({ method, path, query, body }) => {
      if (path[0] !== "domains" || path[1] !== zone) return missing();
      if (path.length === 2) return Response.json({ domain: { name: zone } });
      if (method === "DELETE") {
        kept = kept.filter(({ id }) => id !== path[3]);
        return new Response(null, { status: 204 });
      }
      if (method === "POST") {
        const given = body as Kept;
        // Hosts without the dot would be below the zone.
        if (["MX", "CNAME", "SRV"].includes(given.type) && !String(given.data).endsWith("."))
          return Response.json({ message: "Data needs to end with a dot (.)" }, { status: 422 });
        kept.push({ ...given, id: String(++counter) });
        return Response.json({ domain_record: given }, { status: 201 });
      }
      const absolute = ({ name }: Kept) => (name === "@" ? zone : `${name}.${zone}`);
      const found = kept.filter(
        (one) => one.type === query.get("type") && absolute(one) === query.get("name"),
      );
      // It answers without the dot.
      return Response.json({
        domain_records: found.map((one) => ({ ...one, data: String(one.data).replace(/\.$/, "") })),
      });
    },
  );
}

/** https://docs.hetzner.cloud/reference/cloud#zone-rrsets @param done how changes end */
export function fakeHetzner(
  zone: string,
  first: Record<string, string[]>,
  done: object = { status: "success" },
): FakeProvider {
  let asked = 0;
  const sets = new Map(Object.entries(first));
  const records = () => [...sets].flatMap(([key, values]) => values.map((value) => `${key} ${value}`));
  return serve("hz", records, ({ method, path, body }) => {
    if (path[0] === "actions")
      return Response.json({
        action: { id: Number(path[1]), ...(asked++ % 2 ? done : { status: "running" }) },
      });
    if (path[0] !== "zones" || path[1] !== zone) return missing();
    if (path.length === 2) return Response.json({ zone: { name: zone } });
    const given = body as { name: string; type: string; records: { value: string }[] };
    const values = () => given.records.map(({ value }) => value);
    if (path.length === 3) {
      const key = `${given.type} ${given.name}`;
      if (sets.has(key)) return Response.json({ error: { code: "uniqueness_error" } }, { status: 409 });
      sets.set(key, values());
      return Response.json({ rrset: {}, action: { id: 1, status: "running" } }, { status: 201 });
    }
    const key = `${path[4]} ${path[3]}`;
    const found = sets.get(key);
    if (!found) return missing();
    if (method === "GET") return Response.json({ rrset: { records: found.map((value) => ({ value })) } });
    if (path[5] !== "actions" || !["set_records", "add_records"].includes(path[6]!)) return missing();
    sets.set(key, path[6] === "add_records" ? [...found, ...values()] : values());
    return Response.json({ action: { id: 2, status: "running" } }, { status: 201 });
  });
}

/** https://api.gandi.net/docs/livedns/ */
export function fakeGandi(zone: string, first: Record<string, string[]>): FakeProvider {
  const sets = new Map(Object.entries(first));
  const records = () => [...sets].flatMap(([key, values]) => values.map((value) => `${key} ${value}`));
  return serve("ga", records, ({ method, path, body }) => {
    if (path[2] !== zone) return missing();
    if (path.length === 3) return Response.json({ fqdn: zone });
    const key = `${path[5]} ${path[4]}`;
    if (method === "PUT") {
      sets.set(key, (body as { rrset_values: string[] }).rrset_values);
      return Response.json({ message: "DNS Record Created" }, { status: 201 });
    }
    const found = sets.get(key);
    return found ? Response.json({ rrset_values: found, rrset_ttl: 3600 }) : missing();
  });
}

const entities = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
const plain = (text: string) =>
  text.replace(/&(?:lt|gt|quot|amp);/g, (one) => entities[one as keyof typeof entities]);
const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");

/** https://docs.aws.amazon.com/Route53/latest/APIReference/API_ChangeResourceRecordSets.html */
export function fakeRoute53(zone: string, first: Record<string, string[]>): FakeProvider {
  const sets = new Map(Object.entries(first));
  const records = () => [...sets].flatMap(([key, values]) => values.map((value) => `${key} ${value}`));
  const xml = (text: string) =>
    new Response(`<?xml version="1.0"?>\n${text}`, { headers: { "content-type": "text/xml" } });
  return serve(
    "AKIDEXAMPLE:secret",
    records,
    ({ method, path, query, text }) => {
      if (path[1] === "hostedzonesbyname")
        return xml(
          `<ListHostedZonesByNameResponse><HostedZones>${["Z0", "Z1"]
            .map(
              (id) =>
                `<HostedZone><Id>/hostedzone/${id}</Id><Name>${zone}.</Name><Config><PrivateZone>${id === "Z0"}</PrivateZone></Config></HostedZone>`,
            )
            .join("")}</HostedZones></ListHostedZonesByNameResponse>`,
        );
      if (path[2] !== "Z1" || path[3] !== "rrset") return missing();
      if (method === "POST") {
        for (const [, name, type, inner] of text.matchAll(
          /<Action>UPSERT<\/Action><ResourceRecordSet><Name>([^<]+)\.<\/Name><Type>(\w+)<\/Type><TTL>\d+<\/TTL><ResourceRecords>(.*?)<\/ResourceRecords>/g,
        ))
          sets.set(
            `${type} ${name}`,
            [...inner!.matchAll(/<Value>([^<]*)<\/Value>/g)].map(([, value]) => plain(value!)),
          );
        return xml("<ChangeResourceRecordSetsResponse/>");
      }
      // Where there is no such set it answers with the one after it.
      const wanted = `${query.get("type")} ${query.get("name")}`;
      const [key, values] = sets.has(wanted) ? [wanted, sets.get(wanted)!] : ["SOA zz.example", ["none"]];
      const [type, name] = key.split(" ");
      return xml(
        `<ListResourceRecordSetsResponse><ResourceRecordSets><ResourceRecordSet><Name>${name}.</Name><Type>${type}</Type><ResourceRecords>${values
          .map((value) => `<ResourceRecord><Value>${escaped(value)}</Value></ResourceRecord>`)
          .join(
            "",
          )}</ResourceRecords></ResourceRecordSet></ResourceRecordSets></ListResourceRecordSetsResponse>`,
      );
    },
    isSigned,
  );
}

/** The signature over a GET, worked out anew; of a POST its form, as the body was not read yet. */
function isSigned(request: Request): boolean {
  const given = request.headers.get("authorization") ?? "";
  const [, day, signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\d{8})\/us-east-1\/route53\/aws4_request, SignedHeaders=host;x-amz-date, Signature=([0-9a-f]{64})$/.exec(
      given,
    ) ?? [];
  if (day === undefined || request.method !== "GET") return day !== undefined;
  const sha = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("hex");
  const stamp = request.headers.get("x-amz-date")!;
  const url = new URL(request.url);
  const canonical = [
    "GET",
    url.pathname,
    url.search.slice(1),
    `host:${request.headers.get("host")}`,
    `x-amz-date:${stamp}`,
    "",
    "host;x-amz-date",
    sha(""),
  ].join("\n");
  const text = `AWS4-HMAC-SHA256\n${stamp}\n${day}/us-east-1/route53/aws4_request\n${sha(canonical)}`;
  const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();
  const key = hmac(hmac(hmac(hmac("AWS4secret", day), "us-east-1"), "route53"), "aws4_request");
  return hmac(key, text).toString("hex") === signature;
}
