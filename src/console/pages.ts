// The pages for people: plain HTML from the executable, forms by POST, nothing from elsewhere. They use the turns and
// queries that the API uses. API keys do not work here, and sessions do not work under /api.
import type { HttpDeps } from "../http/context.ts";
import { calendarPages } from "./calendar/calendar.ts";
import { answered, routes } from "./frame/answers.ts";
import { assetRoutes } from "./frame/assets.ts";
import { livePages } from "./frame/live.ts";
import type { Routed, Router } from "./frame/router.ts";
import { mailPages } from "./mail/mail.ts";
import { picturePages } from "./mail/pictures.ts";
import { authorizePages } from "./programs/authorize.ts";
import { programPages } from "./programs/programs.ts";
import { consentPages } from "./reviews/consent.ts";
import { reviewPages } from "./reviews/reviews.ts";
import { searchPages } from "./search/search.ts";
import { createLinkMailer } from "./session/login.ts";
import { signInPages } from "./session/sign-in.ts";
import { addressPages } from "./settings/addresses.ts";
import { devicePages } from "./settings/devices.ts";
import { domainPages } from "./settings/domains.ts";
import { keyPages } from "./settings/keys.ts";
import { memberPages } from "./settings/members.ts";
import { protectionPages } from "./settings/protection.ts";
import { settingsPage } from "./settings/settings.ts";
import { webhookPages } from "./settings/webhooks.ts";
import { youPages } from "./settings/you.ts";
import { writePages } from "./write/write.ts";

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
    .use(livePages(deps))
    .use(signInPages(deps, mailer))
    .use(mailPages(deps))
    .use(picturePages(deps))
    .use(searchPages(deps))
    .use(writePages(deps))
    .use(calendarPages(deps))
    .use(reviewPages(deps))
    .use(consentPages(deps))
    .use(settingsPage(deps))
    .use(keyPages(deps))
    .use(memberPages(deps))
    .use(addressPages(deps))
    .use(programPages(deps))
    .use(webhookPages(deps))
    .use(domainPages(deps))
    .use(protectionPages(deps))
    .use(devicePages(deps))
    .use(youPages(deps))
    .use(authorizePages(deps));
  return {
    routes: all,
    async answer(call) {
      const answer = await answered(deps, call.request, async () => all.answer(call));
      // RFC 9110 15.5.6
      if (answer.status === 405) answer.headers.set("allow", all.methodsAt(call.request).join(", "));
      return answer;
    },
    idle: () => mailer.idle(),
  };
}
