// How mail programs speak in twelve languages: how they introduce the mail that is answered, what they set before a subject, what a
// holiday answer says. `{date}`, `{time}` and `{who}` (a name and an address) are filled in.

export interface Tongue {
  /** Before the answered mail: Gmail's, Apple Mail's and Thunderbird's line. */
  wrote: string;
  /** Outlook's header block: from, sent, to, subject. */
  block: readonly [string, string, string, string];
  re: string;
  forwarded: string;
  away: { subject: string; text: string };
  accepted: string;
  declined: string;
  proposed: string;
  /** Below what a person writes. */
  regards: string;
}

// biome-ignore format: one language a paragraph
export const tongues = {
  en: { wrote: "On {date} at {time}, {who} wrote:", block: ["From:", "Sent:", "To:", "Subject:"], re: "Re: ", forwarded: "Fwd: ",
    away: { subject: "Automatic reply: ", text: "I am out of the office until Monday, and will answer then." },
    accepted: "Accepted: ", declined: "Declined: ", proposed: "New time proposed: ", regards: "Best regards" },
  de: { wrote: "Am {date} um {time} schrieb {who}:", block: ["Von:", "Gesendet:", "An:", "Betreff:"], re: "AW: ", forwarded: "WG: ",
    away: { subject: "Automatische Antwort: ", text: "Ich bin bis Montag nicht im Büro und antworte danach." },
    accepted: "Zugesagt: ", declined: "Abgesagt: ", proposed: "Neue Zeit vorgeschlagen: ", regards: "Viele Grüße" },
  fr: { wrote: "Le {date} à {time}, {who} a écrit :", block: ["De :", "Envoyé :", "À :", "Objet :"], re: "RE: ", forwarded: "TR: ",
    away: { subject: "Réponse automatique : ", text: "Je suis absent jusqu'à lundi et vous répondrai ensuite." },
    accepted: "Accepté : ", declined: "Refusé : ", proposed: "Nouvel horaire proposé : ", regards: "Cordialement" },
  es: { wrote: "El {date} a las {time}, {who} escribió:", block: ["De:", "Enviado:", "Para:", "Asunto:"], re: "RE: ", forwarded: "RV: ",
    away: { subject: "Respuesta automática: ", text: "Estoy fuera de la oficina hasta el lunes y responderé entonces." },
    accepted: "Aceptada: ", declined: "Rechazada: ", proposed: "Nueva hora propuesta: ", regards: "Un saludo" },
  it: { wrote: "Il giorno {date} alle ore {time} {who} ha scritto:", block: ["Da:", "Inviato:", "A:", "Oggetto:"], re: "R: ", forwarded: "I: ",
    away: { subject: "Risposta automatica: ", text: "Sono fuori ufficio fino a lunedì e risponderò allora." },
    accepted: "Accettato: ", declined: "Rifiutato: ", proposed: "Nuovo orario proposto: ", regards: "Cordiali saluti" },
  pt: { wrote: "Em {date} às {time}, {who} escreveu:", block: ["De:", "Enviado:", "Para:", "Assunto:"], re: "RES: ", forwarded: "ENC: ",
    away: { subject: "Resposta automática: ", text: "Estou fora do escritório até segunda-feira e responderei depois." },
    accepted: "Aceito: ", declined: "Recusado: ", proposed: "Novo horário proposto: ", regards: "Atenciosamente" },
  nl: { wrote: "Op {date} om {time} schreef {who}:", block: ["Van:", "Verzonden:", "Aan:", "Onderwerp:"], re: "RE: ", forwarded: "FW: ",
    away: { subject: "Automatisch antwoord: ", text: "Ik ben tot maandag niet op kantoor en antwoord daarna." },
    accepted: "Geaccepteerd: ", declined: "Geweigerd: ", proposed: "Nieuwe tijd voorgesteld: ", regards: "Met vriendelijke groet" },
  sv: { wrote: "Den {date} kl. {time} skrev {who}:", block: ["Från:", "Skickat:", "Till:", "Ämne:"], re: "SV: ", forwarded: "VB: ",
    away: { subject: "Autosvar: ", text: "Jag är inte på kontoret förrän på måndag och svarar då." },
    accepted: "Accepterat: ", declined: "Avböjt: ", proposed: "Ny tid föreslagen: ", regards: "Med vänlig hälsning" },
  pl: { wrote: "W dniu {date} o {time}, {who} napisał(a):", block: ["Od:", "Wysłano:", "Do:", "Temat:"], re: "Odp: ", forwarded: "PD: ",
    away: { subject: "Automatyczna odpowiedź: ", text: "Jestem poza biurem do poniedziałku i odpowiem po powrocie." },
    accepted: "Zaakceptowano: ", declined: "Odrzucono: ", proposed: "Zaproponowano nowy termin: ", regards: "Pozdrawiam" },
  ru: { wrote: "{date} в {time}, {who} написал(а):", block: ["От:", "Отправлено:", "Кому:", "Тема:"], re: "RE: ", forwarded: "FW: ",
    away: { subject: "Автоматический ответ: ", text: "Меня нет в офисе до понедельника, отвечу после возвращения." },
    accepted: "Принято: ", declined: "Отклонено: ", proposed: "Предложено новое время: ", regards: "С уважением" },
  ja: { wrote: "{date} {time} {who}:", block: ["差出人:", "送信日時:", "宛先:", "件名:"], re: "Re: ", forwarded: "Fwd: ",
    away: { subject: "自動応答: ", text: "月曜日まで不在にしております。戻り次第ご返信いたします。" },
    accepted: "承諾: ", declined: "辞退: ", proposed: "新しい日時の提案: ", regards: "よろしくお願いいたします" },
  zh: { wrote: "{who} 于{date} {time}写道：", block: ["发件人:", "发送时间:", "收件人:", "主题:"], re: "回复: ", forwarded: "转发: ",
    away: { subject: "自动答复: ", text: "我下周一之前不在办公室，回来后会尽快回复。" },
    accepted: "已接受: ", declined: "已拒绝: ", proposed: "建议新时间: ", regards: "此致敬礼" },
} as const satisfies Record<string, Tongue>;

export type TongueName = keyof typeof tongues;
export const tongueNames = Object.keys(tongues) as TongueName[];

/** A mail's time as a program writes it in a language. */
export function writtenTime(ms: number, tongue: TongueName): { date: string; time: string } {
  const [year = "", month = "", day = ""] = new Date(ms).toISOString().slice(0, 10).split("-");
  const time = new Date(ms).toISOString().slice(11, 16);
  if (tongue === "ja" || tongue === "zh")
    return { date: `${year}年${Number(month)}月${Number(day)}日`, time };
  if (tongue === "en") return { date: `${Number(month)}/${Number(day)}/${year}`, time };
  return { date: `${day}.${month}.${year}`, time };
}
