// All words of the pages: the folder `phrases` has a file for each page, and pages read them here.
import { addresses } from "./phrases/addresses.ts";
import { bulk } from "./phrases/bulk.ts";
import { calendar } from "./phrases/calendar.ts";
import { devices } from "./phrases/devices.ts";
import { domains } from "./phrases/domains.ts";
import { density, failure, look, nav, people, roles, session, times } from "./phrases/frame.ts";
import { help } from "./phrases/help.ts";
import { invitation } from "./phrases/invitation.ts";
import { keys } from "./phrases/keys.ts";
import { lists, needs, status } from "./phrases/lists.ts";
import { login } from "./phrases/login.ts";
import { members } from "./phrases/members.ts";
import { notices } from "./phrases/notices.ts";
import { authorize, programs } from "./phrases/programs.ts";
import { protection } from "./phrases/protection.ts";
import { queue } from "./phrases/queue.ts";
import { reviews } from "./phrases/reviews.ts";
import { search } from "./phrases/search.ts";
import { settings } from "./phrases/settings.ts";
import { snooze } from "./phrases/snooze.ts";
import { templates } from "./phrases/templates.ts";
import { history, labels, moves, notes, provenance, thread } from "./phrases/thread.ts";
import { webhooks } from "./phrases/webhooks.ts";
import { write } from "./phrases/write.ts";
import { you } from "./phrases/you.ts";

export const phrases = {
  brand: "Postroom",
  sandbox: "Sandbox",
  session,
  people,
  roles,
  failure,
  login,
  nav,
  look,
  density,
  times,
  lists,
  bulk,
  needs,
  status,
  thread,
  write,
  provenance,
  notes,
  labels,
  moves,
  history,
  search,
  help,
  snooze,
  invitation,
  calendar,
  reviews,
  notices,
  settings,
  members,
  templates,
  programs,
  authorize,
  keys,
  addresses,
  devices,
  webhooks,
  domains,
  queue,
  protection,
  you,
};
