// `setup`: from nothing to a server that receives and sends mail. Each step looks what is done already, so a setup that was
// ended goes on where it stopped when it is run again.
import { readFileSync } from "node:fs";
import { setTimeout as rest } from "node:timers/promises";
import type { Config } from "../../config/config.ts";
import { ownProgram } from "../../config/runtime.ts";
import { type DoctorOptions, defaultOptions } from "../../doctor/context.ts";
import { type Finding, textReport } from "../../doctor/finding.ts";
import { Failure } from "../../lib/failure.ts";
import { domainName } from "../../mail/domain-name.ts";
import type { ExpectedDnsRecord } from "../../outbound/domain-records.ts";
import { certificatesRetry } from "../certificates.ts";
import {
  type CliCommand,
  type ClientCommand,
  CommandError,
  type Input,
  type Output,
  optionOf,
} from "../context.ts";
import { diagnose } from "../doctor.ts";
import { domainsAdd, domainsList, domainsVerify, domainsZone } from "../domains.ts";
import { identitiesCreate } from "../identities.ts";
import { initCommand } from "../init.ts";
import { runOnStore } from "../run-on-store.ts";
import { zonePlaces } from "../zone/places.ts";
import { printDomainConnect, publishZone } from "../zone/publish.ts";
import type { WantedZoneRecord } from "../zone/zone-writer.ts";
import { createAsker, type Prompt } from "./ask.ts";
import { awaitRecords } from "./records.ts";
import { ensureServer, isServing } from "./server.ts";
import { wishedSettings, writeSettings } from "./settings.ts";

export const setup: ClientCommand = {
  name: "setup",
  usage: "DOMAIN [OPTION …]",
  summary:
    "set up a mail server for a domain, step by step: settings, key, DNS, certificate, first address, test mail, doctor",
  options: [
    { name: "hostname", value: "NAME", summary: "the machine's own name (default: mail.DOMAIN)" },
    {
      name: "email",
      value: "ADDRESS",
      summary: "contact for the certificate authority (default: admin@DOMAIN); none: get no certificates",
    },
    {
      name: "signup-domain",
      value: "NAME",
      summary: "a domain of its own for agents that sign themselves up (default: none, they cannot)",
    },
    {
      name: "dns",
      value: "PLACE",
      summary: `write the records there, after showing them: ${zonePlaces.join(", ")} (credentials: POSTROOM_DNS_SERVER and POSTROOM_DNS_KEY, or POSTROOM_DNS_TOKEN)`,
    },
    { name: "address", value: "NAME", summary: "local part of the first address (default: hello)" },
    { name: "yes", summary: "ask nothing" },
    {
      name: "force",
      summary: "replace settings in .env that have other values, and hosts in a zone with --yes",
    },
    { name: "wait", value: "MINUTES", summary: "how long to wait for DNS (default: 60); 0: look once" },
    { name: "interval", value: "SECONDS", summary: "time between two looks at DNS (default: 10)" },
    {
      name: "ca",
      value: "FILE",
      summary: "also trust this root certificate when the server's own is checked, PEM",
    },
  ],
  positionals: ["DOMAIN"],
  examples: ["postroom setup agents.example.com --hostname mail.example.com --email you@example.com"],
  async runClient(input, print) {
    const ended = endsWell();
    try {
      return await Promise.race([run(input, print, ended), ended.asked]);
    } catch (error) {
      if (!(error instanceof CommandError || error instanceof Failure)) throw error;
      return { stdout: "", stderr: error.message, exitCode: error instanceof SetupStopped ? 130 : 1 };
    } finally {
      await ended.end();
    }
  },
};

/** By a signal. */
class SetupStopped extends CommandError {}

interface Ending {
  /** Rejects at Ctrl+C. */
  asked: Promise<never>;
  /** Servers to stop at the end, on success or error. */
  stops: (() => Promise<void>)[];
  end(): Promise<void>;
}

