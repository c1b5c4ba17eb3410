// People who are ready to live in a world: colleagues, customers and suppliers, each with a mail program, a language and habits.
import type { ResidentData, Rule } from "./resident-data.ts";

const person = (
  address: string,
  name: string,
  rest: Partial<ResidentData> & { about: string },
): ResidentData => ({
  address,
  name,
  kind: "person",
  signature: name,
  ...rest,
});
const says = (text: string, after = "2h"): Rule[] => [{ text, after, jitter: "30m" }];
const meets = (how: "accept" | "decline" | "counter", rest: Partial<Rule> = {}): Rule[] => [
  { when: { invitation: true }, answers_invitation: how, after: "1h", ...rest },
];

/** One a language; each with another program and another habit. */
// biome-ignore format: one person a line
const speakers: ResidentData[] = [
  person("ada@lovelace.example", "Ada Lovelace", { about: "answers above in Gmail", program: "gmail", language: "en", rules: says("Thank you, that works for me. Please go ahead on Thursday.") }),
  person("bernd@werkstatt.example", "Bernd Krüger", { about: "German, Outlook", program: "outlook", language: "de", rules: says("Danke für die Nachricht. Wir liefern am Donnerstag um zehn Uhr.") }),
  person("claire@atelier.example", "Claire Dubois", { about: "French, Apple Mail", program: "apple", language: "fr", rules: says("Merci beaucoup, la proposition nous convient. Nous commençons lundi prochain.") }),
  person("diego@talleres.example", "Diego Muñoz", { about: "Spanish, answers below in Thunderbird", program: "thunderbird", language: "es", quoting: "bottom", rules: says("Muchas gracias, el presupuesto nos parece bien. Empezamos el martes.") }),
  person("elena@officina.example", "Elena Rossi", { about: "Italian, Gmail", program: "gmail", language: "it", rules: says("Grazie mille, la consegna di giovedì va benissimo per noi.") }),
  person("fabio@oficina.example", "Fábio Araújo", { about: "Portuguese, Outlook", program: "outlook", language: "pt", rules: says("Obrigado pela mensagem. Podemos confirmar a reunião para quinta-feira.") }),
  person("gijs@bouwbedrijf.example", "Gijs de Vries", { about: "Dutch, Apple Mail", program: "apple", language: "nl", rules: says("Dank je wel, donderdag om tien uur is prima voor ons.") }),
  person("hanna@verkstad.example", "Hanna Öberg", { about: "Swedish, answers below in Thunderbird", program: "thunderbird", language: "sv", quoting: "bottom", rules: says("Tack för ditt meddelande. Torsdag klockan tio passar bra.") }),
  person("iwona@zaklad.example", "Iwona Łukasik", { about: "Polish, Gmail", program: "gmail", language: "pl", rules: says("Dziękuję za wiadomość. Czwartek o dziesiątej nam odpowiada.") }),
  person("kirill@zavod.example", "Кирилл Орлов", { about: "Russian, Outlook", program: "outlook", language: "ru", rules: says("Спасибо за письмо. Мы согласны, начнём в четверг в десять часов.") }),
  person("keiko@kobo.example", "佐藤 恵子", { about: "Japanese, Apple Mail", program: "apple", language: "ja", rules: says("ご連絡ありがとうございます。木曜日の十時で問題ございません。") }),
  person("lin@gongfang.example", "林晓明", { about: "Chinese, Gmail", program: "gmail", language: "zh", rules: says("谢谢您的来信。星期四上午十点没有问题。") }),
];

