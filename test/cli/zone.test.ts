// Zones that `setup --dns` writes: a real BIND 9 by DNS UPDATE, and five providers by their published descriptions.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cloudflareWriter } from "../../src/cli/zone/cloudflare.ts";
import { digitalOceanWriter } from "../../src/cli/zone/digitalocean.ts";
import { gandiWriter } from "../../src/cli/zone/gandi.ts";
import { hetznerWriter } from "../../src/cli/zone/hetzner.ts";
import { domainConnectLink } from "../../src/cli/zone/places.ts";
import { publishZone } from "../../src/cli/zone/publish.ts";
import { rfc2136Writer } from "../../src/cli/zone/rfc2136.ts";
import { route53Writer } from "../../src/cli/zone/route53.ts";
import {
  changeLines,
  type WantedZoneRecord,
  type ZoneWriter,
  zoneChanges,
} from "../../src/cli/zone/zone-writer.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { type Bind, hasBind, startBind } from "../support/fakes/bind.ts";
import {
  type FakeProvider,
  fakeCloudflare,
  fakeDigitalOcean,
  fakeGandi,
  fakeHetzner,
  fakeRoute53,
} from "../support/fakes/dns-providers.ts";

const zone = "example.net";
const domain = "agents.example.net";
const key = `v=DKIM1; k=rsa; p=${"MIIBIjANBgkqh".repeat(28)}`;
const wanted: WantedZoneRecord[] = [
  { type: "MX", name: domain, value: "10 mail.example.net", purpose: "receiving" },
  { type: "TXT", name: domain, value: "v=spf1 mx -all", purpose: "spf" },
  { type: "TXT", name: `k1._domainkey.${domain}`, value: key, purpose: "dkim" },
  { type: "TXT", name: `_dmarc.${domain}`, value: "v=DMARC1; p=quarantine", purpose: "dmarc" },
  { type: "SRV", name: `_imaps._tcp.${domain}`, value: "0 1 993 mail.example.net", purpose: "mail programs" },
  { type: "CNAME", name: `mta-sts.${domain}`, value: "mail.example.net", purpose: "mta-sts" },
];

/** What stands there before: a policy, a proof for somebody else, another mail server. */
const after = [
  `+ ${domain} MX 10 mail.example.net`,
  `+ ${domain} TXT v=spf1 mx include:_spf.elsewhere.example ~all`,
  `+ k1._domainkey.${domain} TXT ${key}`,
  `+ _imaps._tcp.${domain} SRV 0 1 993 mail.example.net`,
  `+ mta-sts.${domain} CNAME mail.example.net`,
  `- ${domain} MX 5 old.example.net`,
  `- ${domain} TXT v=spf1 include:_spf.elsewhere.example ~all`,
];

/** Writes what is wanted, and looks that nothing is left to do. */
async function written(writer: ZoneWriter): Promise<void> {
  expect(await writer.zoneOf(domain)).toBe(zone);
  const changes = await zoneChanges(writer, zone, wanted);
  expect(changeLines(changes).sort()).toEqual(after.toSorted());
  await writer.write(zone, changes);
  expect(await zoneChanges(writer, zone, wanted)).toEqual([]);
  // What others had proven, and the policy, stay.
  expect(await writer.read(zone, { name: domain, type: "TXT" })).toContain("proof=of-somebody-else");
  expect(await writer.read(zone, { name: `_dmarc.${domain}`, type: "TXT" })).toEqual(["v=DMARC1; p=none"]);
}

