// The people of an account: a plain function of what it shows.
import { type Html, html } from "../../lib/html.ts";
import type { MemberRow } from "../../store/access/members.ts";
import type { Role } from "../../store/tables/index.ts";
import type { Here } from "../frame/answers.ts";
import { buttonForm, buttonOf, field, notice, option, postForm, sureForm } from "../frame/forms.ts";
import { avatar } from "../frame/people.ts";
import { settingsHead } from "../frame/settings-head.ts";
import { agoTag, dayTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";
import { may, ranks } from "../session/accounts.ts";

const words = phrases.members;

export interface MembersView {
  /** null: the operator's account, which nobody signed up for. */
  ownerEmail: string | null;
  members: readonly MemberRow[];
  /** The refused form's values. */
  typed: { email: string; name: string; role: Role };
  error?: string;
  /** The link of an invitation just made, for a person whose mail is read here: shown this once. */
  link?: { email: string; url: string };
}

export function membersPage(here: Here, view: MembersView): Html {
  const { error, members, link } = view;
  const isOwner = may(here, "owner");
  return html`${settingsHead(here, "members")}
<p class="soft">${words.lead}</p>
${error && notice(error, "bad")}
${link && linkBox(link)}
<ul class="cards">${ownerRow(here, view)}${members.map((row) => memberRow(here, row, isOwner))}</ul>
${isOwner ? inviteForm(here, view) : html`<p class="soft">${words.ownerOnly}</p>`}
<h2 id="roles">${words.rolesTitle}</h2>
<dl class="facts">${ranks.map((role) => html`<div><dt>${phrases.roles[role]}</dt><dd>${words.roles[role]}</dd></div>`)}</dl>`;
}

function linkBox({ email, url }: { email: string; url: string }): Html {
  return notice(
    html`<p>${words.handOver(email)}</p>
<pre id="invitation" tabindex="0">${url}</pre>
<p class="soft small">${words.signsInBy(email)}</p>`,
    "good",
  );
}

function ownerRow({ account }: Here, { ownerEmail }: MembersView): Html {
  const email = ownerEmail ?? phrases.people.operator;
  return html`<li class="card-row">${avatar({ email, name: null }, "small")}<div class="grow"><strong>${email}</strong>${account.memberId === null && html` <span class="soft">(${words.you})</span>`}
<p class="soft small">${phrases.roles.owner}. ${words.ownerStays}</p></div></li>`;
}

function memberRow(here: Here, row: MemberRow, isOwner: boolean): Html {
  const { id, email, name, role, joinedAt, createdAt } = row;
  const shown = name ?? email;
  const isSelf = here.account.memberId === id;
  return html`<li class="card-row" id="${id}">${avatar({ email, name }, "small")}<div class="grow"><strong>${shown}</strong>${isSelf && html` <span class="soft">(${words.you})</span>`}
<p class="soft small">${name !== null && html`${email}, `}${!isOwner && html`${phrases.roles[role]}, `}${joinedAt === null ? html`${words.invited} ${agoTag(createdAt, here.now)}, ${words.notHere}` : html`${words.since} ${dayTag(joinedAt, here.now)}`}</p></div>
${isOwner && joinedAt === null && buttonForm(here, { action: "/console/members/again", fields: { id } }, { text: words.again, class: "button plain small" })}
${isOwner && roleForm(here, row)}
${isSelf ? sureForm(here, { open: words.leave, hint: words.leaveHint, action: "/console/members/leave", sure: words.leaveSure }) : isOwner && sureForm(here, { open: words.remove, hint: words.removeHint, action: "/console/members/remove", fields: { id }, sure: words.removeNamed(shown) })}</li>`;
}

function roleForm(here: Here, { id, email, name, role }: MemberRow): Html {
  return postForm(
    here,
    { action: "/console/members/role", class: "together", fields: { id } },
    html`<select name="role" aria-label="${words.changeNamed(name ?? email)}">${ranks.map((one) => option(one, phrases.roles[one], one === role))}</select>${buttonOf({ text: words.change, class: "button plain small" })}`,
  );
}

function inviteForm(here: Here, { typed }: MembersView): Html {
  return html`<h2 id="invite">${words.inviteTitle}</h2>
<p class="soft">${words.inviteHint}</p>
${postForm(
  here,
  { action: "/console/members", class: "stack" },
  html`<div class="in-row">${field("email", words.email, html`<input id="email" name="email" type="email" required maxlength="320" value="${typed.email}" autocomplete="off">`)}
${field("name", words.name, html`<input id="name" name="name" type="text" maxlength="100" value="${typed.name}" placeholder="${words.namePlaceholder}" autocomplete="off">`)}
${field("role", words.role, html`<select id="role" name="role">${ranks.map((one) => option(one, phrases.roles[one], one === typed.role))}</select>`)}</div>
${buttonOf({ text: words.invite, class: "button primary" })}`,
)}`;
}
