// Words of the pages on which recipients end the mail of an address, by language. All but English was made without a native speaker's
// review.
import { languageNow, type PageLanguage } from "../../lib/languages.ts";

interface UnsubscribePhrases {
  title: string;
  ask(address: string): string;
  askText(email: string, address: string): string;
  button: string;
  done: string;
  doneText(email: string, address: string): string;
  gone: string;
  goneText: string;
}

const sets: Record<PageLanguage, UnsubscribePhrases> = {
  en: {
    title: "Unsubscribe",
    ask: (address) => `No more mail from ${address}?`,
    askText: (email, address) =>
      `${email} gets no more mail of this kind from ${address}. Answers to what you write still come.`,
    button: "Unsubscribe",
    done: "You are unsubscribed",
    doneText: (email, address) => `${email} gets no more mail of this kind from ${address}.`,
    gone: "There is nothing here",
    goneText: "The link is not whole, or the address that it was about does not exist any more.",
  },
  de: {
    title: "Abbestellen",
    ask: (address) => `Keine Mails mehr von ${address}?`,
    askText: (email, address) =>
      `${email} bekommt keine Mails dieser Art mehr von ${address}. Antworten auf das, was Sie schreiben, kommen weiterhin.`,
    button: "Abbestellen",
    done: "Sie haben abbestellt",
    doneText: (email, address) => `${email} bekommt keine Mails dieser Art mehr von ${address}.`,
    gone: "Hier ist nichts",
    goneText: "Der Link ist nicht vollständig, oder die Adresse, um die es ging, gibt es nicht mehr.",
  },
  fr: {
    title: "Se désabonner",
    ask: (address) => `Plus de courrier de ${address} ?`,
    askText: (email, address) =>
      `${email} ne recevra plus de messages de ce type de ${address}. Les réponses à vos messages arriveront toujours.`,
    button: "Se désabonner",
    done: "Vous êtes désabonné",
    doneText: (email, address) => `${email} ne reçoit plus de messages de ce type de ${address}.`,
    gone: "Il n’y a rien ici",
    goneText: "Le lien est incomplet, ou l’adresse concernée n’existe plus.",
  },
  es: {
    title: "Cancelar suscripción",
    ask: (address) => `¿No quiere más correo de ${address}?`,
    askText: (email, address) =>
      `${email} no recibirá más mensajes de este tipo de ${address}. Las respuestas a lo que usted escriba seguirán llegando.`,
    button: "Cancelar suscripción",
    done: "Suscripción cancelada",
    doneText: (email, address) => `${email} ya no recibe mensajes de este tipo de ${address}.`,
    gone: "Aquí no hay nada",
    goneText: "El enlace no está completo, o la dirección a la que se refería ya no existe.",
  },
  ja: {
    title: "配信停止",
    ask: (address) => `${address} からのメールを停止しますか?`,
    askText: (email, address) =>
      `${email} に ${address} からこの種類のメールは届かなくなります。あなたのメールへの返信は引き続き届きます。`,
    button: "配信を停止する",
    done: "配信を停止しました",
    doneText: (email, address) => `${email} に ${address} からこの種類のメールは届きません。`,
    gone: "ここには何もありません",
    goneText: "リンクが不完全か、対象のアドレスがもう存在しません。",
  },
};

/** In the language of the request. */
export function unsubscribePhrases(): UnsubscribePhrases {
  return sets[languageNow() as PageLanguage] ?? sets.en;
}
