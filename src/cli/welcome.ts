// The text that a start prints: first steps the first time, one line later.
import type { App } from "../app/app.ts";
import type { Config } from "../config/config.ts";
import { ownProgram } from "../config/runtime.ts";

/** The key, the ports, README's commands to paste, and where to go on. */
export function firstStart({ ports, operator }: App, config: Config, signIn = signInByCommand): string {
  const { token, domain } = operator;
  const address = `hello@${domain}`;
  return `
Postroom is running. ${portLine(ports)}

Your API key, shown this once:

  ${token}

Paste these, one after the other:

  export KEY=${token} api=http://localhost:${ports.http}/api/v1 json='content-type: application/json'

  # 1. create an address
  curl -s $api/identities -H "authorization: Bearer $KEY" -H "$json" -d '{"email":"${address}"}'; echo

  # 2. send it a mail
  printf 'From: you@example.com\\r\\nTo: ${address}\\r\\nSubject: Hi\\r\\n\\r\\nDoes it work?\\r\\n' | curl -s smtp://localhost:${ports.smtp ?? config.smtpPort} --mail-from you@example.com --mail-rcpt ${address} -T -

  # 3. read it
  curl -s "$api/messages?is_read=false" -H "authorization: Bearer $KEY"; echo

  # 4. go on: http://localhost:${ports.http}/docs describes every call; people read and answer at http://localhost:${ports.http}/console,
  #    ${signIn}

  # 5. let a program of yours hear of each mail, without a public URL; it goes on until Ctrl+C:
  #    POSTROOM_KEY=$KEY POSTROOM_URL=http://localhost:${ports.http} ${ownProgram().join(" ")} listen --forward http://localhost:4000/hook

`;
}

const signInByCommand = "and the command console-link EMAIL of this program prints a link that signs them in";

export function laterStart({ ports }: App): string {
  return `Postroom is running. ${portLine(ports)}
For another key: ${ownProgram().join(" ")} keys create --name NAME
`;
}

function portLine(ports: App["ports"]): string {
  const open = Object.entries(ports).flatMap(([name, port]) => (port === null ? [] : [`${name} ${port}`]));
  return `Ports: ${open.join(", ")}.`;
}
