// Settings: the documents say what config/settings.ts says; a wrong value is refused with its name and an example.

import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError, readConfig } from "../src/config/config.ts";
import { settings } from "../src/config/settings.ts";
import { settingDigests } from "../src/config/shared.ts";
import { strangeIn, strangeZone } from "../src/config/strange-settings.ts";
import { inNetworks } from "../src/lib/networks.ts";
import { withSettings } from "./support/settings-list.ts";

// DECISIONS Settings and command line: Settings come from the environment, or .env; all are listed
test("the list of settings is the one that they make: bun test/support/settings-list.ts writes it", async () => {
  const text = await Bun.file(new URL("../src/config/README.md", import.meta.url)).text();
  expect(withSettings(text)).toBe(text);
  // Each was found where it is replaced.
  expect(text.match(/^\| `[A-Z]/gm)).toHaveLength(settings.length);
  expect(text).toContain(": `AGENT_SIGNUP`, `DMARC_REJECT`, `DNS_BLOCKLISTS`, `LOG_LEVEL`, ");
});

// DECISIONS Conventions: 50 a second sustained and 200 at once, by settings
// DECISIONS Settings and command line: Defaults are those of the table
test("defaults are those of the description", () => {
  const config = readConfig({ MAIL_HOSTNAME: "mail.example.com" });
  expect(config).toMatchObject({
    host: "127.0.0.1",
    port: 3000,
    httpsPort: null,
    smtpPort: 2525,
    submissionPort: 2587,
    submissionsPort: 2465,
    imapPort: 2143,
    imapsPort: 2993,
    mailDomain: "postroom.localhost",
    databaseUrl: null,
    allowPlaintextAuth: "never",
    agentSignup: true,
    rateLimit: { perSecond: 50, burst: 200 },
    plans: {
      operator: { maxAddresses: null, storageBytes: null },
      signup: {
        maxAddresses: 5,
        dailyRecipients: { perAddress: null, perAccount: 100 },
        storageBytes: 1024 * 1024 * 1024,
      },
    },
  });
  expect(inNetworks("127.0.0.9", config.trustedNetworks)).toBe(true);
  expect(inNetworks("::ffff:127.0.0.1", config.trustedNetworks)).toBe(true);
  expect(inNetworks("192.0.2.1", config.trustedNetworks)).toBe(false);
});

test.each([
  ["PORT", "80a"],
  ["PORT", "off"],
  ["SMTP_PORT", "70000"],
  ["HOST", "nowhere"],
  ["MAIL_DOMAIN", "no domain"],
  ["DATABASE_URL", "mysql://x"],
  ["SMTP_RELAY_URL", "http://x"],
  ["SMTP_RELAY_DOMAINS", "news.example=http://x"],
  ["ADDRESS_DAILY_RECIPIENTS", "many"],
  ["DNS_SERVERS", "dns.example"],
  ["TRUSTED_NETWORKS", "10.0.0.0/99"],
  ["ALLOW_PLAINTEXT_AUTH", "always"],
  ["RATE_LIMIT_PER_SECOND", "-1"],
  ["AGENT_SIGNUP", "maybe"],
  ["LOG_LEVEL", "loud"],
  ["ACME_EMAIL", "nobody"],
  ["DATABASE_POOLER_PREPARES", "on"],
  ["OIDC_ROLES", "a=owner,b=member,a=reviewer"],
  // Longer than a timer of the runtime: it would end at once, each time.
  ["OTEL_METRIC_EXPORT_INTERVAL", "3000000000"],
  ["OTEL_EXPORTER_OTLP_TIMEOUT", "3000000000"],
])("%s=%s is refused by name, with an example", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}=.*Example: ${name}=`));
});

test("each domain may have a relay of its own, or none", () => {
  const { smtpRelayDomains } = readConfig({
    SMTP_RELAY_DOMAINS: "News.example=smtps://u:p%2Cw@relay.example:465, plain.example=mx",
  });
  expect([...smtpRelayDomains]).toEqual([
    ["news.example", "smtps://u:p%2Cw@relay.example:465"],
    ["plain.example", null],
  ]);
});

test("header fields for the collector are such that a request can carry, and a secret in one is not repeated", () => {
  const headers = (value: string) => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: value }).otlpHeaders;
  expect([...headers("authorization=Bearer%20hunter2,x-scope=a")]).toEqual([
    ["authorization", "Bearer hunter2"],
    ["x-scope", "a"],
  ]);
  for (const value of ["authorization=hunter2%0A", "two words=hunter2", "hunter2"])
    expect(() => headers(value)).toThrow(/^(?!.*hunter2).*OTEL_EXPORTER_OTLP_HEADERS/);
});

test("digests of settings follow a setting that changes, and are made once for those that stay", () => {
  const digests = settingDigests(new Uint8Array(32));
  const config = { ...readConfig({}) };
  const before = digests(config);
  expect(digests(config)).toBe(before);
  Object.assign(config, { agentSignup: !config.agentSignup });
  const after = digests(config);
  expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual(["AGENT_SIGNUP"]);
});

