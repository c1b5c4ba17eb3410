// Names that a client or a group of its calls lacks: reading one that another program has, or a misspelt one, is a TypeError that shows
// the right one. Any other name is undefined, as of any object: runtimes and test runners ask for many.

/** Words of other clients, by the group or method of ours that each means. The first one that the object has is meant. */
const words: Readonly<Record<string, string>> = {
  identities: "inboxes inbox addresses users accounts",
  messages: "emails email mail mails",
  threads: "conversations",
  attachments: "files",
  webhooks: "hooks",
  apiKeys: "keys",
  mailboxes: "folders",
  get: "retrieve fetch show",
  download: "get fetch retrieve",
  search: "find",
  send: "create sendMessage sendEmail sendMail",
  createEvent: "create",
  upload: "create",
  create: "add",
  update: "edit patch modify change",
  delete: "remove destroy",
  sendMany: "batch sendBatch batchSend",
  wait: "waitForMessage waitForMail waitForEmail",
  next: "whatsNext poll receive",
  stream: "subscribe listen follow",
  unwrap: "verify constructEvent",
};

/** Calls that stand for a method of another client, by group and method. */
const instead: Readonly<Record<string, string>> = {
  "client.messages.markRead": "client.messages.update(id, { is_read: true })",
  "client.messages.markAsRead": "client.messages.update(id, { is_read: true })",
  "client.messages.archive": 'client.messages.update(id, { folder: "archive" })',
  // Not delete, which takes what is in trash away for good.
  "client.messages.trash": 'client.messages.update(id, { folder: "trash" })',
  "client.messages.markUnread": "client.messages.update(id, { is_read: false })",
  "client.messages.move": "client.messages.update(id, { folder })",
  "client.messages.addLabel": "client.messages.updateMany({ ids: [id], add_label_ids: [name] })",
  "client.messages.removeLabel": "client.messages.updateMany({ ids: [id], remove_label_ids: [name] })",
  "client.threads.getMessages": "client.messages.list({ thread_id })",
  "client.threads.read": "client.messages.list({ thread_id })",
  "client.threads.messages": "client.messages.list({ thread_id })",
  "client.threads.listMessages": "client.messages.list({ thread_id })",
  "client.threads.close": 'client.threads.update(id, { status: "resolved" })',
  "client.threads.resolve": 'client.threads.update(id, { status: "resolved" })',
  "client.threads.create": "client.messages.send({ … }), which begins a thread",
  "client.threads.reply": "client.messages.reply(id, { … }), with the id of a message",
  "client.events.create": "client.calendar.createEvent(id, { … }), with the id of an address",
  "client.send": "client.messages.send({ … })",
  "client.sendEmail": "client.messages.send({ … })",
  "client.sendMail": "client.messages.send({ … })",
  "client.sendMessage": "client.messages.send({ … })",
  "client.wait": "client.messages.wait({ … })",
};

/** The object, which refuses such names. @param called by what a program names it */
export function told<T extends object>(target: T, called: string): T {
  return new Proxy(target, {
    get(of, name, receiver) {
      const value: unknown = Reflect.get(of, name, receiver);
      if (value !== undefined || typeof name !== "string" || name in of) return value;
      const meant = meantBy(of, called, name);
      if (meant !== null) throw new TypeError(`${called} has no ${name}. Did you mean ${meant}?`);
      return undefined;
    },
  });
}

function meantBy(of: object, called: string, name: string): string | null {
  const call = `${called}.${name}`;
  if (Object.hasOwn(instead, call)) return instead[call]!;
  const known = Object.keys(of);
  const word = Object.keys(words).find((one) => known.includes(one) && words[one]!.split(" ").includes(name));
  const plain = (text: string) => text.toLowerCase().replaceAll("_", "");
  const near =
    word ??
    known.find((one) => plain(one) === plain(name)) ??
    known.find((one) => isNear(plain(name), plain(one)));
  return near === undefined ? null : `${called}.${near}`;
}

/** Whether one letter is left out, put in, changed, or exchanged with its neighbour. */
function isNear(given: string, known: string): boolean {
  if (given.length < 4 || Math.abs(given.length - known.length) > 1) return false;
  let at = 0;
  while (at < given.length && given[at] === known[at]) at++;
  const [left, right] = [given.slice(at), known.slice(at)];
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  );
}
