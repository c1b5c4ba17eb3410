// The text that a start prints: first steps the first time, one line later.
import type { App } from "../app/app.ts";
import type { Config } from "../config/config.ts";

/** The key, the ports and three commands to paste. */
export function firstStart({ ports, operator }: App, config: Config): string {
  const { token, domain } = operator;
  const api = `http://localhost:${ports.http}/api/v1`;
  const json = `-H 'content-type: application/json'`;
  return `
Postroom is running. ${portLine(ports)}

Your API key, shown this once:

  ${token}

Paste these, one after the other:

  # 1. create an address
  export KEY=${token}
  curl -s ${api}/identities -H "authorization: Bearer $KEY" ${json} -d '{"email":"hello@${domain}"}'; echo

  # 2. send it a mail
  printf 'From: you@example.com\\r\\nTo: hello@${domain}\\r\\nSubject: Hi\\r\\n\\r\\nDoes it work?\\r\\n' | curl -s smtp://localhost:${ports.smtp ?? config.smtpPort} --mail-from you@example.com --mail-rcpt hello@${domain} -T -

  # 3. read it
  curl -s "${api}/messages?thread_id=$(curl -s ${api}/threads -H "authorization: Bearer $KEY" | grep -o '"id":"[^"]*' | head -1 | cut -c7-)" -H "authorization: Bearer $KEY"; echo

`;
}

export function laterStart({ ports }: App): string {
  return `Postroom is running. ${portLine(ports)}\n`;
}

function portLine(ports: App["ports"]): string {
  const open = Object.entries(ports).flatMap(([name, port]) => (port === null ? [] : [`${name} ${port}`]));
  return `Ports: ${open.join(", ")}.`;
}
