// Words of the pages: what narrows a list or a search. In Spanish, made without a native speaker's review.
import type * as english from "../narrow.ts";
import type { Translated } from "../translated.ts";

export const narrow: Translated<typeof english.narrow> = {
  open: "Acotar",
  title: (name) => `Acotar: ${name}`,
  narrowed: "Acotado a",
  without: (kind, name) => `Sin ${kind} ${name}`,
  kinds: { address: "la dirección", pod: "el pod", label: "la etiqueta" },
  pods: "Pods",
  tooMany: (most) => `Se muestran los primeros ${most}.`,
  nothing: "Nada acota esta lista",
  nothingText: "Aquí no hay etiquetas, y solo una dirección.",
  emptyPod: "No hay direcciones en este pod",
  emptyPodText: "El correo de las direcciones de este pod aparece aquí.",
  none: "Nada en esta lista corresponde a lo que la acota.",
  noneYetTitle: "Nada hasta aquí",
  noneYet: "Nada entre lo más reciente que se miró. Puede haber algo entre lo anterior.",
  gone: "No está",
  goneTitle: "Esta lista ya no existe",
  goneText: "Su carpeta o etiqueta, o lo que la acota, se quitó, cambió o nunca existió.",
  wider: "Lo mismo sin acotar",
};
