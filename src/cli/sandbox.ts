// `sandbox`: the service in a world of its own, until it is ended.
import { resolve } from "node:path";
import { ConfigError } from "../config/config.ts";
import { instantOf } from "../lib/clock.ts";
import { messageOf } from "../lib/failure.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { newSeed, type SandboxOptions } from "../sandbox/sandbox-settings.ts";
import { type ClientCommand, CommandError, type Input, ok, optionOf, valuesOf } from "./context.ts";
import { firstStart, laterStart } from "./welcome.ts";

const maxAllowed = 100;

export const sandbox: ClientCommand = {
  name: "sandbox",
  usage: "[DIR] [OPTION …]",
  summary:
    "run the service in a world of its own: nobody outside is written to, people in the process answer, and time can be moved; DIR keeps the data",
  options: [
    { name: "port", value: "N", summary: "HTTP port (3000; 0 takes free ports for everything)" },
    { name: "allow", value: "HOST", summary: "a host outside that webhooks may reach", repeats: maxAllowed },
    { name: "seed", value: "N", summary: "repeats a world: its beginning, people and domains" },
    { name: "speed", value: "N", summary: 'how much faster time passes (1), or "stand"' },
    { name: "postgres", value: "URL", summary: "an empty PostgreSQL database instead of the embedded one" },
    {
      name: "json",
      summary:
        "print where it is as one line of JSON, and end with the program that started it (end of its input)",
    },
    { name: "log", value: "LEVEL", summary: "debug, info, warn, error or silent (warn)" },
  ],
  positionals: ["[DIR]"],
  examples: ["postroom sandbox", "postroom sandbox ./world --seed 7 --speed stand --port 0"],
  async runClient(input, print) {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(name, () => end());
    const running = await startSandbox(optionsOf(input)).catch((error) => {
      const [what = "", rest] = messageOf(error).split(". Choose another one");
      throw rest === undefined
        ? error
        : new CommandError(`${what}. --port 0 takes free ports for everything.`);
    });
    print(input.options.json ? placeOf(running) : welcome(running));
    if (input.options.json) process.stdin.on("end", end).on("error", end).resume();
    await ended;
    await running.stop();
    return ok("");
  },
};

/** How to sign in: the command `postroom console-link` does not reach a sandbox. */
function signInOf({ ports }: Sandbox["app"]): string {
  return `and a link that signs somebody in: curl -s -X POST http://localhost:${ports.http}/sandbox/console-link -d '{"email":"you@example.com"}'`;
}

/** For programs: a line. */
function placeOf({ app: { ports, operator }, config, clock }: Sandbox): string {
  const url = `http://localhost:${ports.http}`;
  return `${JSON.stringify({
    url,
    api_key: operator.token,
    mcp_url: `${url}/mcp`,
    domain: operator.domain,
    now: instantOf(clock.now()),
    data_dir: config.dataDir,
    ports,
  })}\n`;
}

function welcome({ app, config, clock }: Sandbox): string {
  const first = app.operator.token === null ? laterStart(app) : firstStart(app, config, signInOf(app));
  const at = `http://localhost:${app.ports.http}/sandbox`;
  const pace = clock.speed === 0 ? "stands" : `runs at ${clock.speed}`;
  return `${first}
This is a sandbox: no mail leaves it, and every address outside answers as the world lets it. Its clock ${pace}.

  # let three days pass, with all that happens in them
  curl -s -X POST ${at}/clock -d '{"advance":"3d"}'; echo

  # let somebody write; see what came to them
  curl -s -X POST ${at}/residents/ada@shop.example/acts -d '{"to":"hello@${app.operator.domain}","subject":"Hi","text":"Are you there?"}'; echo
  curl -s ${at}/inboxes/ada@shop.example; echo
`;
}

function optionsOf(input: Input): SandboxOptions {
  const port = optionOf(input, "port");
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new CommandError("--port takes a number.");
  const seed = optionOf(input, "seed");
  if (seed !== undefined && !/^[\w.-]{1,100}$/.test(seed))
    throw new CommandError("--seed takes a number or a word.");
  const [dir] = input.positionals;
  const postgres = optionOf(input, "postgres") ?? null;
  if (postgres !== null && !/^postgres(?:ql)?:\/\//.test(postgres))
    throw new ConfigError("--postgres takes a URL such as postgres://user:password@localhost/empty.");
  return {
    dir: dir === undefined ? null : resolve(input.cwd ?? ".", dir),
    port: port === undefined ? null : Number(port),
    freePorts: port === "0",
    allow: valuesOf(input, "allow"),
    seed: seed ?? newSeed(),
    isSeeded: seed !== undefined,
    speed: paceOf(optionOf(input, "speed") ?? "1"),
    postgres,
    logLevel: optionOf(input, "log") ?? "warn",
  };
}

function paceOf(text: string): number {
  if (text === "stand") return 0;
  const speed = Number(text);
  if (!(speed > 0 && speed <= 1_000_000))
    throw new CommandError('--speed takes "stand", or a number above 0 and up to 1000000.');
  return speed;
}
