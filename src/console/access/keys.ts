// Minting and revoking the keys of agents. DECISIONS Agent signup and console.
import { mintKey } from "../../../actors/account/access/api-keys.ts";
import { takeOverFrom } from "../../../actors/account/access/makers.ts";
import { revokeKey } from "../../../actors/account/access/minted.ts";
import type { HttpDeps } from "../../http/context.ts";
import { Failure, invalid, notFound } from "../../lib/failure.ts";
import { isUuid, newId } from "../../lib/ids.ts";
import { newApiToken, sha256 } from "../../lib/secrets.ts";
import { type ApiKeyRow, keyStands, listAllKeys } from "../../store/access/api-keys.ts";
import { listMakers } from "../../store/access/makers.ts";
import { listIdentities } from "../../store/addresses/identities.ts";
import { action, type Here, page, redirect, routes, type SentForm } from "../frame/answers.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { type KeysView, keysPage } from "./keys-page.ts";

const listedAddresses = 200;
const words = phrases.keys;

export function keyPages(deps: HttpDeps) {
  return routes()
    .get(
      "/console/settings/keys",
      page(deps, "owner", (here) => showKeys(here, { search: searchedFor(here.url.searchParams.get("q")) })),
    )
    .post("/console/keys", action(deps, "owner", mint))
    .post("/console/keys/revoke", action(deps, "owner", revoke))
    .post("/console/keys/take-over", action(deps, "owner", takeOver));
}

async function mint(sent: SentForm): Promise<Response> {
  const { form, deps, account, origin } = sent;
  const name = (form.get("name") ?? "").trim();
  const identityIds = form.get("reach") === "some" ? form.getAll("identity") : null;
  const id = form.get("once") ?? "";
  const problem =
    name === "" || name.length > 100 ? words.nameMissing : identityIds?.length === 0 ? words.tickOne : null;
  if (problem) {
    const typed = { name, isRestricted: identityIds !== null, identityIds: new Set(identityIds) };
    return showKeys(sent, { error: problem, typed });
  }
  if (!isUuid(id) || !(identityIds ?? []).every(isUuid)) throw invalid(phrases.failure.useForm);
  const token = newApiToken();
  const key = { id, name, prefix: token.slice(0, 11), tokenHash: sha256(token), identityIds, parentId: null };
  await deps.actors.account(account.accountId).run(
    async (turn) => {
      if (await keyStands(turn, { accountId: turn.accountId, keyId: id }))
        throw new Failure("conflict", words.sentAlready);
      return mintKey(turn, key, null);
    },
    { origin },
  );
  return showKeys(sent, { newKey: { name, token } });
}

async function revoke({ form, deps, account, origin, visit }: SentForm): Promise<Response> {
  const id = form.get("id") ?? "";
  if (!isUuid(id)) throw notFound();
  await revokeKey(deps.actors.account(account.accountId), { id, callerId: null, origin });
  return redirect("/console/settings/keys#keys", visit);
}

async function takeOver({ form, deps, account, visit }: SentForm): Promise<Response> {
  const keyId = form.get("id") ?? "";
  if (!isUuid(keyId)) throw notFound();
  await deps.actors.account(account.accountId).run((turn) => takeOverFrom(turn, { keyId, takerId: null }));
  return redirect("/console/settings/keys#keys", visit);
}

/** A search as it is used and shown again. */
function searchedFor(given: string | null): string {
  return (given ?? "").replaceAll("\0", "").trim().slice(0, 100);
}

const noneTyped: KeysView["typed"] = { name: "", isRestricted: false, identityIds: new Set() };

async function showKeys(
  here: Here,
  more: Partial<Pick<KeysView, "newKey" | "error" | "typed" | "search">> = {},
): Promise<Response> {
  const { deps, account, scope } = here;
  const { search = "" } = more;
  const [addresses, keys, makers] = await Promise.all([
    listIdentities(deps.database, scope, {
      filter: {},
      cursor: null,
      count: listedAddresses,
    }),
    listAllKeys(deps.database, account.accountId),
    listMakers(deps.database, account.accountId),
  ]);
  const isFound = ({ name, prefix }: ApiKeyRow) =>
    name.toLowerCase().includes(search.toLowerCase()) || prefix.startsWith(search);
  const view: KeysView = {
    addresses,
    keys: keys.filter(isFound),
    makers,
    search,
    typed: noneTyped,
    nextKeyId: newId(),
    baseUrl: deps.baseUrl(),
    ...more,
  };
  const options = { title: words.title, place: "settings" as const, status: more.error ? 400 : 200 };
  return widePage(here, options, keysPage(here, view));
}
