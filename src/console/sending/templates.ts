// Templates and signatures: members look, owners set. DECISIONS Drafts and sending

import { changeIdentity } from "../../../actors/account/addresses/identities.ts";
import { changeTemplate, createTemplate, deleteTemplate } from "../../../actors/account/sending/templates.ts";
import type { HttpDeps } from "../../http/context.ts";
import { Failure, invalid, notFound } from "../../lib/failure.ts";
import { isUuid, newId } from "../../lib/ids.ts";
import { maxTemplateName, maxTemplateSubject, maxTemplateText } from "../../schema/sending/templates.ts";
import { getIdentity, listIdentities } from "../../store/addresses/identities.ts";
import { getTemplate, listTemplates, maxTemplates } from "../../store/sending/templates.ts";
import { maxSignature } from "../drafts/signature.ts";
import { action, type Here, page, redirect, routes, type SentForm } from "../frame/answers.ts";
import { refusalText } from "../frame/refusals.ts";
import { checkSeen, SettingsMoved } from "../frame/seen-state.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { type TemplatesView, templatesPage, typedOf } from "./templates-page.ts";

const words = phrases.templates;
const path = "/console/settings/templates";
const shownAddresses = 200;

export function templatePages(deps: HttpDeps) {
  return routes()
    .get(
      path,
      page(deps, "member", (here) => showTemplates(here)),
    )
    .post("/console/templates", action(deps, "owner", keep))
    .post("/console/templates/delete", action(deps, "owner", remove))
    .post("/console/templates/signature", action(deps, "owner", sign));
}

const linesOf = (form: URLSearchParams, name: string) =>
  (form.get(name) ?? "").replaceAll("\r\n", "\n").trim();

/** A new template, or the next state of one. */
async function keep(sent: SentForm): Promise<Response> {
  const { form, deps, account, origin, visit } = sent;
  const id = form.get("id") || null;
  if (id !== null && !isUuid(id)) throw notFound();
  const typed = {
    id,
    name: linesOf(form, "name"),
    subject: linesOf(form, "subject"),
    text: linesOf(form, "text"),
  };
  try {
    if (typed.name === "" || typed.name.length > maxTemplateName)
      throw invalid(words.wrongName(maxTemplateName));
    if (typed.text === "" || typed.text.length > maxTemplateText)
      throw invalid(words.wrongText(maxTemplateText));
    if (typed.subject.length > maxTemplateSubject) throw invalid(words.wrongSubject(maxTemplateSubject));
    const subject = typed.subject === "" ? null : typed.subject;
    const given = { name: typed.name, subject, text: typed.text };
    const work = deps.actors.account(account.accountId);
    await work.run(
      async (turn) => {
        if (id === null) return createTemplate(turn, { id: newId(), podId: null, ...given });
        const before = await getTemplate(turn, { accountId: turn.accountId, identityIds: null }, id);
        if (before) checkSeen(form, { now: typedOf(before), wanted: typed });
        return changeTemplate(turn, { id, ...given });
      },
      { origin },
    );
    return redirect(`${path}?done=saved`, visit);
  } catch (error) {
    return showRefused(sent, error, { typed });
  }
}

async function remove({ form, deps, account, origin, visit }: SentForm): Promise<Response> {
  const id = form.get("id") ?? "";
  if (!isUuid(id)) throw notFound();
  await deps.actors.account(account.accountId).run((turn) => deleteTemplate(turn, id), { origin });
  return redirect(`${path}?done=template-deleted`, visit);
}

async function sign(sent: SentForm): Promise<Response> {
  const { form, deps, scope, account, origin, visit } = sent;
  const id = form.get("identity") ?? "";
  const identity = isUuid(id) ? await getIdentity(deps.database, scope, id) : null;
  if (!identity) throw notFound();
  const text = linesOf(form, "signature");
  const signature = text === "" ? null : text;
  try {
    if (text.length > maxSignature) throw invalid(words.wrongSignature(maxSignature));
    await deps.actors.account(account.accountId).run(
      async (turn) => {
        const before = await getIdentity(turn, scope, id);
        if (before) checkSeen(form, { now: before.signature, wanted: signature });
        return changeIdentity(turn, { id, signature }, null);
      },
      { origin },
    );
  } catch (error) {
    return showRefused(sent, error, { chosen: await getIdentity(deps.database, scope, id), signed: text });
  }
  return redirect(`${path}?address=${id}&done=saved#signature`, visit);
}

/** The page with what was typed, and why it was refused. @throws unknown the error, where no field can mend it */
function showRefused(sent: SentForm, error: unknown, typed: Partial<TemplatesView>): Promise<Response> {
  if (!(error instanceof Failure && ["validation_error", "conflict"].includes(error.code))) throw error;
  const hasMoved = error instanceof SettingsMoved;
  return showTemplates(sent, { ...typed, error: refusalText(error.message), hasMoved, refused: sent.form });
}

async function showTemplates(here: Here, more: Partial<TemplatesView> = {}): Promise<Response> {
  const { deps, scope, url } = here;
  const [rows, addresses] = await Promise.all([
    listTemplates(deps.database, scope, { cursor: null, count: maxTemplates }),
    listIdentities(deps.database, scope, { filter: {}, cursor: null, count: shownAddresses }),
  ]);
  const asked = url.searchParams.get("address");
  const edited = rows.find(({ id }) => id === url.searchParams.get("edit"));
  const view: TemplatesView = {
    templates: rows.sort((a, b) => a.name.localeCompare(b.name)),
    addresses,
    chosen: addresses.find(({ id }) => id === asked) ?? addresses[0] ?? null,
    typed: edited ? typedOf(edited) : { id: null, name: "", subject: "", text: "" },
    ...more,
  };
  const options = {
    title: words.title,
    place: "settings" as const,
    status: more.hasMoved ? 409 : more.error ? 400 : 200,
  };
  return widePage(here, options, templatesPage(here, view));
}
