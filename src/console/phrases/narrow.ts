// Words of the pages: what narrows a list or a search.
export const narrow = {
  open: "Narrow",
  title: (name: string) => `Narrow: ${name}`,
  narrowed: "Narrowed to",
  without: (kind: string, name: string) => `Without the ${kind} ${name}`,
  kinds: { address: "address", pod: "pod", label: "label" },
  pods: "Pods",
  tooMany: (most: number) => `The first ${most} are listed.`,
  nothing: "Nothing narrows it",
  nothingText: "There is no label here, and one address.",
  emptyPod: "No address is in this pod",
  emptyPodText: "Mail to addresses of this pod stands here.",
  none: "Nothing in this list is of what it is narrowed to.",
  gone: "Not there",
  goneTitle: "This list is not there any more",
  goneText: "Its folder or label, or what it is narrowed to, was removed, changed or never there.",
  wider: "The same without what narrows it",
};
