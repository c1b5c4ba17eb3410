// Words of the pages: saved searches.
export const saved = {
  title: "Saved searches",
  save: "Save",
  change: "Change",
  name: "Name",
  shared: "For everybody in this account",
  changeHint: "What is searched for now takes the place of what was saved.",
  keep: "Save search",
  remove: "Remove",
  removeHint: (name: string) => `“${name}” is gone then. Mail stays as it is.`,
  removeSharedHint: (name: string) => `“${name}” is gone for everybody then. Mail stays as it is.`,
  sharedMark: "for everybody",
  wrongName: (most: number) => `Give it a name of at most ${most} characters.`,
  noWords: "Search for something first.",
};
