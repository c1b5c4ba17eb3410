// `login` keeps a server and a key for the other commands of the client.
import { givenKey, storeClientSettings } from "../../config/client.ts";
import { Postroom } from "../../sdk/typescript/index.ts";
import { type ClientCommand, CommandError, ok, WrongWord } from "../context.ts";

export const login: ClientCommand = {
  name: "login",
  usage: "URL [--stdin]",
  summary: "store a server's URL and an API key for send, inbox, read and the other commands of a client",
  options: [
    {
      name: "stdin",
      summary: "read the key from standard input (default: from POSTROOM_KEY)",
      readsStdin: true,
    },
  ],
  positionals: ["URL"],
  examples: ["echo pr_… | postroom login https://mail.example.com --stdin"],
  async runClient(input) {
    const url = input.positionals[0]!.replace(/(?<!\/)\/+$/, "");
    if (!/^https?:\/\/[^/]+$/.test(url)) throw notUrl(url, input.positionals[0]!);
    const key = input.stdin?.trim() || givenKey();
    if (!key)
      throw new CommandError("There is no key: give it by standard input with --stdin, or as POSTROOM_KEY.");
    const client = new Postroom({ baseUrl: url, apiKey: key });
    const { data } = await client.identities.list({ limit: 5 });
    const file = storeClientSettings({ url, key });
    const reached = data.map(({ email }) => email).join(", ") || "no address yet";
    return ok(`The key works (${reached}). It is kept in ${file}.`);
  },
};

/** A host and a port alone have a scheme before them: of one's own machine http, of others https. */
function notUrl(url: string, given: string): CommandError {
  const why = `${url} is not a server's URL, such as https://mail.example.com`;
  const [, host = ""] = /^([\w-]+(?:\.[\w-]+)*)(?::\d{1,5})?$/.exec(url) ?? [];
  const isHere = host === "localhost" || /^127\.[\d.]+$/.test(host);
  const isHost = isHere || /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}$/i.test(host);
  return isHost ? new WrongWord(why, given, `${isHere ? "http" : "https"}://${url}`) : new CommandError(why);
}
