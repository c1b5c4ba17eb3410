// The people of an account: invited by a mailed link, with a role that owners change, removed at once. Everybody sees who
// they are and what each may do. DECISIONS Agent signup and console

import { createLink, inviteLinkMs } from "../../../actors/account/access/console.ts";
import { addMember, changeMember, fencedBy, removeMember } from "../../../actors/account/access/members.ts";
import { findOperator } from "../../../actors/account/accounts/operator.ts";
import { countMail, isReadHere, sendToHuman } from "../../../actors/account/sending/human-mails.ts";
import type { HttpDeps } from "../../http/context.ts";
import { signInUrl } from "../../http/resources/access/agent-signup.ts";
import { Failure, invalid, notFound } from "../../lib/failure.ts";
import { isUuid, newId } from "../../lib/ids.ts";
import { languageNow } from "../../lib/languages.ts";
import { TokenBuckets } from "../../lib/token-bucket.ts";
import { canonicalAddress } from "../../mail/address.ts";
import { getMember, languageOfPerson, listMembers, ownerEmailOf } from "../../store/access/members.ts";
import type { Role } from "../../store/tables/index.ts";
import { action, type Here, page, redirect, routes, type SentForm } from "../frame/answers.ts";
import { accountName } from "../frame/navigation.ts";
import { refusalText } from "../frame/refusals.ts";
import { widePage } from "../frame/shell.ts";
import { inWords, phrases } from "../phrases.ts";
import { ownerPersonId, ranks } from "../session/accounts.ts";
import { type MembersView, membersPage } from "./members-page.ts";

/** Mails with links that one account may have sent in an hour. */
const invitationsAnHour = 20;
const longestName = 100;
const path = "/console/settings/members";
const words = phrases.members;

export function memberPages(deps: HttpDeps) {
  const buckets = new TokenBuckets(invitationsAnHour / 3600, invitationsAnHour, deps.clock);
  const allow = ({ account }: Here) => {
    const bucket = buckets.take(account.accountId);
    if (!bucket.allowed) throw new Failure("rate_limited", words.tooMany, bucket.retryAfter);
  };
  return routes()
    .get(
      path,
      page(deps, "reviewer", (here) => showMembers(here)),
    )
    .post(
      "/console/members",
      action(deps, "owner", (sent) => invite(sent, () => allow(sent))),
    )
    .post(
      "/console/members/again",
      action(deps, "owner", (sent) => inviteAgain(sent, () => allow(sent))),
    )
    .post("/console/members/role", action(deps, "owner", changeRole))
    .post("/console/members/remove", action(deps, "owner", remove))
    .post("/console/members/leave", action(deps, "reviewer", leave));
}

async function invite(sent: SentForm, allow: () => void): Promise<Response> {
  const { form, deps, account, origin } = sent;
  const typed = {
    email: (form.get("email") ?? "").trim().slice(0, 320),
    name: (form.get("name") ?? "").trim(),
    role: ranks.find((one) => one === form.get("role")) ?? "reviewer",
  };
  const email = canonicalAddress(typed.email);
  const error = email === null ? words.notAnAddress : typed.name.length > longestName ? words.longName : null;
  if (email === null || error !== null) return showMembers(sent, { typed, error: error ?? "" });
  allow();
  const input = { id: newId(), email, name: typed.name || null, role: typed.role };
  try {
    await deps.actors.account(account.accountId).run((turn) => addMember(turn, input), { origin });
  } catch (failure) {
    if (failure instanceof Failure && failure.code === "conflict")
      return showMembers(sent, { typed, error: refusalText(failure.message) });
    throw failure;
  }
  return mailed(sent, input);
}

async function inviteAgain(sent: SentForm, allow: () => void): Promise<Response> {
  const member = await memberOf(sent);
  if (member.joinedAt !== null) throw notFound();
  allow();
  return mailed(sent, member);
}