test("signs of a password that a URL reads otherwise are named, with what to write, and never repeated", () => {
  for (const password of [
    "hunt@/er2",
    "hunt/er2",
    "hunt#er2",
    "hunt?er2",
    "12#hunter",
    "12?hunt",
    "100%hunt",
  ]) {
    const [relay, database] = [
      `smtp://u:${password}@relay.example:587`,
      `postgres://u:${password}@db.example/x`,
    ];
    for (const env of [
      { SMTP_RELAY_URL: relay },
      { SMTP_RELAY_DOMAINS: `a.example=${relay}` },
      { DATABASE_URL: database },
    ])
      expect(() => readConfig(env)).toThrow(/^(?!.*hunt).*@ as %40/s);
  }
  for (const url of [
    "postgres://u:hunt%40%2F%23er2@a.example,b.example:5433/x?user=me@example",
    "postgres://u:hunt@er2@db.example/x",
    // an @ that is of the database's name
    "postgres://u:p@db.example/mail@home",
    "postgres://u:p@%2Frun%2Fpostgresql/x",
  ])
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  // Wrong otherwise than by the password.
  for (const url of [
    "postgres://u:hunter2@db.example:54x/x",
    "postgres://u:hunter2@db example/x",
    "postgres://u@/x?host=/run",
  ])
    expect(() => readConfig({ DATABASE_URL: url })).toThrow(/^(?!.*hunter2)DATABASE_URL=… must be a URL/);
});

// DECISIONS Settings and command line: DATA_DIR=~/x
test("a home folder that only a shell reads is refused, unless it is there", () => {
  for (const value of ["~", "~/mail", "~postroom/mail"])
    expect(() => readConfig({ DATA_DIR: value })).toThrow(/the whole path.*Example: DATA_DIR=\//);
  const before = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), "home-"));
  try {
    process.chdir(folder);
    mkdirSync("~/mail", { recursive: true });
    expect(readConfig({ DATA_DIR: "~/mail" }).dataDir).toEndWith("/~/mail");
    expect(readConfig({ DATA_DIR: "./mail~" }).dataDir).toEndWith("/mail~");
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
});

test("a file of settings in UTF-16 is named as one, once", () => {
  const text = Buffer.from("\ufeffPORT=8025\r\nMAIL_DOMAIN=agents.example\r\n", "utf16le").toString("utf8");
  expect(strangeIn({ text, names: [] })).toEqual([expect.stringMatching(/^the file \.env .*UTF-16.*UTF-8/)]);
});

test("a secret in a URL is not repeated", () => {
  expect(() => readConfig({ SMTP_RELAY_URL: "http://user:hunter2@relay" })).toThrow(/^(?!.*hunter2)/);
});

// DECISIONS Settings and command line: TLS_CERT_FILE and its like: halves of a pair name each other
test("one half of a pair names the other", () => {
  expect(() => readConfig({ TLS_CERT_FILE: "/x" })).toThrow(/TLS_KEY_FILE/);
  expect(() => readConfig({ S3_BUCKET: "b" })).toThrow(/S3_ACCESS_KEY_ID/);
});

test("a name that is an address is refused: receivers want one that DNS has", () => {
  expect(() => readConfig({ MAIL_HOSTNAME: "192.0.2.1" })).toThrow(
    "MAIL_HOSTNAME=192.0.2.1 must be a domain name, not an address. Example: MAIL_HOSTNAME=mail.example.com",
  );
});

test("two listeners on one port are named, and free ports and none are not", () => {
  expect(() => readConfig({ SMTP_PORT: "2500", IMAP_PORT: "2500" })).toThrow(
    "IMAP_PORT=2500 is SMTP_PORT's too. Give each its own",
  );
  const free = readConfig({ PORT: "0", SMTP_PORT: "0", IMAP_PORT: "off", IMAPS_PORT: "off" });
  expect([free.port, free.smtpPort, free.imapPort, free.imapsPort]).toEqual([0, 0, null, null]);
});

test("what sets nothing is named: lines of .env, its unknown names, and misspelt names of the environment", () => {
  const text =
    "# ports\nPORT=3000\nexport SMTP_PORT=25\nSMPT_RELAY_URL=smtp://x\nDATABASE_URL postgres://x\nMY_OWN=1\n\nexport PORT=3001\n";
  const names = [
    "PATH",
    "HOME",
    "HOSTNAME",
    "LANG",
    "LANGUAGE",
    "TMPDIR",
    "PORT",
    "POSTROOM_KEY",
    "DATA_DRI",
    "MY_OWN",
  ];
  expect(strangeIn({ text, names })).toEqual([
    "line 5 of .env sets nothing: it is no NAME=VALUE",
    "line 2 of .env sets nothing: PORT stands again in line 8, which holds",
    "SMPT_RELAY_URL in .env is no setting: did you mean SMTP_RELAY_URL?",
    expect.stringMatching(/^MY_OWN in .env is no setting/),
    "DATA_DRI is no setting: did you mean DATA_DIR?",
  ]);
  expect(strangeIn({ text: "HTTP_PORT=80", names: ["SMTPS_PORT"] })).toEqual([
    "HTTP_PORT in .env is no setting: did you mean PORT?",
    "SMTPS_PORT is no setting: did you mean SUBMISSIONS_PORT?",
  ]);
  expect(
    strangeIn({
      text: settings.map(({ name }) => `${name}=x`).join("\n"),
      names: settings.map(({ name }) => name),
    }),
  ).toEqual([]);
});

// DECISIONS Settings and command line: a TZ that is no time zone
test("a time zone that nobody knows is named, as times are in UTC then", () => {
  for (const zone of ["Europe/Berln", "CET-1CEST,M3.5.0,M10.5.0/3"])
    expect(strangeZone(zone)).toEqual([expect.stringContaining(`TZ=${zone} is no time zone`)]);
  for (const zone of [undefined, "", "UTC", "America/Sao_Paulo", ":/etc/localtime"])
    expect(strangeZone(zone)).toEqual([]);
});
