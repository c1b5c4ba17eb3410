// The calls of the room `access`, in the order in which the OpenAPI document shows them. A new file of calls adds its line.
import * as accountAudit from "../../../schema/access/account-audit.ts";
import * as agentSignup from "../../../schema/access/agent-signup.ts";
import * as apiKeys from "../../../schema/access/api-keys.ts";
import * as appPasswords from "../../../schema/access/app-passwords.ts";
import * as oauthGrants from "../../../schema/access/oauth-grants.ts";
import type { CallRoom } from "../../call.ts";
import { accountAuditCalls } from "./account-audit.ts";
import { agentSignupCalls } from "./agent-signup.ts";
import { apiKeyCalls, madeCalls } from "./api-keys.ts";
import { appPasswordCalls } from "./app-passwords.ts";
import { meCalls } from "./me.ts";
import { oauthGrantCalls } from "./oauth-grants.ts";

export const accessRoom: CallRoom = {
  tag: "Access",
  description:
    "Keys and what they reach, passwords for mail programs, programs that people let in, and agents that sign themselves up.",
  schemas: [agentSignup, apiKeys, oauthGrants, appPasswords, accountAudit],
  calls: [
    ...agentSignupCalls,
    ...apiKeyCalls,
    ...madeCalls,
    ...meCalls,
    ...oauthGrantCalls,
    ...appPasswordCalls,
    ...accountAuditCalls,
  ],
};