// biome-ignore format: one person a line
const habits: ResidentData[] = [
  person("nora@between.example", "Nora Field", { about: "answers between the lines", program: "gmail", quoting: "between", rules: says("Yes, we keep that in stock.\nNo, we cannot ship it abroad.") }),
  person("otto@between.example", "Otto Lang", { about: "answers between the lines of plain text", program: "thunderbird", language: "de", quoting: "between", rules: says("Ja, das haben wir auf Lager.\nNein, ins Ausland liefern wir nicht.") }),
  person("paul@terse.example", "Paul Short", { about: "quotes nothing, signs nothing", program: "thunderbird", quoting: "none", signature: undefined, rules: says("Fine by me.", "10m") }),
  person("quinn@forgets.example", "Quinn Moss", { about: "forgets the first mail, answers the second", program: "apple", rules: [{ when: { round: 1 }, forget: true }, { text: "Sorry, I missed this. The reference is {order}.", after: "1h" }] }),
  person("rosa@silent.example", "Rosa Blank", { about: "never answers", program: "gmail", rules: [{ forget: true }] }),
  person("sam@holiday.example", "Sam Sunny", { about: "on holiday: a program answers", program: "outlook", away: true }),
  person("sofia@holiday.example", "Sofía Sol", { about: "on holiday, in Spanish", program: "gmail", language: "es", away: true }),
  person("taro@holiday.example", "山田 太郎", { about: "on holiday, in Japanese", program: "outlook", language: "ja", away: true }),
  person("tess@holiday.example", "Tess Late", { about: "on holiday, yet answers two days later", program: "gmail", away: true, rules: says("Back again. The reference is {order}.", "2d") }),
  person("uma@delegates.example", "Uma Roy", { about: "forwards to a colleague, who answers", program: "outlook", rules: [{ forward_to: "victor@delegates.example", text: "Can you take this, Victor?", after: "1h" }] }),
  person("victor@delegates.example", "Victor Hale", { about: "answers what Uma forwards", program: "gmail", rules: says("I look after this now. It is done by Friday.", "1h") }),
  person("wanda@everybody.example", "Wanda Wide", { about: "answers to all", program: "outlook", rules: [{ text: "Adding everybody so that all know: approved.", reply_all: true, after: "30m" }] }),
  person("xavier@adds.example", "Xavier Plus", { about: "adds a colleague to the conversation", program: "gmail", rules: [{ text: "I have added Yara, who knows more.", cc: ["yara@adds.example"], after: "30m" }] }),
  person("yara@adds.example", "Yara Plus", { about: "knows more", program: "apple", rules: says("The part has the number {order}.", "1h") }),
  person("zoe@accepts.example", "Zoe Early", { about: "accepts invitations", program: "gmail", rules: [...meets("accept"), ...says("Send me an invitation, and I am there.")] }),
  person("abel@declines.example", "Abel Busy", { about: "declines invitations", program: "outlook", rules: [...meets("decline", { text: "That day is full." }), ...says("This week is full.")] }),
  person("bea@counters.example", "Bea Later", { about: "proposes another time", program: "gmail", rules: [...meets("counter", { shift: "1d", text: "A day later would suit me." }), ...says("Which day did you think of?")] }),
  person("karl@zusagen.example", "Karl Pünktlich", { about: "accepts in German", program: "outlook", language: "de", rules: [...meets("accept"), ...says("Schicken Sie mir gern eine Einladung.")] }),
  person("carol@customer.example", "Carol Buyer", { about: "a customer who asks", program: "apple", begins: [{ subject: "Opening hours", text: "Hello,\nwhen are you open on Saturdays?\nCarol" }], rules: [{ when: { text: ["hours", "open", "Saturday"] }, text: "Thank you, see you then!", after: "1h" }] }),
  person("dora@customer.example", "Dora Cross", { about: "a customer who complains, and calms", program: "gmail", begins: [{ subject: "Broken again", text: "The kettle broke again. I want my money back." }], rules: [{ when: { text: ["sorry", "refund"] }, text: "Thank you for taking care of it.", after: "3h" }, { text: "That does not help me at all.", after: "1h" }] }),
  person("emil@supplier.example", "Emil Stock", { about: "a supplier who knows a price", program: "outlook", language: "de", rules: [{ when: { text: ["price", "cost", "Preis"] }, text: "The price is 412.50 EUR, reference {order}.", after: "4h" }, { text: "What exactly do you need?", after: "1h" }] }),
  person("fay@boss.example", "Fay Chief", { about: "approves what she is asked", program: "apple", rules: says("Approved.", "3h") }),
];

export const people: readonly ResidentData[] = [...speakers, ...habits];
