// Webhooks that fail, over all accounts.
import { type FailingWebhook, failingWebhooks } from "../../store/maintenance/depths.ts";
import type { DoctorContext } from "../context.ts";
import { type CheckResult, fine, warning } from "../finding.ts";

const maxNamed = 3;
const maxErrorCharacters = 100;

export async function checkWebhooks({ store }: DoctorContext): Promise<CheckResult[]> {
  if (!store) return [];
  const failing = await failingWebhooks(store.core.database);
  if (failing.length === 0) return [fine("No webhook fails.")];
  const named = failing
    .slice(0, maxNamed)
    .map((webhook) => `${hostOf(webhook.url)} of account ${webhook.accountId}${said(webhook)}`);
  return [
    warning(
      "failing",
      `${failing.length} webhooks fail (${named.join(", ")}${failing.length > maxNamed ? ", …" : ""}).`,
      {
        remedy:
          "Their owners see what the receiver answered in the console, and by GET /api/v1/deliveries?webhook_id=…; events that were missed are delivered again there.",
      },
    ),
  ];
}

/** A receiver's words go to the operator's terminal. */
function plain(text: string): string {
  const printable = [...text].map((sign) =>
    sign < " " || (sign >= "\u007f" && sign <= "\u009f") ? " " : sign,
  );
  const cut = printable.slice(0, maxErrorCharacters).join("").trimEnd();
  return cut.endsWith(".") ? cut.slice(0, -1) : cut;
}

function said({ error, status, isGivenUp }: FailingWebhook): string {
  const last = error !== null ? plain(error) : status === null ? null : `it answers ${status}`;
  return `${last === null ? "" : `: ${last}`}${isGivenUp ? "; tries have ended" : ""}`;
}

/** Paths and queries of webhooks hold secrets. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "a URL";
}
