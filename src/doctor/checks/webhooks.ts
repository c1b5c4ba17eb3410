// Webhooks that fail, over all accounts.
import { failingWebhooks } from "../../store/maintenance/depths.ts";
import type { DoctorContext } from "../context.ts";
import { type CheckResult, fine, warning } from "../finding.ts";

const maxNamed = 3;

export async function checkWebhooks({ store }: DoctorContext): Promise<CheckResult[]> {
  if (!store) return [];
  const failing = await failingWebhooks(store.core.database);
  if (failing.length === 0) return [fine("No webhook fails.")];
  const named = failing
    .slice(0, maxNamed)
    .map(({ url, accountId }) => `${hostOf(url)} of account ${accountId}`);
  return [
    warning(
      "failing",
      `${failing.length} webhooks fail: their newest delivery ran out of tries (${named.join(", ")}${failing.length > maxNamed ? ", …" : ""}).`,
      {
        remedy:
          "Their owners see what the receiver answered in the console, and by GET /api/v1/deliveries?webhook_id=…; events that were missed are delivered again there.",
      },
    ),
  ];
}

/** Paths and queries of webhooks hold secrets. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "a URL";
}
