// Rows for test/store/parts-together.test.ts: in each table more than a step of what asks for them, those of two parts between each other.
import { pack } from "../../src/store/blobs/blobs.ts";
import { accountIn, type DatabasePair, minute, rowId } from "../support/cluster/pair.ts";

export const range = (count: number) => Array.from({ length: count }, (_, n) => n);
/** The `n`th account: they lie in both parts in turn. */
export const accountOf = (n: number) => accountIn(n % 2 === 0 ? 0 : 1, n);
export const operator = accountIn(1, 1);
export const now = minute(100_000);
export const person = "ada@far.example";
export const key = (n: number) => n.toString(16).padStart(64, "0");

const raw = Buffer.from("Subject: x\r\n\r\nx\r\n");
export const packedMail = () => pack(raw);

export async function putRows(pair: DatabasePair): Promise<void> {
  // The later its id, the earlier an account was made.
  await pair.put(
    "accounts",
    range(1100).map((n) => ({
      account_id: accountOf(n),
      plan: n === 1 ? "operator" : "signup",
      owner_email: n === 802 || n === 803 ? person : n === 900 ? "bob@far.example" : null,
      created_at: minute(5000 - n),
      deleted_at: n === 10 ? minute(50) : n === 11 ? minute(40) : null,
    })),
  );
  for (const put of [putDomains, putIdentities, putQueue, putMail, putDue]) await put(pair);
}

async function putDomains({ put }: DatabasePair): Promise<void> {
  const domain = (n: number, account: number, name: string, more: object = {}) => ({
    account_id: accountOf(account),
    id: rowId(n),
    domain: name,
    status: "verified",
    is_default: false,
    for_signups: false,
    created_at: minute(n),
    ...more,
  });
  await put("domains", [
    ...range(6).map((n) => domain(n, 100, `own${n}.example`)),
    domain(50, 1, "shared.example", { is_default: true }),
    domain(51, 100, "shared.example", { status: "failed" }),
    domain(3, 1, "signups.example", { for_signups: true }),
  ]);
  await put("domain_names", [
    { domain: "shared.example", account_id: operator, domain_id: rowId(50), shared_as: "default" },
    { domain: "signups.example", account_id: operator, domain_id: rowId(3), shared_as: "signups" },
  ]);
}

async function putIdentities({ put }: DatabasePair): Promise<void> {
  await put(
    "identities",
    range(120).map((n) => ({
      account_id: accountOf(n + 200),
      id: rowId(n),
      local_part: `box${n}`,
      domain: n < 30 ? "shared.example" : "own0.example",
      domain_id: rowId(n < 30 ? 50 : 0),
      status: "active",
      expires_at: n >= 30 && n < 60 ? minute(n) : null,
      deleted_at: n >= 100 ? minute(n) : null,
      created_at: minute(1000 - n),
    })),
  );
  await put("members", [
    ...range(40).map((n) => ({
      account_id: accountOf(n + 300),
      id: rowId(n),
      email: n < 4 ? person : n < 8 ? "guest@far.example" : `m${n}@far.example`,
      joined_at: n < 4 ? minute(n) : null,
      granted_until: n < 8 ? null : minute(n),
      created_at: minute(n),
    })),
  ]);
  await put(
    "human_mails",
    range(3).map((n) => ({
      account_id: operator,
      id: rowId(n),
      kind: "code",
      email: n === 0 ? "else@far.example" : "bob@far.example",
      created_at: minute(n),
    })),
  );
}

async function putQueue({ put }: DatabasePair): Promise<void> {
  const entry = (n: number, more: object = {}) => ({
    account_id: accountOf(n),
    id: rowId(n),
    recipient: `r${n}@to${n % 60}.example`,
    status: "deferred",
    attempts: 1,
    lane: `lane${n % 140}.example`,
    response: n % 60 < 30 ? "connect ECONNREFUSED 192.0.2.1:25" : null,
    next_attempt_at: minute(n),
    updated_at: minute(n),
    created_at: minute(n),
    claimed_by: n < 20 ? rowId(n % 3) : null,
    held_by: n % 50 === 7 ? "operator" : n % 50 === 8 ? "ramp own0.example" : null,
    ...more,
  });
  await put("outbound", [
    ...range(400).map((n) => entry(n)),
    // Two states of a lane in both parts, and bounces: what one server said last.
    ...range(4).map((n) => entry(600 + n, { lane: "busy.example", next_attempt_at: minute(50_000) })),
    ...range(40).map((n) =>
      entry(500 + n, {
        recipient: `gone${n % 15}@gone${(n % 15) % 7}.example`,
        status: "bounced",
        next_attempt_at: null,
        response: `550 5.7.1 no ${n}`,
        updated_at: minute(60_000 - (n ^ 1)),
      }),
    ),
  ]);
  // One part looks at as many as it may, and the rest of its entries is not known; all in one account.
  await put(
    "outbound",
    range(5200).map((n) =>
      entry(1000 + n, { account_id: accountOf(0), recipient: "x@many.example", lane: "many", held_by: null }),
    ),
  );
  await put("outbound", [entry(1100, { id: rowId(9000), account_id: accountOf(3) })]);
  await put(
    "webhooks",
    range(140).map((n) => ({
      account_id: accountOf(n),
      id: rowId(n),
      url: `https://hook${n}.example/`,
      status: "failing",
    })),
  );
}

