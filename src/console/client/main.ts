// The enhancement script: what it adds, pages do without. Built into one text by src/console/frame/client-build.ts.
import { browserZone, calendarGrid } from "./calendar.ts";
import { copyButtons } from "./copy.ts";
import { desk } from "./desk.ts";
import { dialogLinks } from "./dialogs.ts";
import { frameHeights, printing } from "./frames.ts";
import { keyboard } from "./keys.ts";
import { endingWriters, liveUpdate } from "./live.ts";
import { monthGrid } from "./month.ts";
import { onParts } from "./parts.ts";
import { passkeys } from "./passkeys.ts";
import { completing } from "./people.ts";
import { picks } from "./picks.ts";
import { forgetNotices, notifyButtons } from "./reminders.ts";
import { differences } from "./review.ts";
import { leftWords, takenForms, writtenForms } from "./sending.ts";
import {
  badge,
  continued,
  firstUnread,
  installable,
  localTimes,
  menus,
  offline,
  shownTab,
  submitOnChange,
  toasts,
} from "./small.ts";
import { swipes } from "./swipe.ts";
import { visits } from "./visits.ts";
import { sweepWords } from "./words.ts";
import { leavingLetters, writing } from "./write.ts";

document.documentElement.classList.add("scripted");

/** Set up the behaviour of a part of the page once it is there. */
function enhance(part: ParentNode): void {
  copyButtons(part);
  frameHeights(part);
  submitOnChange(part);
  localTimes(part);
  shownTab(part);
  writing(part);
  writtenForms(part);
  leftWords(part);
  completing(part);
  differences(part);
  passkeys(part);
  continued(part);
  calendarGrid(part);
  monthGrid(part);
  endingWriters(part);
  notifyButtons(part);
}

sweepWords();
takenForms();
onParts(enhance);
enhance(document);
firstUnread(document);
toasts();
document.addEventListener("shown", toasts);
menus();
picks();
desk();
dialogLinks();
keyboard();
visits();
swipes();
liveUpdate();
leavingLetters();
printing();
browserZone();
badge();
offline();
forgetNotices();
installable();
