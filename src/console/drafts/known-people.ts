// People that were written to, as lines of recipients take them: the script completes what is typed from this list.
import type { HttpDeps } from "../../http/context.ts";
import { html } from "../../lib/html.ts";
import { withoutInvisible } from "../../mail/visible/invisible-characters.ts";
import { listIdentities } from "../../store/addresses/identities.ts";
import { type WrittenTo, writtenTo } from "../../store/sending/written-to.ts";
import { type Here, page, routes } from "../frame/answers.ts";
import { claimsAddress } from "../frame/people.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { written } from "./letter.ts";

const words = phrases.write;
const lookedAddresses = 200;
const shownPeople = 500;

export function peoplePages(deps: HttpDeps) {
  return routes().get("/console/people", page(deps, "member", showPeople));
}

/** Leaves out a name that names another address: it came with a mail that was answered, and would stand beside that address. */
function withoutClaim({ email, name }: WrittenTo): WrittenTo {
  return { email, name: claimsAddress({ email, name }) ? null : name };
}

async function showPeople(here: Here): Promise<Response> {
  const { deps, scope, account } = here;
  const all = await listIdentities(deps.database, scope, {
    filter: {},
    cursor: null,
    count: lookedAddresses,
  });
  const people = await writtenTo(deps.database, account.accountId, {
    identityIds: all.map(({ id }) => id),
    count: shownPeople,
  });
  const lines = people.map((one) => html`<li>${withoutInvisible(written(withoutClaim(one)))}</li>`);
  const body = html`<header class="page-head"><h1>${words.people}</h1></header>
${lines.length === 0 ? html`<p class="soft">${words.nobodyYet}</p>` : html`<ul class="people">${lines}</ul>`}`;
  return widePage(here, { title: words.people, place: "write" }, body);
}
