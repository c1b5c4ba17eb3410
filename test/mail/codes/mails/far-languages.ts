// Codes in Albanian, Macedonian, Icelandic, Irish, Welsh, Basque, Maltese, Afrikaans, Mongolian, Kazakh, Uzbek, Urdu and the scripts of
// India, Cambodia and Ethiopia, and numbers of goods that are none.
import type { CodeMail } from "./code-mail.ts";

function mail(name: string, subject: string, text: string, code?: string): CodeMail {
  const from = "Service <no-reply@service.example>";
  return code === undefined ? { name, from, subject, text } : { name, from, subject, text, codes: [code] };
}

export const farLanguages: CodeMail[] = [
  mail("sq", "Kodi i verifikimit", "Kodi juaj i verifikimit është 610984.", "610984"),
  mail("mk", "Код за најава", "Вашиот код за најава е 552017.", "552017"),
  mail("is", "Staðfestingarkóði", "Staðfestingarkóðinn þinn er 481120.", "481120"),
  mail("ga", "Cód fíoraithe", "Is é do chód fíoraithe ná 609133.", "609133"),
  mail("cy", "Cod dilysu", "Eich cod dilysu yw 337120.", "337120"),
  mail("eu", "Egiaztapen-kodea", "Zure egiaztapen-kodea 640917 da.", "640917"),
  mail("mt", "Kodiċi", "Il-kodiċi ta' verifika tiegħek huwa 711204.", "711204"),
  mail("af", "Teken in", "U verifikasiekode is 209 447.", "209447"),
  mail("mn", "Баталгаажуулах код", "Таны баталгаажуулах код: 915402", "915402"),
  mail("kk", "Растау коды", "Сіздің растау кодыңыз: 330918", "330918"),
  mail("uz", "Tasdiqlash kodi", "Sizning tasdiqlash kodingiz: 774012", "774012"),
  mail("ur", "رمز تصدیق", "آپ کا تصدیقی کوڈ 660318 ہے۔", "660318"),
  mail("te", "ధృవీకరణ కోడ్", "మీ ధృవీకరణ కోడ్ 884012.", "884012"),
  mail("kn", "ಲಾಗಿನ್", "ನಿಮ್ಮ ಪರಿಶೀಲನಾ ಕೋಡ್ 440918.", "440918"),
  mail("mr", "लॉगिन", "तुमचा पडताळणी कोड 118250 आहे.", "118250"),
  mail("gu", "લૉગિન", "તમારો ચકાસણી કોડ 902266 છે.", "902266"),
  mail("km", "ចូល", "លេខកូដផ្ទៀងផ្ទាត់របស់អ្នកគឺ 305511", "305511"),
  mail("am", "መግቢያ", "የእርስዎ የማረጋገጫ ኮድ 771902 ነው።", "771902"),
  mail("am, its own end", "የማረጋገጫ ኮድ", "የማረጋገጫ ኮድዎ 551028 ነው። ለ10 ደቂቃ ይሰራል።", "551028"),
  mail("my", "အတည်ပြုကုဒ်", "သင့်အတည်ပြုကုဒ်မှာ 771930 ဖြစ်သည်။", "771930"),
  mail("si", "සත්‍යාපන කේතය", "ඔබේ සත්‍යාපන කේතය 552904. එය මිනිත්තු 10ක් වලංගුයි.", "552904"),
  mail("my order", "သင့်အော်ဒါ", "အော်ဒါနံပါတ် 771930 ပို့ပြီးပါပြီ။ စာတိုက်ကုဒ် 11181။"),
  mail("sq order", "Porosia juaj", "Kodi i produktit: 610984. Porosia 55120 u nis."),
  mail("is order", "Pöntunin þín", "Vörunúmer 481120, pöntun 55120."),
  mail("kk goods", "Тапсырыс", "Тауар коды: 330918"),
  mail("claim", "Your gift", "Redeem your gift at shop.example with claim code GIFT-2213-ABCD."),
];
