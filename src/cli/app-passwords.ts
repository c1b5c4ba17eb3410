// `app-passwords create|list|revoke`, for addresses of the operator's account.
import { commandLine } from "../../actors/account/access/account-audit.ts";
import { createAppPassword, revokeAppPassword } from "../../actors/account/access/app-passwords.ts";
import type { Core } from "../app/core.ts";
import { newAppPassword, storedGenerated, storedImported } from "../lib/app-password.ts";
import { isUuid, newId } from "../lib/ids.ts";
import { parseAddress } from "../mail/address.ts";
import { getAppPassword, listAppPasswords, maxAppPasswords } from "../store/access/app-passwords.ts";
import { findIdentityByAddress, type IdentityRow } from "../store/addresses/identities.ts";
import type { Scope } from "../store/scope.ts";
import { asJson, type CliCommand, CommandError, ok, optionOf, table } from "./context.ts";
import { operatorOf } from "./operator.ts";

/** Fewest characters of an imported password. DECISIONS Settings and command line */
const minLength = 16;

export const appPasswordsCreate: CliCommand = {
  name: "app-passwords create",
  usage: "EMAIL --name NAME [--password-stdin] [--json]",
  summary: "make a password for IMAP and SMTP; it is shown once",
  options: [
    { name: "name", value: "NAME", summary: "what it is for", required: true },
    {
      name: "password-stdin",
      summary: `take a password of at least ${minLength} characters from standard input`,
      readsStdin: true,
    },
    asJson,
  ],
  positionals: ["EMAIL"],
  async run(core, input) {
    const scope = await operatorScope(core);
    const identity = await identityOf(core, scope, input.positionals[0] ?? "");
    const given = input.options["password-stdin"] ? passwordOf(input.stdin ?? "") : null;
    const password = given ?? newAppPassword();
    const stored = given === null ? storedGenerated(password) : await storedImported(given);
    const name = optionOf(input, "name")!;
    const wanted = { id: newId(), identityId: identity.id, name, mintedBy: null, ...stored };
    const { row, username } = await core.actors
      .account(scope.accountId)
      .run((turn) => createAppPassword(turn, wanted, scope), { origin: commandLine });
    // An imported password is not printed.
    const secret = given === null ? { password } : {};
    if (input.options.json) return ok(JSON.stringify({ id: row.id, username, name: row.name, ...secret }));
    return ok(given !== null ? `Stored for ${username}: ${row.id}.` : password);
  },
};

export const appPasswordsList: CliCommand = {
  name: "app-passwords list",
  usage: "EMAIL [--json]",
  summary: "list an address's app passwords",
  options: [asJson],
  positionals: ["EMAIL"],
  async run(core, { positionals: [email = ""], options }) {
    const scope = await operatorScope(core);
    const { id: identityId } = await identityOf(core, scope, email);
    const query = { identityId, cursor: null, count: maxAppPasswords };
    const rows = await listAppPasswords(core.database, scope, query);
    if (options.json) {
      const shown = rows.map(({ id, name, createdAt, lastUsedAt, lastUsedProtocol }) => ({
        id,
        name,
        created_at: createdAt,
        last_used_at: lastUsedAt,
        last_used_protocol: lastUsedProtocol,
      }));
      return ok(JSON.stringify(shown));
    }
    return ok(
      table(
        ["ID", "NAME", "CREATED", "LAST USED", "BY"],
        rows.map((row) => [row.id, row.name, row.createdAt, row.lastUsedAt, row.lastUsedProtocol]),
      ),
    );
  },
};

export const appPasswordsRevoke: CliCommand = {
  name: "app-passwords revoke",
  usage: "ID",
  summary: "revoke an app password; sessions that it opened end",
  options: [],
  positionals: ["ID"],
  async run(core, { positionals: [id = ""] }) {
    const scope = await operatorScope(core);
    const found = isUuid(id) ? await getAppPassword(core.database, scope, id) : null;
    if (!found) {
      throw new CommandError(
        `"${id}" is not an app password of yours. Find it with: postroom app-passwords list EMAIL`,
      );
    }
    await core.actors.account(scope.accountId).run((turn) => revokeAppPassword(turn, id, scope), {
      also: [found.identityId],
      origin: commandLine,
    });
    return ok(`Revoked ${id}.`);
  },
};

async function operatorScope(core: Core): Promise<Scope> {
  const { accountId } = await operatorOf(core);
  return { accountId, identityIds: null };
}

async function identityOf(core: Core, scope: Scope, email: string): Promise<IdentityRow> {
  const address = parseAddress(email.toLowerCase());
  const identity = address && (await findIdentityByAddress(core.database, scope, address));
  if (!identity) {
    throw new CommandError(`"${email}" is not an address of yours. List them with: postroom identities list`);
  }
  return identity;
}

/** The password on standard input: one line. @throws CommandError */
function passwordOf(stdin: string): string {
  const password = stdin.replace(/\r?\n$/, "");
  if (password.length < minLength || /[\0\r\n]/.test(password)) {
    throw new CommandError(
      `The password on standard input must be one line of at least ${minLength} characters. Leave --password-stdin out to have one made.`,
    );
  }
  return password;
}