describe.skipIf(!hasBind)("a name server that takes DNS UPDATE (BIND 9)", () => {
  let bind: Bind;
  const nowSeconds = () => Math.floor(systemClock.now() / 1000);
  beforeAll(async () => {
    bind = await startBind(zone, [
      "mail IN A 127.0.0.2",
      "old IN A 127.0.0.3",
      "agents IN MX 5 old",
      'agents IN TXT "proof=of-somebody-else"',
      'agents IN TXT "v=spf1 include:_spf.elsewhere.example ~all"',
      '_dmarc.agents IN TXT "v=DMARC1; p=none"',
      'cut IN TXT "v=spf1 include:" "_spf.elsewhere.example ~all"',
      'cut IN TXT "\\009tab" " \\001"',
    ]);
  });
  afterAll(() => bind?.stop());

  test("refuses a key that it does not know, and a change without one; nothing is written", async () => {
    const other = bind.key.replace("changes", "others");
    const wrong = bind.key.replace(/[^:]+$/, Buffer.from("not the secret").toString("base64"));
    for (const writer of [
      rfc2136Writer(bind.server, other, nowSeconds),
      rfc2136Writer(bind.server, wrong, nowSeconds),
      rfc2136Writer(bind.server, bind.key, () => nowSeconds() - 3600),
    ])
      await expect(writer.write(zone, await zoneChanges(writer, zone, wanted))).rejects.toThrow(/NOTAUTH/);
    const bare = rfc2136Writer(bind.server, undefined, nowSeconds);
    await expect(bare.write(zone, await zoneChanges(bare, zone, wanted))).rejects.toThrow(/REFUSED/);
    expect(await bind.lookUp({ name: domain, type: "MX" })).toMatchObject({ records: ["5 old.example.net"] });
  });

  test("is shown, asked for and written; a second time there is nothing to write", async () => {
    const lines: string[] = [];
    const env = { POSTROOM_DNS_SERVER: bind.server, POSTROOM_DNS_KEY: bind.key };
    Object.assign(process.env, env);
    try {
      const publication = { domain, records: wanted, print: (line: string) => void lines.push(line) };
      const asked = (answer: boolean) => ({ text: async () => "", yes: async () => answer });
      await publishZone("rfc2136", { ...publication, ask: asked(false) });
      expect(lines.at(-1)).toBe("Nothing was written.");
      expect(await bind.lookUp({ name: domain, type: "MX" })).toMatchObject({
        records: ["5 old.example.net"],
      });
      await publishZone("rfc2136", { ...publication, ask: asked(true) });
      expect(lines).toContain(`  + ${domain} MX 10 mail.example.net`);
      expect(await bind.lookUp({ name: domain, type: "MX" })).toMatchObject({
        records: ["10 mail.example.net"],
      });
      expect(await bind.lookUp({ name: `k1._domainkey.${domain}`, type: "TXT" })).toMatchObject({
        records: [key],
      });
      await publishZone("rfc2136", { ...publication, ask: asked(true) });
      expect(lines.at(-1)).toContain("has all of it already");
    } finally {
      for (const name of Object.keys(env)) delete process.env[name];
    }
  });

  test("keeps what others have there", async () => {
    const writer = rfc2136Writer(bind.server, bind.key, nowSeconds);
    const texts = [
      "proof=of-somebody-else",
      "v=spf1 include:_spf.elsewhere.example ~all",
      "cut here and there",
    ];
    const sets = [
      { type: "MX", name: domain, values: ["5 old.example.net"] },
      { type: "TXT", name: domain, values: texts },
      { type: "SRV", name: `_imaps._tcp.${domain}`, values: [] },
      { type: "CNAME", name: `mta-sts.${domain}`, values: [] },
      { type: "TXT", name: `k1._domainkey.${domain}`, values: [] },
    ] as const;
    for (const set of sets) await writer.write(zone, [{ ...set, before: await writer.read(zone, set) }]);
    await written(writer);
  });

  test("takes of a set the records that go alone, in the octets that it has, and those that came meanwhile stay", async () => {
    const name = `cut.${zone}`;
    const writer = rfc2136Writer(bind.server, bind.key, nowSeconds);
    const spf = "v=spf1 include:_spf.elsewhere.example ~all";
    expect((await writer.read(zone, { name, type: "TXT" })).toSorted()).toEqual(["\ttab \u0001", spf]);
    const changes = await zoneChanges(writer, zone, [
      { type: "TXT", name, value: "v=spf1 mx -all", purpose: "spf" },
    ]);
    expect(changeLines(changes)).toContain(`- ${name} TXT ${spf}`);
    await rfc2136Writer(bind.server, bind.key, nowSeconds).write(zone, [
      { name, type: "TXT", before: [], values: ["came=meanwhile"] },
    ]);
    await writer.write(zone, changes);
    expect((await writer.read(zone, { name, type: "TXT" })).toSorted()).toEqual([
      "\ttab \u0001",
      "came=meanwhile",
      "v=spf1 mx include:_spf.elsewhere.example ~all",
    ]);
  });

  test("with --yes alone hosts of others stay, and nothing is written", async () => {
    const name = `held.${zone}`;
    const writer = rfc2136Writer(bind.server, bind.key, nowSeconds);
    await writer.write(zone, [{ name, type: "MX", before: [], values: ["5 old.example.net"] }]);
    const env = { POSTROOM_DNS_SERVER: bind.server, POSTROOM_DNS_KEY: bind.key };
    Object.assign(process.env, env);
    try {
      const records: WantedZoneRecord[] = [
        { type: "MX", name, value: "10 mail.example.net", purpose: "receiving" },
      ];
      const ask = { text: async () => "", yes: async () => true };
      const publication = { domain: name, records, ask, print: () => undefined };
      await expect(publishZone("rfc2136", { ...publication, keepsHosts: true })).rejects.toThrow(/--force/);
      expect(await writer.read(zone, { name, type: "MX" })).toEqual(["5 old.example.net"]);
      await publishZone("rfc2136", publication);
      expect(await writer.read(zone, { name, type: "MX" })).toEqual(["10 mail.example.net"]);
    } finally {
      for (const each of Object.keys(env)) delete process.env[each];
    }
  });
});

