// Passwords of devices: mail programs and phones: made for one address, shown once, revoked at will. DECISIONS App passwords.
import { createAppPassword, revokeAppPassword } from "../../../actors/account/access/app-passwords.ts";
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import type { HttpDeps } from "../../http/context.ts";
import { newAppPassword, storedGenerated } from "../../lib/app-password.ts";
import { notFound } from "../../lib/failure.ts";
import { isUuid, newId } from "../../lib/ids.ts";
import { capabilitiesOf } from "../../schema/addresses/capabilities.ts";
import { getAppPassword, listAppPasswords, maxAppPasswords } from "../../store/access/app-passwords.ts";
import { type CountedIdentity, listIdentities } from "../../store/addresses/identities.ts";
import { action, type Here, page, redirect, routes, type SentForm } from "../frame/answers.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { type DevicesView, devicesPage } from "./devices-page.ts";

const words = phrases.devices;
const path = "/console/settings/devices";
const listedAddresses = 200;
const longestName = 100;

export function devicePages(deps: HttpDeps) {
  return routes()
    .get(
      path,
      page(deps, "owner", (here) => showDevices(here, { wanted: here.url.searchParams.get("identity") })),
    )
    .post("/console/devices", action(deps, "owner", make))
    .post("/console/devices/revoke", action(deps, "owner", revoke));
}

async function make(sent: SentForm): Promise<Response> {
  const { form, deps, scope, account, origin } = sent;
  const identityId = form.get("identity") ?? "";
  const name = (form.get("name") ?? "").trim();
  if (!isUuid(identityId)) throw notFound();
  if (name === "" || name.length > longestName)
    return showDevices(sent, { wanted: identityId, error: words.nameMissing });
  const password = newAppPassword();
  const input = { id: newId(), identityId, name, mintedBy: null, ...storedGenerated(password) };
  await deps.actors
    .account(account.accountId)
    .run((turn) => createAppPassword(turn, input, scope), { origin });
  return showDevices(sent, { wanted: identityId, made: { name, password } });
}

async function revoke({ form, deps, scope, account, origin, visit }: SentForm): Promise<Response> {
  const id = form.get("id") ?? "";
  const password = isUuid(id) ? await getAppPassword(deps.database, scope, id) : null;
  if (!password) throw notFound();
  await deps.actors
    .account(account.accountId)
    .run((turn) => revokeAppPassword(turn, id, scope), { also: [password.identityId], origin });
  return redirect(`${path}?identity=${password.identityId}&done=revoked`, visit);
}

const takesDevices = ({ type, status }: CountedIdentity) =>
  capabilitiesOf(type).app_passwords && status === "active";

async function showDevices(
  here: Here,
  { wanted, ...more }: { wanted: string | null } & Partial<Pick<DevicesView, "made" | "error">>,
): Promise<Response> {
  const { deps, scope } = here;
  const { database } = deps;
  const listed = await listIdentities(database, scope, { filter: {}, cursor: null, count: listedAddresses });
  const addresses = listed.filter(takesDevices);
  const chosen = addresses.find(({ id }) => id === wanted) ?? (wanted === null ? addresses[0] : undefined);
  if (wanted !== null && !chosen) throw notFound();
  const passwords = chosen
    ? await listAppPasswords(database, scope, {
        identityId: chosen.id,
        cursor: null,
        count: maxAppPasswords,
      })
    : [];
  const view: DevicesView = {
    addresses: addresses.map((one) => ({ id: one.id, email: emailOf(one) })),
    chosen: chosen ? { id: chosen.id, email: emailOf(chosen), name: chosen.displayName } : null,
    passwords,
    service: deps.mailService(),
    calendarUrl: `${deps.baseUrl()}/dav/`,
    ...more,
  };
  const options = { title: words.title, place: "settings" as const, status: more.error ? 400 : 200 };
  return widePage(here, options, devicesPage(here, view));
}
