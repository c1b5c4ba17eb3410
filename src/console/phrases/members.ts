// Words of the pages: who works on an account's mail.
import { plural } from "./plural.ts";

export const members = {
  title: "Members",
  lead: "Who works on the mail of this account.",
  you: "you",
  invited: "invited",
  notHere: "not here yet",
  since: "since",
  inviteTitle: "Invite somebody",
  inviteHint: "A link is mailed to them. It works for seven days and signs them in.",
  email: "Email",
  name: "Name",
  namePlaceholder: "As colleagues read it",
  role: "Role",
  invite: "Invite",
  again: "Send again",
  change: "Change role",
  changeNamed: (name: string) => `Role of ${name}`,
  remove: "Remove",
  removeHint:
    "They are signed out of this account at once, and the programs that they let in and the passwords that they made end. What they wrote stays; API keys and webhooks that they made go on until you revoke them.",
  removeNamed: (name: string) => `Remove ${name}`,
  leave: "Leave",
  leaveHint: "You no longer see this account. An owner can invite you again.",
  leaveSure: "Leave this account",
  rolesTitle: "What a role may do",
  roles: {
    reviewer:
      "Read all mail and its history, leave notes, and decide what waits: approve, edit, return, reject, take over.",
    member: "Also write and send, sort, label and assign threads, answer invitations and keep the calendar.",
    owner:
      "Also set what the account has: keys, programs, addresses, mail programs, webhooks, domains, protection and members.",
  },
  ownerStays: "The first owner cannot be removed or given another role.",
  ownerOnly: "Only an owner invites and removes people.",
  notAnAddress: "This is not an email address. Enter one such as ada@example.com.",
  longName: "A name has at most 100 characters.",
  tooMany: "Many people were invited within the hour. Wait a while.",
  notMailed: (email: string, why: string) => `${email} was added, but the link could not be mailed: ${why}`,
  handOver: (email: string) =>
    `${email} is an address of this server, whose keys and mail programs read its mail, so the link is not mailed. Hand it over yourself: it is shown this once, and works for seven days.`,
  signsInBy: (email: string) =>
    `After that they sign in with a passkey (Settings, Your page), or by a link that whoever runs the server makes: postroom console-link ${email}`,
  count: (count: number) => plural(count, "person", "people"),
  invitation: {
    title: "An invitation",
    heading: (account: string) => `Work on the mail of ${account}?`,
    lead: (role: string) => `You are invited as ${role}.`,
    anAccount: "an account",
    accept: "Accept and sign in",
    decline: "If you do not want to, close this page: nobody sees you in the account until you accept.",
    subject: (account: string) => `You are invited to the mail of ${account}`,
    text: ({
      inviter,
      account,
      role,
      does,
      url,
    }: Record<"inviter" | "account" | "role" | "does" | "url", string>) =>
      `${inviter} invites you to work on the mail of ${account} in Postroom, as ${role}.

As ${role} you may:

${does}

This link signs you in, once, within seven days:

${url}

If you do not want to, do nothing.
`,
  },
};