async function putMail({ put }: DatabasePair): Promise<void> {
  const packed = await packedMail();
  const sha256 = new Bun.CryptoHasher("sha256").update(raw).digest("hex");
  // 60 of the first part, then 60 of the other one: the 55th is lost.
  const mail = range(120).map((n) => ({ account_id: accountIn(n < 60 ? 0 : 1, 700 + n), id: rowId(n) }));
  await put(
    "messages",
    mail.map((row, n) => ({
      ...row,
      state: "spooled",
      size: raw.length,
      raw_sha256: `\\x${sha256}`,
      // The other part's are younger than all of the first.
      created_at: minute(n < 60 ? 10 + n : 300 + n),
    })),
  );
  const rest = range(130).map((n) => ({ account_id: accountOf(2 * (n % 10)), id: rowId(200 + n) }));
  await put(
    "messages",
    rest.map((row, n) => ({
      ...row,
      state: "spooled",
      size: raw.length,
      raw_sha256: `\\x${sha256}`,
      created_at: minute(100 + n),
    })),
  );
  await put(
    "bodies",
    [...mail, ...rest].map(({ account_id, id }) => ({
      account_id,
      message_id: id,
      raw: id === rowId(55) ? null : `\\x${Buffer.from(packed.zstd).toString("hex")}`,
      raw_blob: id === rowId(55) ? "lost" : null,
    })),
  );
  await put(
    "attachments",
    mail.map(({ account_id, id }) => ({
      account_id,
      id,
      message_id: id,
      blob: id === rowId(55) ? "lost" : "there",
    })),
  );
  await put(
    "blobs",
    range(600).map((n) => ({
      account_id: accountIn(n < 300 ? 0 : 1, 700 + (n % 300)),
      key: key(n % 450),
      refs: 1,
    })),
  );
}

async function putDue({ put }: DatabasePair): Promise<void> {
  const owned = range(40).map((n) => ({
    account_id: accountOf(n + 200),
    id: rowId(n),
    identity_id: rowId(n),
  }));
  await put(
    "labels",
    owned.map((row) => ({ ...row, retired_keyword: "old" })),
  );
  await put(
    "threads",
    owned.map((row, n) => ({ ...row, snoozed_until: minute(500 - n), message_count: 1 })),
  );
  await put(
    "bulk_works",
    owned.map(({ account_id, id }, n) => ({ account_id, id, due_at: minute(500 - n) })),
  );
  await put(
    "reviews",
    owned.map((row, n) => ({
      ...row,
      status: "pending",
      // Two of four are decided.
      expires_at: minute(500 - n),
      approve_at: n % 4 < 2 ? minute(500 - n) : null,
      notify_at: null,
    })),
  );
  // Folders of one account fill more than a step; one of the other part comes behind them, and the last of them is due.
  const full = range(520).map((n) => ({ account_id: accountIn(0, 600), id: rowId(n) }));
  const folders = [...full, { account_id: accountIn(1, 601), id: rowId(999) }];
  await put("identities", [
    { account_id: accountIn(0, 600), id: rowId(5000), expires_at: null },
    { account_id: accountIn(1, 601), id: rowId(5001), expires_at: null },
  ]);
  await put(
    "folders",
    folders.map((row) => ({
      ...row,
      identity_id: row.account_id.endsWith("0") ? rowId(5000) : rowId(5001),
      name: row.id,
      role: null,
      total: 1,
    })),
  );
  await put(
    "retention_rules",
    [accountIn(0, 600), accountIn(1, 601)].map((account_id, n) => ({
      account_id,
      id: rowId(n),
      identity_id: null,
      folder: null,
      action: "delete",
      after_days: 1,
    })),
  );
  await put(
    "placements",
    [full[510]!, full[519]!].map(({ account_id, id }) => ({
      account_id,
      folder_id: id,
      created_at: minute(0),
    })),
  );
  await put(
    "expunged",
    range(1002).map((n) => ({
      account_id: accountOf(n % 2),
      folder_id: rowId(n),
      mail_id: null,
      expunged_at: minute(n),
    })),
  );
}