/** Mails the link, and says so; for an address of this server it is shown, this once. What keeps it from being mailed is said beside the list. */
async function mailed(sent: SentForm, { email, role }: { email: string; role: Role }): Promise<Response> {
  const { deps, account } = sent;
  try {
    const operator = await findOperator(deps.database);
    if (!operator) throw notFound();
    const { accountId } = account;
    const isHere = await isReadHere(deps, email);
    if (!isHere) {
      await deps.actors
        .account(operator.accountId)
        .run((turn) => countMail(turn, { kind: "invitation", email, about: accountId }), { quiet: true });
    }
    const token = await createLink(deps.actors, { accountId, ownerEmail: email, lifeMs: inviteLinkMs });
    // Keys and mail programs would read the link in the mailbox: the owner hands it over.
    if (isHere) return showMembers(sent, { link: { email, url: signInUrl(deps, token) } });
    const inviter = sent.email ?? (await ownerEmailOf(deps.database, accountId)) ?? phrases.people.operator;
    const language = (await languageOfPerson(deps.database, email)) ?? languageNow();
    const said = await inWords(language, () => ({
      inviter: plainAddress(inviter) ?? phrases.people.operator,
      account:
        account.plan === "operator"
          ? accountName(account)
          : (plainAddress(accountName(account)) ?? words.invitation.anAccount),
      role: phrases.roleNames[role],
      does: ranks
        .slice(0, ranks.indexOf(role) + 1)
        .map((one) => `- ${words.roles[one]}`)
        .join("\n"),
      url: signInUrl(deps, token),
    }));
    const { subject, text } = await inWords(language, () => ({ ...words.invitation }));
    await sendToHuman(deps, operator, {
      to: email,
      subject: subject(said.account),
      text: text(said),
      carries: "secret",
    });
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return showMembers(sent, { error: words.notMailed(email, refusalText(failure.message)) });
  }
  return redirect(`${path}?done=invited`, sent.visit);
}

/**
 * Return the address if it is plain enough for a mail to somebody who has not agreed to any (no link, no
 * words); null: it is not.
 */
function plainAddress(text: string): string | null {
  return /^(?!www\.)[a-z0-9]([a-z0-9._-]*[a-z0-9])?@[a-z0-9.-]+$/.test(text) ? text : null;
}

async function changeRole(sent: SentForm): Promise<Response> {
  const { form, deps, account, origin, visit } = sent;
  const role = ranks.find((one) => one === form.get("role"));
  if (!role) throw invalid(phrases.failure.useForm);
  const { id } = await memberOf(sent);
  const { accountId } = account;
  const also = role === "owner" ? [] : await fencedBy(deps.database, accountId, id);
  await deps.actors.account(accountId).run((turn) => changeMember(turn, id, { role }), { origin, also });
  return redirect(`${path}?done=saved`, visit);
}

async function remove(sent: SentForm): Promise<Response> {
  const { deps, account, origin, visit } = sent;
  const { id } = await memberOf(sent);
  const also = await fencedBy(deps.database, account.accountId, id);
  await deps.actors.account(account.accountId).run((turn) => removeMember(turn, id), { origin, also });
  return redirect(id === account.memberId ? "/console" : `${path}?done=removed`, visit);
}

async function leave({ deps, account, origin, visit }: SentForm): Promise<Response> {
  const { accountId, memberId } = account;
  if (memberId === null) throw new Failure("forbidden", words.ownerStays);
  const also = await fencedBy(deps.database, accountId, memberId);
  await deps.actors.account(accountId).run((turn) => removeMember(turn, memberId), { origin, also });
  return redirect("/console", visit);
}

/** @throws Failure not_found, forbidden for the first owner */
async function memberOf({ form, deps, account }: SentForm) {
  const id = form.get("id") ?? "";
  if (id === ownerPersonId(account.accountId)) throw new Failure("forbidden", words.ownerStays);
  const member = isUuid(id) ? await getMember(deps.database, account.accountId, id) : null;
  if (!member) throw notFound();
  return member;
}

async function showMembers(
  here: Here,
  more: Partial<Pick<MembersView, "error" | "typed" | "link">> = {},
): Promise<Response> {
  const { deps, account } = here;
  const [ownerEmail, members] = await Promise.all([
    ownerEmailOf(deps.database, account.accountId),
    listMembers(deps.database, account.accountId),
  ]);
  const view: MembersView = {
    ownerEmail,
    members,
    typed: { email: "", name: "", role: "reviewer" },
    ...more,
  };
  const options = { title: words.title, place: "settings" as const, status: more.error ? 400 : 200 };
  return widePage(here, options, membersPage(here, view));
}
