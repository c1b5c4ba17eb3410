// HTML mails in layouts that programs, gateways and people make of an answer, with the text of the reply that a careful reader
// would name. Written for these tests. `reply` null: nothing is history, the mail stays whole.

import type { FreshSample } from "./fresh-text.ts";

const said = "<p>The pump in hall four leaks again.</p><p>Can you come before Thursday?</p><p>Ingrid</p>";
const at = "Ingrid Moe &lt;i.moe@plant.example&gt;";
const on = `On Tue, Mar 4, 2025 at 9:12 AM ${at} wrote:`;
const block = `<b>From:</b> ${at}<br><b>Sent:</b> Tuesday, March 4, 2025 9:12 AM<br><b>To:</b> Ola Vik<br><b>Subject:</b> Hall four<br>`;
const whole = (name: string, mail: string): FreshSample => ({ name, mail, reply: null });
const own = (name: string, reply: string, mail: string): FreshSample => ({ name, mail, reply });
const yes = "Wednesday at eight.";

// biome-ignore format: one mail a line
export const layoutHtml: FreshSample[] = [
  own("marks as text, breaks", yes, `${yes}<br><br>${on}<br>&gt; The pump in hall four leaks again.<br>&gt; Can you come before Thursday?<br>&gt; Ingrid`),
  own("marks as text in pre", yes, `<pre>${yes}\n\n${on}\n&gt; The pump in hall four leaks again.\n&gt; Can you come before Thursday?\n</pre>`),
  own("marks as text in pre, below", yes, `<pre>${on}\n&gt; The pump in hall four leaks again.\n&gt; Can you come before Thursday?\n\n${yes}\n</pre>`),
  own("a bar by style and no blockquote", yes, `<div>${yes}</div><div>${on}</div><div style="border-left:2px solid #999;padding-left:8px">${said}</div>`),
  own("a bar by style, below", yes, `<div>${on}</div><div style="border-left:2px solid #999;padding-left:8px">${said}</div><div>${yes}</div>`),
  own("an indent and no bar", yes, `<div>${yes}</div><div>${on}</div><div style="margin-left:40px">${said}</div>`),
  own("no sign of a quote but the introduction", yes, `<div>${yes}</div><div>${on}</div>${said}`),
  own("introduction inside the blockquote, rule above", yes, `<p>${yes}</p><hr><blockquote><p>${on}</p>${said}</blockquote>`),
  own("blockquote without an introduction, last", yes, `<p>${yes}</p><blockquote type="cite">${said}</blockquote>`),
  own("blockquote without an introduction, first", yes, `<blockquote type="cite">${said}</blockquote><p>${yes}</p>`),
  own("a header table", yes, `<p>${yes}</p><hr><table><tr><td><b>From:</b></td><td>${at}</td></tr><tr><td><b>To:</b></td><td>ola@pumps.example</td></tr><tr><td><b>Date:</b></td><td>04.03.2025 09:12</td></tr><tr><td><b>Subject:</b></td><td>Hall four</td></tr></table>${said}`),
  own("Thunderbird's header table", yes, `<p>${yes}</p><div class="moz-cite-prefix"><br></div>-------- Original Message --------<table class="moz-email-headers-table"><tr><th>Subject: </th><td>Hall four</td></tr><tr><th>Date: </th><td>Tue, 4 Mar 2025 09:12:00 +0100</td></tr><tr><th>From: </th><td>${at}</td></tr><tr><th>To: </th><td>ola@pumps.example</td></tr></table>${said}`),
  own("labels in divisions of their own", yes, `<div>${yes}</div><div><br></div><div><b>From:</b> ${at}</div><div><b>Sent:</b> Tuesday, March 4, 2025 9:12 AM</div><div><b>To:</b> Ola Vik</div><div><b>Subject:</b> Hall four</div><div><br></div>${said}`),
  own("labels with values in spans", yes, `<div>${yes}</div><p><span>From: </span><span>${at}</span><br><span>Date: </span><span>Tuesday, 4 March 2025 at 09:12</span><br><span>To: </span><span>ola@pumps.example</span><br><span>Subject: </span><span>Hall four</span></p>${said}`),
  own("importance and attachments", yes, `<p>${yes}</p><div style="border-top:solid #E1E1E1 1.0pt"><p>${block}<b>Attachments:</b> plan.pdf<br><b>Importance:</b> High</p></div>${said}`),
  own("a small block of mobile Outlook without a rule", yes, `<div dir="auto">${yes}</div><div id="divRplyFwdMsg" dir="ltr">${block}</div>${said}`),
  own("history that has history", yes, `<div>${yes}</div><div style="border-top:solid #E1E1E1 1.0pt"><p>${block}</p></div><p>Can you come?</p><div style="border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Ola Vik &lt;ola@pumps.example&gt;<br><b>Sent:</b> Monday, March 3, 2025 4:00 PM<br><b>To:</b> Ingrid Moe<br><b>Subject:</b> Re: Hall four</p></div><p>Which hall?</p>`),
  own("nested blockquotes, below", yes, `<div>${on}</div><blockquote><div>On Mon, Mar 3, 2025 Ola Vik wrote:</div><blockquote><p>Which hall?</p></blockquote><p>Four.</p></blockquote><div>${yes}</div>`),
  own("greeting above, answer below", `Hi Ingrid, ${yes}`, `<div>Hi Ingrid,</div><div>${on}</div><blockquote type="cite"><p>Can you come?</p></blockquote><div>${yes}</div>`),
  own("a signature with a picture and an address", `${yes} Ola Vik Pumps Ltd ola@pumps.example`, `<p>${yes}</p><table><tr><td><img src="cid:logo" alt=""></td><td>Ola Vik<br>Pumps Ltd<br><a href="mailto:ola@pumps.example">ola@pumps.example</a></td></tr></table><div style="border-top:solid #E1E1E1 1.0pt"><p>${block}</p></div>${said}`),
  own("a scanner's table between", `${yes} Virus-free. www.avast.com`, `<p>${yes}</p><div id="DAB4FAD8-2DD7-40BB-A1B8-4E2AA1F9FDF2"><table><tr><td>Virus-free. <a href="https://www.avast.com">www.avast.com</a></td></tr></table></div><br><div class="gmail_quote"><div class="gmail_attr">${on}<br></div><blockquote class="gmail_quote">${said}</blockquote></div>`),
  own("a list's footer below the quote", yes, `<div>${yes}</div><div class="gmail_quote"><div class="gmail_attr">${on}</div><blockquote class="gmail_quote">${said}</blockquote></div><p></p>-- <br>You received this message because you are subscribed to the Google Groups &quot;pumps&quot; group.<br>To unsubscribe from this group, send an email to <a href="mailto:p@g.example">p@g.example</a>.<br>`),
  own("a disclaimer below the history", yes, `<div>${yes}</div><div>${on}</div><blockquote>${said}</blockquote><hr><p style="font-size:8pt">This e-mail is confidential and intended for the addressee only. If you are not the addressee, please delete it.</p>`),
  own("a bullet list as the answer", "Wednesday at eight I bring the seal", `<ul><li>Wednesday at eight</li><li>I bring the seal</li></ul><div class="gmail_quote"><div class="gmail_attr">${on}</div><blockquote class="gmail_quote">${said}</blockquote></div>`),
  own("a picture and a word", "Done.", `<div>Done.<br><img src="cid:x" alt=""></div><br><div class="gmail_quote"><div class="gmail_attr">${on}</div><blockquote class="gmail_quote">${said}</blockquote></div>`),
  own("a thumb", "👍", `<div dir="auto">👍</div><br><div class="gmail_quote"><div class="gmail_attr">${on}</div><blockquote class="gmail_quote">${said}</blockquote></div>`),
  own("a cited sentence of his own choice, then history", "You asked: Can you come before Thursday? Yes, on Wednesday.", `<p>You asked:</p><blockquote>Can you come before Thursday?</blockquote><p>Yes, on Wednesday.</p><div style="border-top:solid #E1E1E1 1.0pt"><p>${block}</p></div>${said}`),
  whole("between, divisions", `<div>${on}</div><blockquote><div>The pump leaks.</div></blockquote><div>Since when?</div><blockquote><div>Can you come?</div></blockquote><div>Yes.</div>`),
  whole("between, paragraphs and a greeting", `<p>Hi Ingrid,</p><p>see below.</p><p>${on}</p><blockquote><p>The pump leaks.</p></blockquote><p>Since when?</p><blockquote><p>Can you come?</p></blockquote><p>Yes.</p><p>Ola</p>`),
  whole("between, within a list", `<p>My answers:</p><ol><li><i>The pump leaks.</i><br>Since when?</li><li><i>Can you come?</i><br>Yes.</li></ol>`),
  own("between, the rest falls", `${on.replaceAll("&lt;", "<").replaceAll("&gt;", ">")} The pump leaks. Since when? Can you come? Yes.`, `<div>${on}</div><blockquote type="cite"><div>The pump leaks.</div></blockquote><div>Since when?</div><blockquote type="cite"><div>Can you come?</div></blockquote><div>Yes.</div><blockquote type="cite"><div>Regards</div><div>Ingrid Moe</div></blockquote>`),
  whole("a quotation box of an article", `<h1>News of the plant</h1><blockquote><p>We never had such a year.</p></blockquote><p>says Ingrid Moe, the head of the works.</p><p>More on our site.</p>`),
  whole("a form's mail", `<p>New message from your site</p><table><tr><td>From:</td><td>Ingrid Moe</td></tr><tr><td>Email:</td><td>i.moe@plant.example</td></tr><tr><td>Date:</td><td>04.03.2025</td></tr><tr><td>Subject:</td><td>Pump</td></tr><tr><td>Message:</td><td>It leaks.</td></tr></table>`),
  whole("a letter with rules", `<p>Dear Ingrid,</p><hr><p>Offer 12 of 4 March 2025</p><hr><p>Seal: 40 EUR</p><p>Ola</p>`),
  whole("an indented paragraph", `<p>Dear Ingrid,</p><div style="margin-left:40px"><p>This is the important part of my letter.</p></div><p>Ola</p>`),
  whole("the letter is one blockquote", `<blockquote><p>Dear Ingrid,</p><p>the seal is here.</p><p>Ola</p></blockquote>`),
  own("an answer above and a note below in his own colour", yes, `<div>${yes}</div><br><div id="yahoo_quoted_12" class="yahoo_quoted"><div>Le mardi 4 mars 2025 à 09:12:00 UTC+1, Ingrid Moe &lt;i.moe@plant.example&gt; a écrit : </div><br>${said}</div>`),
  own("Gmail, the answer in the same division as the quote", yes, `<div dir="ltr">${yes}<br><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${on}<br></div><blockquote class="gmail_quote">${said}</blockquote></div></div>`),
  own("no class, attribution wrapped in a division each", yes, `<div>${yes}</div><div>On Tue, Mar 4, 2025 at 9:12 AM</div><div>Ingrid Moe &lt;i.moe@plant.example&gt;</div><div>wrote:</div><blockquote>${said}</blockquote>`),
  own("an unknown language and a blockquote", "Arbain.", `<div>Arbain.</div><div>Ranar 4 Maris 2025 09:12, ${at} ya rubuta:</div><blockquote>${said}</blockquote>`),
  own("Armenian", "Չորեքշաբթի։", `<div>Չորեքշաբթի։</div><div>երք, 4 մրտ, 2025 թ., 09:12-ին ${at}-ը գրել է՝</div><blockquote>${said}</blockquote>`),
  own("Georgian", "ოთხშაბათს.", `<div>ოთხშაბათს.</div><div>სამ, 4 მარ. 2025, 09:12-ზე მომხმარებელმა ${at} დაწერა:</div><blockquote>${said}</blockquote>`),
  own("Urdu", "بدھ کو۔", `<div dir="rtl">بدھ کو۔</div><div dir="rtl">منگل، 4 مارچ، 2025 کو 9:12 AM بجے ${at} نے لکھا:</div><blockquote>${said}</blockquote>`),
  own("Kazakh", "Сәрсенбі.", `<div>Сәрсенбі.</div><div>сс, 4 нау. 2025 ж. 09:12 ${at} мынаны жазды:</div><blockquote>${said}</blockquote>`),
  own("Amharic", "ረቡዕ።", `<div>ረቡዕ።</div><div>በማክሰ, ማርች 4, 2025 9:12 ጥዋት ላይ ${at} እንዲህ ሲሉ ጽፈዋል፦</div><blockquote>${said}</blockquote>`),
  own("Khmer", "ថ្ងៃពុធ។", `<div>ថ្ងៃពុធ។</div><div>នៅថ្ងៃអង្គារ ទី៤ មីនា 2025 ម៉ោង 09:12 ${at} បានសរសេរ៖</div><blockquote>${said}</blockquote>`),
  own("Word's own quote with a blue bar", yes, `<div class="WordSection1"><p class="MsoNormal">${yes}</p><div style="border:none;border-left:solid blue 1.5pt;padding:0cm 0cm 0cm 4.0pt"><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${block}</p></div></div><p class="MsoNormal">Can you come?</p></div></div>`),
  own("a picture of a signature above the reply header", `${yes} Ola`, `<div>${yes}</div><div>Ola</div><div><img src="https://pumps.example/s.png" alt=""></div><hr><div>${block}</div>${said}`),
  own("an accepted invitation with history", "Accepted. See you there.", `<p>Accepted. See you there.</p><div>-----Original Appointment-----<br>${block}<b>When:</b> Wednesday, March 5, 2025 8:00 AM-9:00 AM.<br><b>Where:</b> Hall four</div><p>We look at the pump.</p>`),
];
