// The pages for people: plain HTML from the executable, forms by POST, nothing from elsewhere. They use the turns and
// queries that the API uses. API keys do not work here, and sessions do not work under /api.
import type { HttpDeps } from "../http/context.ts";
import { acceptedLanguage, defaultLanguage } from "../lib/languages.ts";
import { accountAuditPages } from "./access/account-audit.ts";
import { authorizePages } from "./access/authorize.ts";
import { devicePages } from "./access/devices.ts";
import { keyPages } from "./access/keys.ts";
import { memberPages } from "./access/members.ts";
import { programPages } from "./access/programs.ts";
import { youPages } from "./access/you.ts";
import { addressPages } from "./addresses/addresses.ts";
import { calendarPages } from "./calendar/calendar.ts";
import { guestPages } from "./calendar/guest-answers.ts";
import { domainPages } from "./domains/domains.ts";
import { peoplePages } from "./drafts/known-people.ts";
import { writePages } from "./drafts/write.ts";
import { webhookPages } from "./events/webhooks.ts";
import { answered, routes } from "./frame/answers.ts";
import { assetRoutes } from "./frame/assets.ts";
import { helpPages } from "./frame/help.ts";
import { installRoutes } from "./frame/install.ts";
import { livePages } from "./frame/live.ts";
import type { Routed, Router } from "./frame/router.ts";
import { settingsPage } from "./frame/settings.ts";
import { bulkPages } from "./mailbox/bulk.ts";
import { mailPages } from "./mailbox/mail.ts";
import { narrowPages } from "./mailbox/narrow.ts";
import { picturePages } from "./mailbox/pictures.ts";
import { searchPages } from "./mailbox/search.ts";
import { searchSavingPages } from "./mailbox/search-saving.ts";
import { inWords } from "./phrases.ts";
import { consentPages } from "./reviews/consent.ts";
import { protectionPages } from "./reviews/protection.ts";
import { reviewPages } from "./reviews/reviews.ts";
import { queuePages } from "./sending/send-queue.ts";
import { templatePages } from "./sending/templates.ts";
import { createLinkMailer } from "./session/login.ts";
import { openIdPages } from "./session/openid-sign-in.ts";
import { signInPages } from "./session/sign-in.ts";

export interface Pages {
  routes: Router;
  /** @returns the answer to a request below /console; failures are pages */
  answer(call: Routed): Promise<Response>;
  /** Resolves when what was begun after answers is done. */
  idle(): Promise<void>;
}

export function createPages(deps: HttpDeps): Pages {
  const mailer = createLinkMailer(deps);
  const all = routes()
    .use(assetRoutes())
    .use(installRoutes(deps))
    .use(livePages(deps))
    .use(signInPages(deps, mailer))
    .use(openIdPages(deps))
    .use(helpPages(deps))
    .use(mailPages(deps))
    .use(bulkPages(deps))
    .use(narrowPages(deps))
    .use(picturePages(deps))
    .use(searchPages(deps))
    .use(searchSavingPages(deps))
    .use(writePages(deps))
    .use(peoplePages(deps))
    .use(calendarPages(deps))
    .use(guestPages(deps))
    .use(reviewPages(deps))
    .use(consentPages(deps))
    .use(settingsPage(deps))
    .use(keyPages(deps))
    .use(memberPages(deps))
    .use(addressPages(deps))
    .use(templatePages(deps))
    .use(programPages(deps))
    .use(webhookPages(deps))
    .use(domainPages(deps))
    .use(queuePages(deps))
    .use(protectionPages(deps))
    .use(devicePages(deps))
    .use(accountAuditPages(deps))
    .use(youPages(deps))
    .use(authorizePages(deps));
  return {
    routes: all,
    async answer(call) {
      const language = acceptedLanguage(call.request.headers.get("accept-language")) ?? defaultLanguage;
      const answer = await inWords(language, () => answered(deps, call, async () => all.answer(call)));
      // RFC 9110 15.5.6
      if (answer.status === 405) answer.headers.set("allow", all.methodsAt(call.request).join(", "));
      return answer;
    },
    idle: () => mailer.idle(),
  };
}
