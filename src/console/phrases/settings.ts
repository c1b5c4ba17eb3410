// Words of the pages: the settings' first page and its tabs.

export const settings = {
  title: "Settings",
  lead: "What this account has, and who may do what in it.",
  pages: {
    keys: { name: "Keys", about: "What agents sign in with, and what they reach" },
    programs: { name: "Programs", about: "Programs that you let in, and what they may do" },
    members: { name: "Members", about: "Who works on the mail, and what each may do" },
    addresses: { name: "Addresses", about: "Who receives mail here, and new ones" },
    templates: {
      name: "Templates",
      about: "Texts that letters begin with, and signatures that they end with",
    },
    devices: { name: "Mail programs", about: "Passwords for mail programs, phones and their calendars" },
    webhooks: { name: "Webhooks", about: "Where events go, and what became of each" },
    domains: { name: "Domains", about: "Your own domains and their DNS records" },
    queue: { name: "Queue", about: "What waits to leave, over all addresses of the service" },
    protection: { name: "Protection", about: "What waits for a person, and who may be written to" },
    audit: { name: "Audit trail", about: "Who changed roles, keys and settings" },
    you: { name: "Your page", about: "Passkeys, where you are signed in, and the keyboard" },
  },
  allMail: "Every thread, whatever its state",
  drafts: "What you have begun to write",
  ownerOnly: "Only the owner changes these settings.",
  changedMeanwhile: "This was changed meanwhile, and nothing was saved. Look at what it is now, then decide.",
};