const providers: Record<string, { start(): FakeProvider; writer(fake: FakeProvider): ZoneWriter }> = {
  Cloudflare: {
    start: () =>
      fakeCloudflare(zone, [
        { type: "MX", name: domain, content: "old.example.net", priority: 5 },
        { type: "TXT", name: domain, content: '"proof=of-somebody-else"' },
        { type: "TXT", name: domain, content: '"v=spf1 include:_spf.elsewhere.example ~all"' },
        { type: "TXT", name: `_dmarc.${domain}`, content: '"v=DMARC1; p=none"' },
      ]),
    writer: ({ url: base, token }) => cloudflareWriter({ base, token }),
  },
  DigitalOcean: {
    start: () =>
      fakeDigitalOcean(zone, [
        { type: "MX", name: "agents", data: "old.example.net.", priority: 5 },
        { type: "TXT", name: "agents", data: "proof=of-somebody-else" },
        { type: "TXT", name: "agents", data: "v=spf1 include:_spf.elsewhere.example ~all" },
        { type: "TXT", name: "_dmarc.agents", data: "v=DMARC1; p=none" },
      ]),
    writer: ({ url: base, token }) => digitalOceanWriter({ base, token }),
  },
  Hetzner: {
    start: () => fakeHetzner(zone, relative),
    writer: ({ url: base, token }) => hetznerWriter({ base, token }),
  },
  Gandi: {
    start: () => fakeGandi(zone, relative),
    writer: ({ url: base, token }) => gandiWriter({ base, token }),
  },
  "Route 53": {
    start: () =>
      fakeRoute53(
        zone,
        Object.fromEntries(Object.entries(relative).map(([name, values]) => [`${name}.${zone}`, values])),
      ),
    writer: ({ url: base, token }) => route53Writer({ base, token }, () => systemClock.now()),
  },
};

/** Cut where nobody else cuts, and with an octet by number: it goes back as it came. */
const oddText = '"odd" "\\303\\244 text"';

const relative = {
  "MX agents": ["5 old.example.net."],
  "TXT agents": ['"proof=of-somebody-else"', '"v=spf1 include:_spf.elsewhere.example ~all"', oddText],
  "TXT _dmarc.agents": ['"v=DMARC1; p=none"'],
};

