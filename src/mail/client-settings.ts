// The documents with which mail programs set up an account: Thunderbird's autoconfig document (config-v1.1) and Microsoft's
// autodiscover (outlook/responseschema/2006a). Pure. The user name is the whole address, the
// password an app password.
import { type Html, html } from "../lib/html.ts";

/** Host and ports of the service as clients see them; null: not offered. */
export interface MailService {
  host: string;
  imap: number | null;
  imaps: number | null;
  submission: number | null;
  submissions: number | null;
  /** Where CalDAV is under TLS. */
  https: number | null;
}

/**
 * The default ports of the settings, and that of HTTPS in a container: a firewall or a container maps the ports of the
 * protocols to them. Where the program takes ports of protocols itself nobody does, and they are this machine's own.
 */
const mapped = new Map([
  [2143, 143],
  [2993, 993],
  [2587, 587],
  [2465, 465],
  [8443, 443],
]);

/** The lowest port that a program takes without a privilege. */
const firstFreePort = 1024;

/** @param ports the ports that are listened on; 0 when unknown */
export function mailService(host: string, ports: Omit<MailService, "host">): MailService {
  const takesProtocolPorts = Object.values(ports).some((port) => port && port < firstFreePort);
  const publicPort = (port: number | null) => {
    const stands = port ? mapped.get(port) : undefined;
    if (stands === undefined) return port || null;
    return takesProtocolPorts ? null : stands;
  };
  return {
    host,
    imap: publicPort(ports.imap),
    imaps: publicPort(ports.imaps),
    submission: publicPort(ports.submission),
    submissions: publicPort(ports.submissions),
    https: publicPort(ports.https),
  };
}

interface Server {
  kind: "imap" | "smtp";
  host: string;
  port: number;
  security: "SSL" | "STARTTLS";
}

/** TLS from the first octet comes first. RFC 8314 3.3 */
function serversOf({ host, imap, imaps, submission, submissions }: MailService): Server[] {
  const all = [
    { kind: "imap", port: imaps, security: "SSL" },
    { kind: "imap", port: imap, security: "STARTTLS" },
    { kind: "smtp", port: submissions, security: "SSL" },
    { kind: "smtp", port: submission, security: "STARTTLS" },
  ] as const;
  return all.flatMap(({ port, ...server }) => (port === null ? [] : [{ ...server, host, port }]));
}

const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function autoconfigXml(domain: string, service: MailService): string {
  const servers = serversOf(service).map(({ kind, host, port, security }) =>
    server(
      kind,
      html`
      <hostname>${host}</hostname>
      <port>${port}</port>
      <socketType>${security}</socketType>
      <username>%EMAILADDRESS%</username>
      <authentication>password-cleartext</authentication>`,
    ),
  );
  const document = html`<clientConfig version="1.1">
  <emailProvider id="${domain}">
    <domain>${domain}</domain>
    <displayName>${domain}</displayName>
    <displayShortName>${domain}</displayShortName>${servers}
  </emailProvider>
</clientConfig>
`;
  return xmlStart + document.text;
}

function server(kind: Server["kind"], fields: Html): Html {
  return kind === "imap"
    ? html`
    <incomingServer type="imap">${fields}
    </incomingServer>`
    : html`
    <outgoingServer type="smtp">${fields}
    </outgoingServer>`;
}

export function autodiscoverXml(email: string, service: MailService): string {
  const protocols = serversOf(service).map(
    ({ kind, host, port, security }) => html`
      <Protocol>
        <Type>${kind.toUpperCase()}</Type>
        <Server>${host}</Server>
        <Port>${port}</Port>
        <LoginName>${email}</LoginName>
        <DomainRequired>off</DomainRequired>
        <SPA>off</SPA>
        <SSL>on</SSL>
        <Encryption>${security === "SSL" ? "SSL" : "TLS"}</Encryption>
        <AuthRequired>on</AuthRequired>
      </Protocol>`,
  );
  const document = html`<Autodiscover xmlns="http://schemas.microsoft.com/exchange/autodiscover/responseschema/2006">
  <Response xmlns="http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a">
    <User>
      <DisplayName>${email}</DisplayName>
    </User>
    <Account>
      <AccountType>email</AccountType>
      <Action>settings</Action>${protocols}
    </Account>
  </Response>
</Autodiscover>
`;
  return xmlStart + document.text;
}
