// All tables, by resource.
export * from "./account.ts";
export * from "./account-audit.ts";
export * from "./calendar.ts";
export * from "./events.ts";
export * from "./identity.ts";
export * from "./imap.ts";
export * from "./mailbox.ts";
export * from "./oauth.ts";
export * from "./policy-reports.ts";
export * from "./resources.ts";
export * from "./reviews.ts";
export * from "./signup.ts";