describe.each(Object.entries(providers))("%s", (_name, { start, writer }) => {
  test("is given what is missing; records of others stay, and a wrong token is said in its words", async () => {
    const fake = start();
    try {
      await written(writer(fake));
      const kept = fake.records().join("\n");
      expect(kept).toContain("MIIBIjANBgkqh");
      expect(kept).not.toContain("old.example.net");
      await expect(writer({ ...fake, token: "wrong:token" }).zoneOf(domain)).rejects.toThrow(
        /403 .*the token is wrong/,
      );
    } finally {
      await fake.stop();
    }
  });

  test("has no zone of another name", async () => {
    const fake = start();
    try {
      await expect(writer(fake).zoneOf("agents.example.org")).rejects.toThrow(
        /no zone of agents\.example\.org/,
      );
    } finally {
      await fake.stop();
    }
  });
});

test("a whole set goes back with texts of others as they came", async () => {
  for (const [fake, make] of [
    [fakeGandi(zone, { ...relative }), gandiWriter],
    [fakeHetzner(zone, { ...relative }), hetznerWriter],
  ] as const) {
    try {
      await written(make({ base: fake.url, token: fake.token }));
      expect(fake.records()).toContain(`TXT agents ${oddText}`);
    } finally {
      await fake.stop();
    }
  }
});

test("Hetzner: a change that fails after its answer is no change", async () => {
  const fake = fakeHetzner(
    zone,
    { ...relative },
    { status: "error", error: { message: "the zone is locked" } },
  );
  try {
    const writer = hetznerWriter({ base: fake.url, token: fake.token });
    const change = {
      name: domain,
      type: "MX" as const,
      before: ["5 old.example.net"],
      values: ["10 b.example"],
    };
    await expect(writer.write(zone, [change])).rejects.toThrow(/the zone is locked/);
    // A zone that went meanwhile: what is not there cannot be written.
    await expect(writer.write("example.org", [change])).rejects.toThrow(/404/);
  } finally {
    await fake.stop();
  }
});

test("a record outside of the zone is not written under another name", async () => {
  const fake = fakeGandi(zone, { ...relative });
  try {
    const writer = gandiWriter({ base: fake.url, token: fake.token });
    const elsewhere: WantedZoneRecord = {
      type: "TXT",
      name: "mail.elsewhere.example",
      value: "a",
      purpose: "x",
    };
    await expect(zoneChanges(writer, zone, [elsewhere])).rejects.toThrow(/not in the zone/);
  } finally {
    await fake.stop();
  }
});

test("Domain Connect: a provider that does not say it knows it gets no link", async () => {
  const lookUp = async () => ({ failed: false, records: [], isSigned: false, isValidated: false });
  expect(await domainConnectLink(domain, { lookUp, variables: {} })).toBeNull();
});

test("several SPF records become one with the words of all", async () => {
  const joined = async (...values: string[]) => {
    const writer = { read: async () => values } as unknown as ZoneWriter;
    const [change] = await zoneChanges(writer, "joined.example", [
      { type: "TXT", name: "joined.example", value: "v=spf1 mx -all", purpose: "spf" },
    ]);
    return change?.values;
  };
  expect(
    await joined("v=spf1 include:a.example ~all", "proof=1", "v=spf1 -all ip4:192.0.2.1 include:a.example"),
  ).toEqual(["proof=1", "v=spf1 mx include:a.example ip4:192.0.2.1 ~all"]);
  expect(await joined("V=SPF1 redirect=a.example", "v=spf1 a redirect=b.example")).toEqual([
    "v=spf1 mx a include:b.example redirect=a.example",
  ]);
  // Who sends by a redirect sends on; behind its own record's all it never counted.
  expect(await joined("v=spf1 redirect=a.example", "v=spf1 mx -all redirect=b.example")).toEqual([
    "v=spf1 include:a.example mx -all",
  ]);
  expect(await joined("v=spf1 a exp=a.example ~all", "v=spf1 ptr exp=b.example -all")).toEqual([
    "v=spf1 mx a ptr ~all exp=a.example",
  ]);
  expect(await joined("v=spf1 mx -all", "v=spf10 x")).toBeUndefined();
});