function endsWell(): Ending {
  const { promise: asked, reject } = Promise.withResolvers<never>();
  const stop = () =>
    reject(new SetupStopped("Stopped. What was made stays; run the same command again to go on."));
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, stop);
  asked.catch(() => undefined);
  const stops: (() => Promise<void>)[] = [];
  return {
    asked,
    stops,
    async end() {
      for (const name of ["SIGINT", "SIGTERM"] as const) process.removeListener(name, stop);
      for (const each of stops) await each();
    },
  };
}

async function run(input: Input, print: (line: string) => void, ended: Ending): Promise<Output> {
  const domain = domainName(input.positionals[0] ?? "");
  const numberOf = (name: string, otherwise: number) => {
    const value = Number(optionOf(input, name) ?? otherwise);
    if (!(value >= 0)) throw new CommandError(`--${name} takes a number from 0 on.`);
    return value;
  };
  const [minutes, intervalSeconds] = [numberOf("wait", 60), Math.max(1, numberOf("interval", 10))];
  const ask = createAsker(input.options.yes === true);
  const wishes = {
    domain,
    hostname: optionOf(input, "hostname"),
    email: optionOf(input, "email"),
    signupDomain: optionOf(input, "signup-domain"),
  };
  const wished = await wishedSettings(wishes, ask);
  const { config, env, changed } = await writeSettings(wished, {
    force: input.options.force === true,
    ask,
    print,
  });
  if (changed && (await isServing(config)))
    throw new CommandError(
      "A server runs with the settings of before. Restart it, then run this command again.",
    );

  const records = await prepare(config, { domain, print });
  const keepsHosts = input.options.yes === true && input.options.force !== true;
  await publish(config, { domain, place: optionOf(input, "dns"), ask, keepsHosts, print });
  if (!(await awaitRecords(config, { records, minutes, intervalSeconds, print })))
    return { stdout: "Publish what is missing, then run the same command again.\n", exitCode: 1 };
  for (const name of domainsOf(config, domain)) await command(config, domainsVerify, [name]);

  const server = await ensureServer(config, env);
  ended.stops.push(server.stop);
  print(server.isOwn ? "The server runs while this command does." : "The server runs.");
  const caFile = optionOf(input, "ca");
  const options = { ...defaultOptions, ca: caFile === undefined ? null : readFileSync(caFile, "utf8") };
  if (config.acme && !config.tls) await awaitCertificate(config, { options, print });
  const email = `${optionOf(input, "address") ?? (await ask.text("The first address?", "hello"))}@${domain}`;
  print(await makeAddress(config, email));
  const findings = await diagnose(config, { ...options, recipient: email });
  const open = findings.filter(({ severity, check }) => severity !== "ok" || check === "mail");
  print(`\n${textReport(open).trimEnd()}\n`);
  const failed = findings.some(({ severity }) => severity === "fail");
  return { stdout: nextSteps(config, { email, failed, isOwn: server.isOwn }), exitCode: failed ? 1 : 0 };
}

/** Writes the records at a place that was named, and else says where the provider would. */
async function publish(
  config: Config,
  {
    domain,
    place,
    ...rest
  }: {
    domain: string;
    place: string | undefined;
    ask: Prompt;
    keepsHosts: boolean;
    print(line: string): void;
  },
): Promise<void> {
  for (const name of domainsOf(config, domain)) {
    const zone = await command(config, domainsZone, [name], { json: true });
    const publication = { domain: name, records: JSON.parse(zone) as WantedZoneRecord[], ...rest };
    if (place === undefined) await printDomainConnect(config, publication);
    else await publishZone(place, publication);
  }
}

