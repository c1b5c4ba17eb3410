// `doctor`: looks at everything that mail needs, and says what to do. Of an embedded database that a server holds, the checks run
// inside that server.
import { existsSync, readFileSync } from "node:fs";
import { version } from "../../package.json" with { type: "json" };
import { defaultDeps } from "../app/app.ts";
import { type Core, openCore } from "../app/core.ts";
import { peerKey } from "../config/client.ts";
import { type Config, dataPath } from "../config/config.ts";
import { contextOf, type DoctorOptions } from "../doctor/context.ts";
import { checks, examine } from "../doctor/examine.ts";
import {
  type CheckResult,
  exitCodeOf,
  type Finding,
  failing,
  jsonReport,
  textReport,
  warning,
} from "../doctor/finding.ts";
import { systemClock } from "../lib/clock.ts";
import { messageOf } from "../lib/failure.ts";
import { DatabaseUnfit } from "../store/database/fitness.ts";
import { MigrationError, MigrationsWait } from "../store/database/migrate.ts";
import { knownRemedy } from "../store/database/remedies.ts";
import {
  type CliCommand,
  CommandError,
  type Input,
  type LocalCommand,
  type Output,
  optionOf,
} from "./context.ts";
import { HungServer } from "./hung-server.ts";
import { runInServer } from "./run-in-server.ts";

export const doctor: LocalCommand = {
  name: "doctor",
  usage: "[OPTION …]",
  summary:
    "check everything that mail needs, and say what to do about each finding; exit 0: all is well, 1: warnings, 2: failures",
  options: [
    { name: "json", summary: "print as JSON" },
    {
      name: "only",
      value: "CHECKS",
      summary: `only these checks, comma separated: ${checks.map(({ name }) => name).join(", ")}`,
    },
    {
      name: "ignore",
      value: "CODES",
      summary: "leave out these findings, comma separated, such as domain.tls_rpt_missing",
    },
    {
      name: "relay",
      summary: "also send a mail out through SMTP_RELAY_URL, which has to come in from outside",
    },
    {
      name: "peer",
      value: "URL",
      summary: "also let another Postroom send a mail here, with the key of POSTROOM_PEER_KEY",
    },
    {
      name: "clock",
      value: "URL",
      summary: "compare the clock with this server's; without it, with the ACME authority's",
    },
    { name: "ca", value: "FILE", summary: "trust this root certificate too, PEM" },
    {
      name: "to",
      value: "ADDRESS",
      summary: "recipient of the test mails (default: postmaster of the default domain)",
    },
  ],
  positionals: [],
  async runHere(config, input) {
    return report(await diagnose(config, optionsOf(input)), input);
  },
  refused(error, input) {
    const remedy = "Mend it in .env or in the environment; postroom serve --help lists all settings.";
    return report([{ check: "settings", ...failing("settings.invalid", error.message, { remedy }) }], input);
  },
};

/** The findings, also where no server runs or the database cannot be opened. */
export async function diagnose(config: Config, options: DoctorOptions): Promise<Finding[]> {
  if (config.databaseUrl === null) {
    const input: Input = { positionals: [], options: { options: JSON.stringify(options) } };
    const answer = await runInServer(config, doctorExamine, input).catch((error: unknown) => {
      if (error instanceof HungServer) return error;
      throw error;
    });
    if (answer instanceof HungServer)
      return [{ check: "server", ...failing("server.hung", answer.known, { remedy: answer.remedy }) }];
    if (answer?.exitCode === 0) return JSON.parse(answer.stdout) as Finding[];
    if (answer) throw new CommandError(answer.stderr ?? "The server could not look.");
  }
  const { core, problem } = await openedCore(config);
  try {
    const context = await contextOf(core, { config, clock: systemClock, options });
    return [...(problem ? [{ check: "database", ...problem }] : []), ...(await examine(context))];
  } finally {
    await core?.close();
  }
}

/** The checks on the store of a running server. */
export const doctorExamine: CliCommand = {
  name: "doctor examine",
  usage: "--options JSON",
  summary: "run the checks of doctor",
  options: [{ name: "options", value: "JSON", summary: "DoctorOptions" }],
  positionals: [],
  internal: true,
  async run(core, input) {
    const options = JSON.parse(optionOf(input, "options") ?? "{}") as DoctorOptions;
    const { config, clock } = core;
    const findings = await examine(await contextOf(core, { config, clock, options }));
    return { stdout: JSON.stringify(findings), exitCode: 0 };
  },
};

/** Opens the store as it is: a newer program does not change the schema of an older server. */
async function openedCore(config: Config): Promise<{ core: Core | null; problem: CheckResult | null }> {
  // Nothing is made where nothing is.
  if (config.databaseUrl === null && !existsSync(dataPath(config, "postgres")))
    return { core: null, problem: null };
  const quiet: Config = { ...config, logLevel: "error" };
  try {
    return { core: await openCore(quiet, defaultDeps(quiet), { readOnly: true }), problem: null };
  } catch (error) {
    return { core: null, problem: whyClosed(error) };
  }
}

function whyClosed(error: unknown): CheckResult {
  if (error instanceof MigrationsWait)
    return warning("database.schema_old", error.message, {
      remedy: "Back up (postroom backup), then restart the server with this version.",
    });
  if (error instanceof MigrationError)
    return failing("database.schema_newer", error.message, {
      remedy: "Start the newer version, or restore a backup that was made before the upgrade.",
    });
  if (error instanceof DatabaseUnfit)
    return failing(`database.${error.fault}`, `${error.why}.`, { remedy: `${error.remedy}.` });
  const remedy = `${knownRemedy(error) ?? "Look whether it runs, at DATABASE_URL (host, user, password, name) or at DATA_DIR"}.`;
  // A start says both in one line.
  const reason = messageOf(error).replace(` ${remedy}`, "");
  return failing("database.unreachable", `The database cannot be opened: ${reason}`, { remedy });
}

function optionsOf(input: Input): DoctorOptions {
  const only =
    optionOf(input, "only")
      ?.split(",")
      .map((name) => name.trim()) ?? null;
  const unknown = only?.find((name) => !checks.some((check) => check.name === name));
  if (unknown !== undefined)
    throw new CommandError(
      `There is no check "${unknown}". There are: ${checks.map(({ name }) => name).join(", ")}.`,
    );
  const caFile = optionOf(input, "ca");
  return {
    ca: caFile === undefined ? null : readFileSync(caFile, "utf8"),
    clockUrl: webUrl(input, "clock"),
    relay: input.options.relay === true,
    peer: peerOf(webUrl(input, "peer")),
    only,
    recipient: optionOf(input, "to") ?? null,
    policyServer: null,
    relayAddresses: null,
  };
}

function webUrl(input: Input, name: string): string | null {
  const value = optionOf(input, name);
  if (value === undefined) return null;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new CommandError(`--${name} takes a URL such as https://mail.example.com`);
  return value.replace(/(?<!\/)\/+$/, "");
}

function peerOf(url: string | null): DoctorOptions["peer"] {
  if (url === null) return null;
  const key = peerKey();
  if (key === undefined) throw new CommandError("--peer needs a key of that server in POSTROOM_PEER_KEY.");
  return { url, key };
}

function report(findings: readonly Finding[], input: Input): Output {
  const ignored =
    optionOf(input, "ignore")
      ?.split(",")
      .map((code) => code.trim()) ?? [];
  const left = findings.filter(({ code }) => !ignored.includes(code));
  const stdout = input.options.json ? `${jsonReport(left, version)}\n` : textReport(left);
  return { stdout, exitCode: exitCodeOf(left) };
}
