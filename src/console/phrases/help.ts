// Words of the pages: the keys, and the palette.
export const help = {
  keys: "Keys",
  keysLead: "Single keys act where no field has the focus. Your page in the settings turns them off.",
  contexts: {
    everywhere: "Everywhere",
    list: "In a list",
    thread: "In a thread",
    card: "A card that waits for you",
    writing: "Writing",
  },
  go: "Go to",
  palette: "Find anything",
  find: "An action, address, label, person, setting or thread",
  show: "Find",
  none: "Nothing has this name.",
  searchFor: (text: string) => `Search mail for “${text}”`,
  kinds: {
    action: "Action",
    list: "List",
    address: "Address",
    label: "Label",
    folder: "Folder",
    setting: "Settings",
    thread: "Thread",
    person: "Person",
    search: "Search",
  },
};
