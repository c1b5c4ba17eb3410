// Words of the pages: what every page has: navigation, people, times, refusals.
import { numberIn, plural } from "./plural.ts";

export const session = {
  ended: "Your session has ended. Sign in again.",
  role: {
    owner: "Only the owner of this account may do that.",
    member: "As a reviewer you decide what waits. Ask the owner to make you a member for anything else.",
    reviewer: "Sign in to do that.",
  },
  foreignForm:
    "This form does not belong to your session, or the session has ended. Open the page again and repeat it.",
};

export const people = {
  operator: "Operator",
  byAgentsLink: "By your agent's link",
  operatorAccount: "Operator's account",
  emptyAccount: "Account without addresses",
  nobody: "Nobody",
  you: "you",
  someone: "Somebody else",
  nobodyNamed: "(nobody)",
  others: (count: number) => `and ${plural(count, "other", "others")}`,
  to: "To",
};

export const roles = { owner: "Owner", member: "Member", reviewer: "Reviewer" };

/** As a sentence says them: "You are invited as member". */
export const roleNames = { owner: "owner", member: "member", reviewer: "reviewer" };

export const copying = { copy: "Copy", copied: "Copied", byHand: "Press Ctrl+C" };

export const failure = {
  title: "That did not work",
  formTooLong: "The form is too long.",
  formHasNul: "The form has a NUL character. Remove it.",
  notFound: "There is no such page.",
  home: "To the mail",
  useForm: "Use the form on the page.",
  onlyForms: "Only forms are sent here. Open the page that has the form, and send it from there.",
};

export const offline = {
  title: "No network",
  text: "No mail is kept in this browser: it is there again once the network is. What you were writing comes back with its page.",
  again: "Try again",
};

export const nav = {
  label: "Postroom",
  skip: "Skip to the content",
  write: "Write",
  calendar: "Calendar",
  settings: "Settings",
  addresses: "Addresses",
  allAddresses: "All addresses",
  moreAddresses: "More …",
  signOut: "Sign out",
  account: "Account",
  change: "Change",
  look: "Colours",
  waiting: (count: number) => `${plural(count, "thing waits", "things wait")}`,
  unread: (count: number) => `${numberIn("en-GB")(count)} unread`,
  folders: "Folders",
  labels: "Labels",
  back: "Back",
  menu: "Menu",
};

export const density = {
  title: "Lines of lists",
  lead: "How high a line is in the lists of mail, on this device.",
  usual: "Two lines",
  compact: "One line",
  comfortable: "Four lines",
};

export const look = { auto: "Auto: as the device has it", autoShort: "Auto", light: "Light", dark: "Dark" };

export const times = {
  now: "now",
  soon: "in a moment",
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
  inMinutes: (count: number) => `in ${count} min`,
  inHours: (count: number) => `in ${count} h`,
  yesterday: "Yesterday",
  sinceYesterday: "yesterday",
  ago: (time: string) => `${time} ago`,
  on: (day: string) => `on ${day}`,
};
