// The doors to what is next, as a worker uses them.
import { Postroom } from "../../../src/sdk/typescript/index.ts";
import { apiClient } from "../../support/app/api.ts";
import { runCommand } from "../../support/app/server.ts";
import { mcpClient } from "../../support/clients/mcp.ts";
import { noClients } from "../../support/clients/others.ts";
import { startPythonSdk } from "../../support/clients/python-sdk.ts";

/** A call, in REST's words. */
export interface Asking {
  address?: string;
  from?: string;
  subject?: string;
  begin?: "start" | "now";
  ack?: string;
  /** Seconds; 0 without it. */
  wait?: number;
}

export interface Given {
  item: { kind: string; subject: string | null; ack: string } | null;
  /** Whether the `ack` holds; null: none was given. */
  acknowledged: boolean | null;
}

export interface Worker {
  /** @throws when it is refused, or the line is cut */
  next(asking?: Asking): Promise<Given>;
  close(): Promise<void>;
}

export interface Place {
  url: string;
  key: string;
  /** A folder where commands run. */
  folder: string;
}

interface ApiGiven {
  item: { kind: string; message: { subject: string | null } | null; ack: string } | null;
  acknowledged: boolean | null;
}

const shown = ({ item, acknowledged }: ApiGiven): Given => ({
  item: item && { kind: item.kind, subject: item.message?.subject ?? null, ack: item.ack },
  acknowledged,
});

const nothingToClose = async () => undefined;

async function mcpWorker({ url, key }: Place, era: "2025" | "2026"): Promise<Worker> {
  const mcp = await mcpClient(url, key, era);
  return {
    async next({ wait = 0, ...asking } = {}) {
      const { fields, text } = await mcp.must("whats_next", { ...asking, seconds: wait });
      const [item] = fields.items as { kind: string; mail?: { subject?: string } }[];
      return {
        item: item === undefined ? null : told(item, fields.ack as string),
        acknowledged: asking.ack === undefined ? null : !text.includes("does not hold"),
      };
    },
    close: () => mcp.close(),
  };
}

function told({ kind, mail }: { kind: string; mail?: { subject?: string } }, ack: string) {
  return { kind, subject: (kind === "mail" ? mail?.subject : null) ?? null, ack };
}

export const doors: Readonly<Record<string, { isThere: boolean; open(place: Place): Promise<Worker> }>> = {
  REST: {
    isThere: true,
    async open({ url, key }) {
      const api = apiClient(url, key);
      return {
        next: async (asking) =>
          shown(await api.must<ApiGiven>(200, api.post("/next", { wait: 0, ...asking }))),
        close: nothingToClose,
      };
    },
  },
  "TypeScript SDK": {
    isThere: true,
    async open({ url, key }) {
      const client = new Postroom({ baseUrl: url, apiKey: key });
      return {
        next: async (asking) => shown(await client.next({ wait: 0, ...asking })),
        close: nothingToClose,
      };
    },
  },
  "Python SDK": {
    isThere: noClients === null,
    async open({ url, key }) {
      const python = startPythonSdk({ url, key });
      return {
        next: async (asking) => shown((await python.invoke("next", { wait: 0, ...asking })) as ApiGiven),
        close: python.close,
      };
    },
  },
  "MCP of 2025": { isThere: true, open: (place) => mcpWorker(place, "2025") },
  "MCP of 2026": { isThere: true, open: (place) => mcpWorker(place, "2026") },
  "command line": {
    isThere: true,
    async open({ url, key, folder }) {
      const settings = { POSTROOM_URL: url, POSTROOM_KEY: key };
      return {
        async next({ wait = 0, ...asking } = {}) {
          const options = Object.entries({ ...asking, seconds: String(wait) });
          const words = ["next", "--json", ...options.flatMap(([name, value]) => [`--${name}`, value])];
          const { exitCode, stdout, stderr } = await runCommand(
            { dataDir: folder, databaseUrl: null },
            words,
            {
              settings,
            },
          );
          // 3: nothing came.
          if (exitCode !== 0 && exitCode !== 3) throw new Error(stderr);
          return shown(JSON.parse(stdout) as ApiGiven);
        },
        close: nothingToClose,
      };
    },
  },
};
