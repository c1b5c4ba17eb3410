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

/** The default ports of the settings, and that of HTTPS in a container, are mapped from the ports of the protocols. */
const mapped = new Map([
  [2143, 143],
  [2993, 993],
  [2587, 587],
  [2465, 465],
  [8443, 443],
]);

/** @param ports the ports that are listened on; 0 when unknown */
export function mailService(host: string, ports: Omit<MailService, "host">): MailService {
  const publicPort = (port: number | null) => (port ? (mapped.get(port) ?? port) : null);
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
