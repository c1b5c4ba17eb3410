// Words of the pages: what narrows a list or a search. In Japanese, made without a native speaker's review.
import type * as english from "../narrow.ts";
import type { Translated } from "../translated.ts";

export const narrow: Translated<typeof english.narrow> = {
  open: "絞り込む",
  title: (name) => `絞り込み: ${name}`,
  narrowed: "絞り込み",
  without: (kind, name) => `${kind} ${name} を外す`,
  kinds: { address: "アドレス", pod: "ポッド", label: "ラベル" },
  pods: "ポッド",
  tooMany: (most) => `最初の ${most} 件を表示しています。`,
  nothing: "絞り込めるものがありません",
  nothingText: "ここにはラベルがなく、アドレスは一つです。",
  emptyPod: "このポッドにアドレスはありません",
  emptyPodText: "このポッドのアドレスのメールがここに並びます。",
  none: "この一覧には、絞り込んだ条件のものがありません。",
  noneYetTitle: "ここまでにはありません",
  noneYet: "調べた新しいものの中にはありません。古いものの中にあるかもしれません。",
  gone: "ありません",
  goneTitle: "この一覧はもうありません",
  goneText: "フォルダー、ラベル、または絞り込みの条件が、削除または変更されたか、もともとありません。",
  wider: "絞り込まずに表示",
};
