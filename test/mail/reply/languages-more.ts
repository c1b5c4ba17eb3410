// How mail programs introduce history in Slavic, Finno-Ugric, Semitic, Asian and other languages, as languages.ts does.
import { block, type LanguageSample } from "./languages.ts";

export const moreSamples: Record<string, LanguageSample> = {
  Polish: {
    attributions: [
      "wt., 3 maj 2024 o 10:00 Bob Smith <bob@example.com> napisał(a):",
      "W dniu 03.05.2024 o 10:00, Bob Smith pisze:",
      "Wiadomość napisana przez Bob Smith <bob@example.com> w dniu 03.05.2024, o godz. 10:00:",
      "W dniu 2024-05-03 10:00:39 użytkownik Bob Smith <bob@example.com> napisał:",
      "Dnia 3 maja 2024 10:00 Bob Smith <bob@example.com> napisał(a):",
    ],
    block: block("Od:", "Wysłano:", "Do:", "Temat:"),
    original: "Wiadomość oryginalna",
    forwarded: "Przekazana wiadomość",
  },
  Czech: {
    attributions: [
      "út 3. 5. 2024 v 10:00 odesílatel Bob Smith <bob@example.com> napsal:",
      "Dne 03. 05. 24 v 10:00 Bob Smith napsal(a):",
      "3. 5. 2024 v 10:00, Bob Smith <bob@example.com>:",
    ],
    block: block("Od:", "Odesláno:", "Komu:", "Předmět:"),
    original: "Původní zpráva",
    forwarded: "Přeposlaná zpráva",
  },
  Slovak: {
    attributions: [
      "ut 3. 5. 2024 o 10:00 Bob Smith <bob@example.com> napísal(a):",
      "Dňa 3. 5. 2024 o 10:00 Bob Smith napísal(a):",
    ],
    block: block("Od:", "Odoslané:", "Komu:", "Predmet:"),
    original: "Pôvodná správa",
  },
  Slovenian: {
    attributions: ["V V tor., 3. maj 2024 ob 10:00 je oseba Bob Smith <bob@example.com> napisala:"],
    block: block("Od:", "Poslano:", "Za:", "Zadeva:"),
    original: "Izvirno sporočilo",
  },
  Croatian: {
    attributions: [
      "uto, 3. svi 2024. u 10:00 Bob Smith <bob@example.com> napisao je:",
      "Dana 3.5.2024. u 10:00, Bob Smith je napisao/la:",
    ],
    block: block("Od:", "Poslano:", "Za:", "Predmet:"),
    original: "Izvorna poruka",
  },
  Serbian: {
    attributions: ["уто, 3. мај 2024. у 10:00 Bob Smith <bob@example.com> је написао/ла:"],
    block: block("Од:", "Послато:", "За:", "Наслов:"),
    original: "Оригинална порука",
  },
  Macedonian: {
    attributions: ["На 3.5.2024 во 10:00, Bob Smith <bob@example.com> напиша:"],
    block: block("Од:", "Испратено:", "До:", "Наслов:"),
  },
  Bulgarian: {
    attributions: [
      "На вт, 3.05.2024 г. в 10:00 Bob Smith <bob@example.com> написа:",
      "На 3.05.24 г. в 10:00 ч., Bob Smith написа:",
    ],
    block: block("От:", "Изпратено:", "До:", "Относно:"),
    original: "Оригинално съобщение",
  },
  Russian: {
    attributions: [
      "вт, 3 мая 2024 г. в 10:00, Bob Smith <bob@example.com>:",
      "3 мая 2024 г., в 10:00, Bob Smith <bob@example.com> написал(а):",
      "03.05.2024 10:00, Bob Smith пишет:",
      "Вторник, 3 мая 2024, 10:00 +03:00 от Bob Smith <bob@example.com>:",
      '03.05.2024, 10:00, "Bob Smith" <bob@example.com>:',
    ],
    block: block("От:", "Отправлено:", "Кому:", "Тема:"),
    original: "Исходное сообщение",
    forwarded: "Пересылаемое сообщение",
  },
  Ukrainian: {
    attributions: [
      "вт, 3 трав. 2024 р. о 10:00 Bob Smith <bob@example.com> пише:",
      "3 травня 2024 р. о 10:00 <bob@example.com> написав:",
    ],
    block: block("Від:", "Надіслано:", "Кому:", "Тема:"),
    original: "Вихідне повідомлення",
  },
  Belarusian: { attributions: ["у аўт, 3 мая 2024 у 10:00 Bob Smith <bob@example.com> напісаў:"] },
  Hungarian: {
    attributions: [
      "Bob Smith <bob@example.com> ezt írta (időpont: 2024. máj. 3., K, 10:00):",
      "2024. 05. 03. 10:00 keltezéssel, Bob Smith írta:",
      "2024. máj. 3. dátummal, 10:00 időpontban Bob Smith <bob@example.com> írta:",
    ],
    block: block("Feladó:", "Elküldve:", "Címzett:", "Tárgy:"),
    original: "Eredeti üzenet",
    forwarded: "Továbbított üzenet",
  },
  Romanian: {
    attributions: [
      "Pe mar., 3 mai 2024 la 10:00, Bob Smith <bob@example.com> a scris:",
      "În mar., 3 mai 2024 la 10:00, Bob Smith a scris:",
    ],
    block: block("De la:", "Trimis:", "Către:", "Subiect:"),
    original: "Mesaj original",
  },
  Greek: {
    attributions: [
      "Στις Τρί 3 Μαΐ 2024 στις 10:00 π.μ., ο χρήστης Bob Smith <bob@example.com> έγραψε:",
      "Στις 3/5/2024 10:00 π.μ., ο/η Bob Smith έγραψε:",
    ],
    block: block("Από:", "Στάλθηκε:", "Προς:", "Θέμα:"),
    original: "Αρχικό μήνυμα",
  },
  Turkish: {
    attributions: [
      "Bob Smith <bob@example.com>, 3 May 2024 Sal, 10:00 tarihinde şunu yazdı:",
      "Bob Smith <bob@example.com> şunları yazdı (3 May 2024 10:00):",
    ],
    block: block("Kimden:", "Gönderildi:", "Kime:", "Konu:"),
    original: "Orijinal Mesaj",
    forwarded: "İletilen mesaj",
  },
  Azerbaijani: { attributions: ["3 may 2024, 10:00 tarixində Bob Smith <bob@example.com> yazdı:"] },
  Albanian: { attributions: ["Më mar, 3 maj 2024 në 10:00 Bob Smith <bob@example.com> shkroi:"] },
  Hebrew: {
    attributions: [
      "‫בתאריך יום ג׳, 3 במאי 2024 ב-10:00 מאת ‪Bob Smith‬‏ <‪bob@example.com‬‏>:‬",
      "ב-3 במאי 2024, בשעה 10:00, ‏Bob Smith <bob@example.com> כתב/ה:",
    ],
    block: block("מאת:", "נשלח:", "אל:", "נושא:"),
    original: "הודעה מקורית",
  },
  Arabic: {
    attributions: [
      "في الثلاثاء، 3 مايو 2024 في 10:00 ص تمت كتابة ما يلي بواسطة Bob Smith <bob@example.com>:",
      "في ٣ مايو ٢٠٢٤، الساعة ١٠:٠٠ ص، كتب Bob Smith <bob@example.com>:",
    ],
    block: block("من:", "تم الإرسال:", "إلى:", "الموضوع:"),
    original: "الرسالة الأصلية",
  },
  Persian: {
    attributions: ["در تاریخ سه‌شنبه ۳ مهٔ ۲۰۲۴، ۱۰:۰۰ Bob Smith <bob@example.com> نوشت:"],
    block: block("از:", "تاریخ:", "به:", "موضوع:"),
  },
  Hindi: {
    attributions: ["मंगल, 3 मई 2024 को 10:00 am बजे को Bob Smith <bob@example.com> ने लिखा:"],
    block: block("प्रेषक:", "भेजा गया:", "प्रति:", "विषय:"),
  },
  Bengali: { attributions: ["মঙ্গল, ৩ মে, ২০২৪ তারিখে ১০:০০ AM টায় তে Bob Smith <bob@example.com> লিখেছেন:"] },
  Thai: {
    attributions: ["ในวันที่ อ. 3 พ.ค. 2024 เวลา 10:00 Bob Smith <bob@example.com> เขียนว่า:"],
    block: block("จาก:", "ส่ง:", "ถึง:", "เรื่อง:"),
    original: "ข้อความต้นฉบับ",
  },
  Vietnamese: {
    attributions: [
      "Vào Th 3, 3 thg 5, 2024 vào lúc 10:00 Bob Smith <bob@example.com> đã viết:",
      "Vào 10:00 3 tháng 5, 2024, Bob Smith <bob@example.com> đã viết:",
    ],
    block: block("Từ:", "Đã gửi:", "Đến:", "Chủ đề:"),
    original: "Thư gốc",
  },
  Indonesian: {
    attributions: [
      "Pada tanggal Sel, 3 Mei 2024 pukul 10.00 Bob Smith <bob@example.com> menulis:",
      "Pada Sel, 3 Mei 2024 pada 10:00 PG Bob Smith <bob@example.com> menulis:",
    ],
    block: block("Dari:", "Dikirim:", "Kepada:", "Subjek:"),
    original: "Pesan asli",
  },
  Tagalog: {
    attributions: ["Noong Mar, May 3, 2024 nang 10:00 AM, sumulat si Bob Smith <bob@example.com> ng:"],
  },
  Swahili: { attributions: ["Mnamo Jumanne, 3 Mei 2024, Bob Smith <bob@example.com> aliandika:"] },
  Afrikaans: { attributions: ["Op Di. 3 Mei 2024 om 10:00 het Bob Smith <bob@example.com> geskryf:"] },
  Basque: {
    attributions: [
      "2024(e)ko maiatzaren 3(a) 10:00 erabiltzaileak (Bob Smith <bob@example.com>) idatzi zuen:",
    ],
  },
  Galician: { attributions: ["O mar., 3 de maio de 2024 ás 10:00, Bob Smith (<bob@example.com>) escribiu:"] },
  Welsh: { attributions: ["Ar Maw, 3 Mai 2024 am 10:00, Bob Smith <bob@example.com> ysgrifennodd:"] },
  Chinese: {
    attributions: [
      "Bob Smith <bob@example.com> 于2024年5月3日周二 10:00写道：",
      "Bob Smith <bob@example.com> 於 2024年5月3日 週二 上午10:00寫道：",
      "2024年5月3日 上午10:00，Bob Smith <bob@example.com> 写道：",
      "在 2024/5/3 10:00, Bob Smith 写道:",
      '在 2024-05-03 10:00:00，"Bob Smith" <bob@example.com> 写道：',
      'At 2024-05-03 10:00:00, "Bob Smith" <bob@example.com> wrote:',
    ],
    block: block("发件人：", "发送时间：", "收件人：", "主题："),
    original: "原始邮件",
    forwarded: "转发的邮件",
  },
  Japanese: {
    attributions: [
      "2024年5月3日(火) 10:00 Bob Smith <bob@example.com>:",
      "2024/05/03 10:00、Bob Smith <bob@example.com>のメール:",
      "2024/05/03 10:00に、Bob Smith <bob@example.com> さんは書きました：",
    ],
    block: block("差出人:", "送信日時:", "宛先:", "件名:"),
    original: "元のメッセージ",
    forwarded: "転送されたメッセージ",
  },
  Korean: {
    attributions: [
      "2024년 5월 3일 (화) 오전 10:00, Bob Smith <bob@example.com>님이 작성:",
      "2024. 5. 3. 오전 10:00, Bob Smith <bob@example.com> 작성:",
      "2024. 5. 3. 10:00에 Bob Smith 이(가) 쓴 글:",
    ],
    block: block("보낸 사람:", "보낸 날짜:", "받는 사람:", "제목:"),
    original: "원본 메시지",
    forwarded: "전달된 메시지",
  },
  Georgian: { attributions: ["სამ, 3 მაი. 2024, 10:00 Bob Smith <bob@example.com> დაწერა:"] },
  Esperanto: { attributions: ["Je mar, 3 maj 2024 je 10:00 Bob Smith <bob@example.com> skribis:"] },
};