/** Account, key and domain in the database; prints the zone. */
async function prepare(
  config: Config,
  { domain, print }: { domain: string; print: (line: string) => void },
): Promise<ExpectedDnsRecord[]> {
  const made = JSON.parse(await command(config, initCommand, [], { json: true })) as { api_key?: string };
  if (made.api_key !== undefined) print(`\nYour API key, shown this once:\n\n  ${made.api_key}\n`);
  const known = JSON.parse(await command(config, domainsList, [], { json: true })) as { domain: string }[];
  if (!known.some((each) => each.domain === domain)) await command(config, domainsAdd, [domain]);
  const records: ExpectedDnsRecord[] = [];
  for (const name of domainsOf(config, domain)) {
    if (name !== domain && !known.some((each) => each.domain === name))
      throw new CommandError(
        `SIGNUP_DOMAIN=${name} cannot be used: postroom doctor --only signups says why. Name another one, or none.`,
      );
    print(
      name === domain
        ? "Publish these records, at the provider of your DNS:\n"
        : `And these, for agents that sign themselves up on ${name}:\n`,
    );
    print(await command(config, domainsZone, [name]));
    const seen = JSON.parse(await command(config, domainsVerify, [name], { json: true })) as {
      records: ExpectedDnsRecord[];
    };
    records.push(...seen.records);
  }
  print(
    `Beside them the machine's own: A (and AAAA) of ${config.mailHostname}, and the PTR of its address back to that name.\n`,
  );
  return records;
}

/** The domain that is set up, and that of sign-ups. */
function domainsOf({ signupDomain }: Config, domain: string): string[] {
  return signupDomain === null || signupDomain === domain ? [domain] : [domain, signupDomain];
}

/** @throws CommandError with what the command refused */
async function command(
  config: Config,
  what: CliCommand,
  positionals: string[],
  options: Input["options"] = {},
): Promise<string> {
  const { stdout, stderr, exitCode } = await runOnStore(config, what, { positionals, options });
  if (exitCode !== 0) throw new CommandError(stderr ?? stdout);
  return stdout;
}

const certificateSeconds = 180;

/** Waits until a port shows a certificate that an authority has issued, or the authority has refused. */
async function awaitCertificate(
  config: Config,
  { options, print }: { options: DoctorOptions; print: (line: string) => void },
): Promise<void> {
  print("Waiting for the certificate.");
  // Retry an order that failed before DNS was ready, without its pause.
  await command(config, certificatesRetry, []);
  for (let waited = 0; waited < certificateSeconds; waited++) {
    const findings = await diagnose(config, { ...options, only: ["certificate", "renewal"] });
    const has = (code: string) => findings.find((finding: Finding) => finding.code === code);
    const refused = has("renewal.failing");
    if (refused) {
      print(`There is no certificate yet. ${refused.message}`);
      return;
    }
    if (!has("certificate.self_signed") && !has("certificate.no_tls") && has("certificate.ok")) {
      print("The certificate is there.");
      return;
    }
    // A test authority's: nobody trusts it, and it is there.
    if (has("certificate.untrusted")) return;
    await rest(1000);
  }
  print("There is no certificate yet; the server goes on trying.");
}

/** @throws CommandError for a name that no address may have */
async function makeAddress(config: Config, email: string): Promise<string> {
  const input: Input = { positionals: [email], options: {} };
  const { stderr = "", exitCode } = await runOnStore(config, identitiesCreate, input);
  if (exitCode === 0) return `${email} is made.`;
  if (/is taken/.test(stderr)) return `${email} is there already.`;
  throw new CommandError(stderr);
}

function nextSteps(
  config: Config,
  { email, failed, isOwn }: { email: string; failed: boolean; isOwn: boolean },
): string {
  const program = Bun.which("postroom") === process.execPath ? "postroom" : ownProgram().join(" ");
  const steps = [
    ...(failed ? [`mend what FAIL names above, then: ${program} doctor`] : []),
    ...(isOwn
      ? [
          `let the server run for good: ${program} service | sudo tee /etc/systemd/system/postroom.service, then sudo systemctl enable --now postroom (or: ${program} serve)`,
        ]
      : []),
    `write to ${email} from outside, and read it: ${config.baseUrl ?? ""}/docs says how`,
    `look in: ${program} console-link YOUR-ADDRESS`,
    `back up: ${program} backup FOLDER`,
  ];
  return `Next:\n${steps.map((step, index) => `  ${index + 1}. ${step}`).join("\n")}\n`;
}
