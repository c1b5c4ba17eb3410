// Notices of Amazon SES about bounces and complaints, which SNS sends by mail as JSON. Converted to the fields of an ordinary report,
// so that they are read in the same way. https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html
import type { HeaderField } from "../mime/headers.ts";

export interface SesNotice {
  /** One group a recipient, as RFC 3464 has them */
  readonly statusGroups: HeaderField[][];
  readonly feedback: HeaderField[] | null;
  readonly original: HeaderField[];
}

/** The notice in a text, null when it holds none. */
export function sesNotice(text: string): SesNotice | null {
  if (!/^\s{0,100}\{\s{0,100}"notificationType"/.test(text)) return null;
  // lines are broken anywhere, also inside strings; the unsubscribe footer begins behind "--"
  const json = text.split("\n--\n", 1)[0]?.replaceAll("\n", "") ?? "";
  try {
    return noticeOf(JSON.parse(json));
  } catch {
    return null;
  }
}

type Loose = Record<string, unknown>;

function noticeOf(data: Loose): SesNotice {
  const headers = list(record(data.mail).headers).map((header) => field(String(header.name), header.value));
  const bounced = list(record(data.bounce).bouncedRecipients);
  const complained = list(record(data.complaint).complainedRecipients);
  const delivery = record(data.delivery);
  const delivered = Array.isArray(delivery.recipients) ? delivery.recipients : [];
  return {
    statusGroups: [
      ...bounced.map((one) => [
        field("Final-Recipient", `rfc822; ${one.emailAddress}`),
        field(
          "Action",
          one.action ?? (record(data.bounce).bounceType === "Transient" ? "delayed" : "failed"),
        ),
        field("Status", one.status ?? ""),
        field("Diagnostic-Code", one.diagnosticCode ?? ""),
      ]),
      ...delivered.map((address) => [
        field("Final-Recipient", `rfc822; ${address}`),
        field("Action", "delivered"),
        field("Diagnostic-Code", `smtp; ${delivery.smtpResponse ?? ""}`),
      ]),
    ],
    feedback:
      complained.length > 0
        ? [
            field("Feedback-Type", record(data.complaint).complaintFeedbackType ?? "abuse"),
            ...complained.map((one) => field("Original-Rcpt-To", one.emailAddress)),
          ]
        : null,
    original: headers,
  };
}

function field(name: string, value: unknown): HeaderField {
  return { name, key: name.toLowerCase(), value: typeof value === "string" ? value : String(value ?? "") };
}

function record(value: unknown): Loose {
  return typeof value === "object" && value !== null ? (value as Loose) : {};
}

function list(value: unknown): Loose[] {
  return Array.isArray(value) ? value.slice(0, 200).map(record) : [];
}
