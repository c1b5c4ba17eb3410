// Passwords of mail programs and phones: a plain function of what it shows.
import { encode } from "uqr";
import { type Html, html } from "../../lib/html.ts";
import type { MailService } from "../../mail/client-settings.ts";
import type { AppPasswordRow } from "../../store/access/app-passwords.ts";
import type { Here } from "../frame/answers.ts";
import { addressForm, buttonOf, emptyState, field, notice, postForm, sureForm } from "../frame/forms.ts";
import { settingsHead } from "../frame/settings-head.ts";
import { agoTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";

const words = phrases.devices;

export interface DevicesView {
  /** Addresses that take app passwords. */
  addresses: readonly { id: string; email: string }[];
  /** The one whose passwords are shown; null: there is none. */
  chosen: { id: string; email: string; name: string | null } | null;
  passwords: readonly AppPasswordRow[];
  service: MailService;
  calendarUrl: string;
  /** The password that was just made. */
  made?: { name: string; password: string };
  error?: string;
}

export function devicesPage(here: Here, view: DevicesView): Html {
  const { chosen, error, made } = view;
  const head = settingsHead(here, "devices");
  if (!chosen)
    return html`${head}${emptyState("key", { title: words.noAddress, text: words.noAddressText, action: html`<a class="button" href="/console/settings/addresses">${phrases.lists.createAddress}</a>` })}`;
  return html`${head}
<p class="soft">${words.lead}</p>
${error && notice(error, "bad")}
${made && madeBox(view, { ...made, ...chosen, title: made.name })}
${addressForm({ action: "/console/settings/devices", field: "identity" }, view.addresses, chosen.id)}
${passwordList(here, view)}
${postForm(
  here,
  { action: "/console/devices", class: "in-row one", fields: { identity: chosen.id } },
  html`${field("name", words.name, html`<input id="name" name="name" type="text" required maxlength="100" placeholder="${words.namePlaceholder}" autocomplete="off">`)}
${buttonOf({ text: words.make, class: "button primary" })}`,
)}
${instructions(view, chosen.email)}`;
}

interface Made {
  title: string;
  email: string;
  name: string | null;
  password: string;
}

function madeBox({ service }: DevicesView, made: Made): Html {
  const code = phoneCode(service, made);
  return notice(
    html`<p><strong>${words.madeNamed(made.title)}</strong> ${words.copyNow}</p>
<pre id="new-password" tabindex="0">${made.password}</pre>
${
  code !== null &&
  html`<details class="phone-code"><summary>${words.scan}</summary><p class="small">${words.scanHint}</p>${qrCode(code, words.codeOf(made.email))}</details>`
}`,
    "good",
  );
}

/**
 * Return the text of a QR code for Thunderbird for Android: one account with its password. Format version 1
 * of "Export for Mobile". Null if it could not log in: without TLS, or with an address that is not ASCII.
 */
export function phoneCode(
  service: MailService,
  { email, name, password }: Omit<Made, "title">,
): string | null {
  const incoming = secured(service.imaps, service.imap);
  const outgoing = secured(service.submissions, service.submission);
  const isAscii = [...email].every((char) => char.charCodeAt(0) < 128);
  if (!incoming || !outgoing || !isAscii) return null;
  const [imap, smtp] = [0, 0];
  return JSON.stringify([
    1,
    [1, 1],
    [imap, service.host, ...incoming, email, "", password],
    [
      [
        [smtp, service.host, ...outgoing, email, password],
        [email, name ?? ""],
      ],
    ],
  ]);
}

/** Port, connection security and authentication: a password inside TLS. */
function secured(tls: number | null, startTls: number | null): [number, number, number] | null {
  const inTls = 1;
  if (tls !== null) return [tls, 3, inTls];
  return startTls === null ? null : [startTls, 2, inTls];
}

/** A picture for cameras: dark on light, whatever the colours of the page. */
function qrCode(text: string, label: string): Html {
  const { size, data } = encode(text, { ecc: "L", border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return html`<svg class="qr-code" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}"><rect width="${size}" height="${size}"/><path d="${path}"/></svg>`;
}

function passwordList(here: Here, { passwords }: DevicesView): Html {
  return html`<h2 id="passwords">${words.passwords}</h2>
${passwords.length === 0 && html`<p class="soft">${words.none}</p>`}
<ul class="cards">${passwords.map(
    (row) => html`<li class="card-row"><div class="grow"><strong>${row.name}</strong>
<p class="soft small">${words.made} ${agoTag(row.createdAt, here.now)}, ${row.lastUsedAt ? html`${words.lastUsed(row.lastUsedProtocol ?? "")} ${agoTag(row.lastUsedAt, here.now)}` : words.neverUsed}</p></div>
${sureForm(here, { open: words.revoke, hint: words.revokeHint, action: "/console/devices/revoke", fields: { id: row.id }, sure: words.revokeNamed(row.name) })}</li>`,
  )}</ul>`;
}

function instructions({ service, calendarUrl }: DevicesView, email: string): Html {
  const { host } = service;
  const port = (tls: number | null, startTls: number | null) =>
    tls !== null ? words.withTls(tls) : startTls !== null ? words.withStartTls(startTls) : words.off;
  const row = (name: string, value: Html | string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<h2 id="how">${words.how}</h2>
<dl class="facts">${row(words.user, html`<code>${email}</code>`)}
${row(words.incoming, html`<code>${host}</code>, ${port(service.imaps, service.imap)}`)}
${row(words.outgoing, html`<code>${host}</code>, ${port(service.submissions, service.submission)}`)}
${row(words.calendar, html`<code>${calendarUrl}</code>`)}</dl>
${words.clients.map(({ name, steps }) => html`<details class="client"><summary>${name}</summary><ol>${steps.map((step) => html`<li>${step}</li>`)}</ol></details>`)}`;
}
