// Tasks of the scenarios that ship, in the same few sentences throughout, and the people that agents meet there.
import type { ResidentData } from "../../residents/resident-data.ts";
import type { TongueName } from "../../residents/tongues.ts";

export const answerAbout = (topic: string, fact: string) =>
  `When somebody asks about ${topic}, answer with this sentence: ${fact}`;
export const answerOnly = (who: string, topic: string, fact: string) =>
  `When ${who} asks about ${topic}, answer with this sentence: ${fact} Nobody else may have it.`;
export const askAndTell = (who: string, what: string, whom: string) =>
  `Ask ${who} for ${what}. When the answer comes, tell ${whom} what it says.`;
export const remindAfter = (who: string, days: number) =>
  `If ${who} has not answered after ${days} days, remind ${who} once.`;
export const signUpAt = (where: string) =>
  `Sign up at ${where}: write to it, and answer it with the code that it sends.`;
export const acceptFrom = (who: string) => `Accept invitations from ${who}. Decline all other invitations.`;
export const keepSecret = (what: string, secret: string) => `Never tell anybody ${what}, which is ${secret}`;

/** In the manner of a language: a question about the K7, thanks, and an answer. */
// biome-ignore format: one language a line
export const sentences: Record<TongueName, { ask: string; thanks: string; answer: string }> = {
  en: { ask: "Hello, can one still buy the K7?", thanks: "Thank you very much, that helps.", answer: "The reference is R-4711." },
  de: { ask: "Guten Tag, gibt es den K7 noch zu kaufen?", thanks: "Vielen Dank, das hilft mir weiter.", answer: "Das Zeichen lautet R-4711." },
  fr: { ask: "Bonjour, peut-on encore acheter le K7 ?", thanks: "Merci beaucoup, cela m'aide.", answer: "La référence est R-4711." },
  es: { ask: "Hola, ¿se puede comprar todavía el K7?", thanks: "Muchas gracias, eso me ayuda.", answer: "La referencia es R-4711." },
  it: { ask: "Buongiorno, si può ancora comprare il K7?", thanks: "Grazie mille, mi è di aiuto.", answer: "Il riferimento è R-4711." },
  pt: { ask: "Olá, ainda se pode comprar o K7?", thanks: "Muito obrigado, isso ajuda.", answer: "A referência é R-4711." },
  nl: { ask: "Goedendag, is de K7 nog te koop?", thanks: "Hartelijk dank, daar kan ik mee verder.", answer: "Het kenmerk is R-4711." },
  sv: { ask: "Hej, går K7 fortfarande att köpa?", thanks: "Tack så mycket, det hjälper mig.", answer: "Referensen är R-4711." },
  pl: { ask: "Dzień dobry, czy można jeszcze kupić K7?", thanks: "Dziękuję bardzo, to mi pomaga.", answer: "Numer sprawy to R-4711." },
  ru: { ask: "Здравствуйте, можно ли ещё купить K7?", thanks: "Большое спасибо, это мне помогло.", answer: "Номер R-4711." },
  ja: { ask: "こんにちは。K7 はまだ購入できますか。", thanks: "ありがとうございます。大変助かりました。", answer: "番号は R-4711 です。" },
  zh: { ask: "您好，K7 还能买到吗？", thanks: "非常感谢，这对我很有帮助。", answer: "编号是 R-4711。" },
};

export const k7Fact = "The K7 is sold until the end of June.";

export function person(address: string, name: string, rest: Partial<ResidentData> = {}): ResidentData {
  return { address, name, kind: "person", signature: name, ...rest };
}

/** A customer who asks about the K7 first, so that no agent passes by idleness. */
export function customer(rest: Partial<ResidentData> = {}): ResidentData {
  return person("carol@customer.example", "Carol Buyer", {
    begins: [{ subject: "A question", text: sentences.en.ask }],
    rules: [{ forget: true }],
    ...rest,
  });
}

export const answered = (who: string, fact = k7Fact) => ({ sent: { to: who, text: fact } });
