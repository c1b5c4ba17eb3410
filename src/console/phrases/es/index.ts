// All words of the pages in Spanish, made without a native speaker's review.

export { brand, sandbox } from "../brand.ts";
export { addresses } from "./addresses.ts";
export { audit } from "./audit.ts";
export { bulk } from "./bulk.ts";
export { calendar } from "./calendar.ts";
export { devices } from "./devices.ts";
export { domains } from "./domains.ts";
export {
  copying,
  density,
  failure,
  look,
  nav,
  offline,
  people,
  roleNames,
  roles,
  session,
  times,
} from "./frame.ts";
export { help } from "./help.ts";
export { invitation } from "./invitation.ts";
export { keeping } from "./keeping.ts";
export { keys } from "./keys.ts";
export { keysDo } from "./keys-do.ts";
export { language } from "./language.ts";
export { lists, needs, status } from "./lists.ts";
export { login } from "./login.ts";
export { members } from "./members.ts";
export { narrow } from "./narrow.ts";
export { notices } from "./notices.ts";
export { authorize, programs } from "./programs.ts";
export { protection } from "./protection.ts";
export { queue } from "./queue.ts";
export { refusals } from "./refusals.ts";
export { repeats } from "./repeats.ts";
export { reviews } from "./reviews.ts";
export { saved } from "./saved.ts";
export { search } from "./search.ts";
export { settings } from "./settings.ts";
export { snooze } from "./snooze.ts";
export { templates } from "./templates.ts";
export { history, labels, moves, notes, provenance, thread } from "./thread.ts";
export { webhooks } from "./webhooks.ts";
export { write } from "./write.ts";
export { you } from "./you.ts";
