// All words of the pages in German, made without a native speaker's review.
import { addresses } from "./addresses.ts";
import { bulk } from "./bulk.ts";
import { calendar } from "./calendar.ts";
import { devices } from "./devices.ts";
import { domains } from "./domains.ts";
import { copying, density, failure, look, nav, people, roleNames, roles, session, times } from "./frame.ts";
import { help } from "./help.ts";
import { invitation } from "./invitation.ts";
import { keys } from "./keys.ts";
import { keysDo } from "./keys-do.ts";
import { language } from "./language.ts";
import { lists, needs, status } from "./lists.ts";
import { login } from "./login.ts";
import { members } from "./members.ts";
import { notices } from "./notices.ts";
import { authorize, programs } from "./programs.ts";
import { protection } from "./protection.ts";
import { queue } from "./queue.ts";
import { repeats } from "./repeats.ts";
import { reviews } from "./reviews.ts";
import { search } from "./search.ts";
import { settings } from "./settings.ts";
import { snooze } from "./snooze.ts";
import { templates } from "./templates.ts";
import { history, labels, moves, notes, provenance, thread } from "./thread.ts";
import { webhooks } from "./webhooks.ts";
import { write } from "./write.ts";
import { you } from "./you.ts";

export const german = {
  brand: "Postroom",
  sandbox: "Sandbox",
  addresses,
  bulk,
  calendar,
  devices,
  domains,
  session,
  people,
  roles,
  roleNames,
  copying,
  failure,
  nav,
  density,
  look,
  times,
  help,
  invitation,
  keys,
  keysDo,
  language,
  lists,
  needs,
  status,
  login,
  members,
  notices,
  programs,
  authorize,
  protection,
  queue,
  repeats,
  reviews,
  search,
  settings,
  snooze,
  templates,
  thread,
  provenance,
  notes,
  moves,
  labels,
  history,
  webhooks,
  write,
  you,
};
