// Settings that processes on one database should share: with others, what a client may do would depend on the process that it meets.
import { hmacSha256 } from "../lib/secrets.ts";
import type { Config } from "./config.ts";

/** Return the settings that processes share, by name, with defaults filled in. */
function sharedSettings(config: Config): Record<string, unknown> {
  const { operator, signup } = config.plans;
  return {
    BASE_URL: config.baseUrl,
    MAIL_DOMAIN: config.mailDomain,
    SMTP_RELAY_URL: config.smtpRelayUrl,
    SMTP_RELAY_DOMAINS: [...config.smtpRelayDomains].sort(),
    SENDING_RAMP: config.sendingRamp,
    DMARC_REPORTS: config.dmarcReports,
    TLS_REPORTS: config.tlsReports,
    DANE: config.dane,
    ACME_EMAIL: config.acme?.email,
    ACME_DIRECTORY_URL: config.acme?.directoryUrl,
    RSPAMD_URL: config.rspamd !== null,
    DNS_BLOCKLISTS: config.dnsBlocklists,
    DMARC_REJECT: config.dmarcReject,
    ALLOW_PLAINTEXT_AUTH: config.allowPlaintextAuth,
    WEBHOOK_ALLOW_NETWORKS: config.webhookAllowNetworks,
    RATE_LIMIT_PER_SECOND: config.rateLimit.perSecond,
    RATE_LIMIT_BURST: config.rateLimit.burst,
    ADDRESS_DAILY_RECIPIENTS: operator.dailyRecipients.perAddress,
    ACCOUNT_DAILY_RECIPIENTS: operator.dailyRecipients.perAccount,
    AGENT_SIGNUP: config.agentSignup,
    SIGNUP_DOMAIN: config.signupDomain,
    SIGNUP_MAX_ADDRESSES: signup.maxAddresses,
    SIGNUP_DAILY_RECIPIENTS: signup.dailyRecipients.perAccount,
    SIGNUP_STORAGE_MB: signup.storageBytes,
    OIDC_ISSUER: config.oidcIssuer,
    OIDC_CLIENT_ID: config.oidcClientId,
    OIDC_CLIENT_SECRET: config.oidcClientSecret,
    OIDC_SCOPES: config.oidcScopes,
    OIDC_GROUPS_CLAIM: config.oidcGroupsClaim,
    OIDC_ROLES: [...config.oidcRoles].sort(),
  };
}

/**
 * The settings' digests, which say nothing of a password in one; made anew where a setting has changed, as some do at SIGHUP.
 * @param secret the same for all processes
 */
export function settingDigests(secret: Uint8Array): (config: Config) => Record<string, string> {
  let of = "";
  let made: Record<string, string> = {};
  const digest = ([name, value]: [string, unknown]) => [
    name,
    hmacSha256(secret, `${name} ${JSON.stringify(value) ?? ""}`)
      .toString("hex")
      .slice(0, 16),
  ];
  return (config) => {
    const shared = sharedSettings(config);
    const now = JSON.stringify(shared);
    if (now !== of) made = Object.fromEntries(Object.entries(shared).map(digest));
    of = now;
    return made;
  };
}
