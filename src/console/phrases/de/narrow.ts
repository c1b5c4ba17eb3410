// Words of the pages: what narrows a list or a search. In German, made without a native speaker's review.
import type * as english from "../narrow.ts";
import type { Translated } from "../translated.ts";

export const narrow: Translated<typeof english.narrow> = {
  open: "Eingrenzen",
  title: (name) => `Eingrenzen: ${name}`,
  narrowed: "Eingegrenzt auf",
  without: (kind, name) => `Ohne ${kind} ${name}`,
  kinds: { address: "Adresse", pod: "Pod", label: "Label" },
  pods: "Pods",
  tooMany: (most) => `Die ersten ${most} stehen hier.`,
  nothing: "Nichts grenzt hier ein",
  nothingText: "Es gibt hier kein Label und nur eine Adresse.",
  emptyPod: "In diesem Pod ist keine Adresse",
  emptyPodText: "Mail an Adressen dieses Pods steht hier.",
  none: "Nichts in dieser Liste gehört zu dem, worauf sie eingegrenzt ist.",
  noneYetTitle: "Bis hier nichts",
  noneYet: "Nichts unter den neuesten, die angesehen wurden. Unter den älteren kann es etwas geben.",
  gone: "Nicht vorhanden",
  goneTitle: "Diese Liste gibt es nicht mehr",
  goneText:
    "Ihr Ordner oder Label, oder worauf sie eingegrenzt ist, wurde entfernt, geändert oder war nie da.",
  wider: "Dasselbe ohne Eingrenzung",
};
