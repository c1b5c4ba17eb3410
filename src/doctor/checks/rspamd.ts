// The spam scanner answers, and its controller takes the password.
import { peerMessage, peerRemedy } from "../../lib/peer-trouble.ts";
import type { DoctorContext } from "../context.ts";
import { type CheckResult, fine, warning } from "../finding.ts";

export async function checkRspamd({ config, limits }: DoctorContext): Promise<CheckResult[]> {
  const { rspamd } = config;
  if (rspamd === null) return [];
  const statusOf = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(url, { headers, signal: AbortSignal.timeout(limits.connectMs) })).status;
  const subject = new URL(rspamd.url).host;
  try {
    const status = await statusOf(new URL("/ping", rspamd.url).href);
    if (status !== 200) throw new Error(`it answers ${status}`);
  } catch (error) {
    return [
      warning(
        "no_answer",
        `The spam scanner does not answer: ${peerMessage(error)}. Mail goes on unscanned.`,
        {
          subject,
          remedy: peerRemedy(
            error,
            "RSPAMD_URL names the normal worker of rspamd, port 11333.",
            "Start it, or mend RSPAMD_URL.",
          ),
        },
      ),
    ];
  }
  const controller = new URL(rspamd.controllerUrl);
  try {
    const headers: Record<string, string> = rspamd.password === null ? {} : { password: rspamd.password };
    const status = await statusOf(new URL("/stat", controller).href, headers);
    if (status === 401 || status === 403)
      return [
        warning("password", "The controller of the spam scanner refuses the password: it learns nothing.", {
          subject: controller.host,
          remedy: "Set RSPAMD_PASSWORD to the password of worker-controller.inc.",
        }),
      ];
  } catch (error) {
    return [
      warning("no_controller", `The controller of the spam scanner does not answer: ${peerMessage(error)}.`, {
        subject: controller.host,
        remedy: peerRemedy(
          error,
          "What people file as spam is not learned until then. RSPAMD_CONTROLLER_URL names the controller, port 11334.",
          "Start it, or mend RSPAMD_CONTROLLER_URL.",
        ),
      }),
    ];
  }
  return [fine("The spam scanner and its controller answer.")];
}
