// `service`: a systemd unit for this executable, this directory and its settings, with as few rights as it needs.
import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Config, environment } from "../config/config.ts";
import { envFile, readEnvFile } from "../config/env-file.ts";
import { ownProgram } from "../config/runtime.ts";
import { settings } from "../config/settings.ts";
import { CommandError, type LocalCommand, ok, optionOf } from "./context.ts";

export const service: LocalCommand = {
  name: "service",
  usage: "[--user NAME]",
  summary: "print a systemd unit that runs the service in this directory",
  examples: ["postroom service | sudo tee /etc/systemd/system/postroom.service"],
  options: [
    {
      name: "user",
      value: "NAME",
      summary: "the user that it runs as (default: the owner of DATA_DIR, or you)",
    },
  ],
  positionals: [],
  async runHere(config, input) {
    const program = ownProgram().map((part) => resolve(part));
    const user = optionOf(input, "user") ?? ownerOf(config.dataDir);
    const directory = resolve(".");
    if ([...program, directory, config.dataDir, user].some((text) => /[\s"'\\%$;]/.test(text)))
      throw new CommandError("A unit takes no path with blanks or signs such as % and $: move it.");
    const missing = unwritten();
    return {
      ...ok(unit({ program: program.join(" "), user, directory, ...config })),
      ...(missing.length > 0 && {
        stderr: `The service has the settings of ${envFile()} alone. Write these there too, which come from this environment: ${missing.join(", ")}`,
      }),
    };
  },
};

/** Settings of this environment that a service of this directory would not have. */
function unwritten(): string[] {
  const now = environment();
  const written = new Set(["DATA_DIR", ...readEnvFile().map(({ name }) => name)]);
  return settings.map(({ name }) => name).filter((name) => now[name] !== undefined && !written.has(name));
}

/** Return the owner of the data folder, otherwise the caller; a number if the user has no name. */
function ownerOf(dataDir: string): string {
  const uid = existsSync(dataDir) ? statSync(dataDir).uid : (process.getuid?.() ?? 0);
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  const [name] = users.map((line) => line.split(":")).find((fields) => fields[2] === String(uid)) ?? [];
  return name ?? String(uid);
}

const home = /^\/(home|root|run\/user)(\/|$)/;

/** The machine's part of a unit. */
interface UnitPaths extends Pick<Config, "dataDir" | "databaseUrl"> {
  program: string;
  user: string;
  directory: string;
}

/** systemd.exec(5). Compiled JavaScript needs memory that is written and executed: MemoryDenyWriteExecute stays off. */
export function unit({ program, user, directory, dataDir, databaseUrl }: UnitPaths): string {
  const needsHome = [program, directory, dataDir].some((path) => home.test(path));
  const database = databaseUrl === null ? "" : " postgresql.service";
  return `# postroom service | sudo tee /etc/systemd/system/postroom.service
# sudo systemctl daemon-reload && sudo systemctl enable --now postroom
[Unit]
Description=Postroom mail server
Wants=network-online.target
After=network-online.target${database}

[Service]
Type=exec
User=${user}
WorkingDirectory=${directory}
Environment=DATA_DIR=${dataDir}
ExecStart=${program} serve
ExecReload=/bin/kill -HUP $MAINPID
Restart=on-failure
RestartSec=2
TimeoutStopSec=45
LimitNOFILE=65536
UMask=0077

# Ports below 1024, and nothing else that is root's.
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
NoNewPrivileges=yes

# Everything is read-only but its data.
ProtectSystem=strict
ReadWritePaths=${dataDir}
ProtectHome=${needsHome ? "read-only" : "yes"}
PrivateTmp=yes
PrivateDevices=yes
PrivateIPC=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RemoveIPC=yes
LockPersonality=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`;
}
