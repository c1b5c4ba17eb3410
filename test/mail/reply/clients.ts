// Replies as mail programs compose them, in HTML and in text, written for these tests after each program's markup.
// `reply` is what the sender said; where nothing is to be folded it is null.

export type ClientSample = { client: string; html: string; reply: string | null };

const history = "<div>Shall I send the plan to everybody?</div><div>Bob</div>";
const who = '&lt;<a href="mailto:bob@example.com">bob@example.com</a>&gt;';
const headers =
  "<b>From:</b> Bob Smith &lt;bob@example.com&gt;<br><b>Sent:</b> Friday, May 3, 2024 10:00 AM<br><b>To:</b> Ann Lee &lt;ann@example.com&gt;<br><b>Subject:</b> Plan";

export const clients: ClientSample[] = [
  {
    client: "Gmail",
    html: `<div dir="ltr">Yes, do it.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Fri, May 3, 2024 at 10:00 AM Bob Smith ${who} wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${history}</blockquote></div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Gmail, attribution in a language nobody listed",
    html: `<div dir="ltr">Yes, do it.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Xx 2024 yyy 3 zzz Bob Smith ${who} qqqq<br></div><blockquote class="gmail_quote">${history}</blockquote></div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Gmail, signature above and below",
    html: `<div dir="ltr">Yes, do it.<br clear="all"><div><br></div><div class="gmail_quote"><div class="gmail_attr">On Fri, May 3, 2024 at 10:00 AM Bob Smith ${who} wrote:<br></div><blockquote class="gmail_quote">${history}</blockquote></div><br clear="all"><div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature"><div>Ann Lee</div><div>Example Ltd</div></div></div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Gmail, answer below the quote",
    html: `<div dir="ltr"><div dir="ltr"><br></div><br><div class="gmail_quote"><div class="gmail_attr">On Fri, May 3, 2024 at 10:00 AM Bob Smith ${who} wrote:<br></div><blockquote class="gmail_quote">${history}</blockquote><div><br></div><div>Yes, do it.</div></div></div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Gmail, answers between",
    html: `<div dir="ltr">See my answers.<div class="gmail_quote"><div class="gmail_attr">On Fri, May 3, 2024 at 10:00 AM Bob Smith ${who} wrote:<br></div><blockquote class="gmail_quote">First?</blockquote><div>Yes.</div><blockquote class="gmail_quote">Second?</blockquote><div>No.</div></div></div>`,
    reply: null,
  },
  {
    client: "Gmail, forward with a word above",
    html: `<div dir="ltr">Can you take this?<br><br><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: <strong class="gmail_sendername">Bob Smith</strong> <span>${who}</span><br>Date: Fri, May 3, 2024 at 10:00 AM<br>Subject: Plan<br>To: &lt;ann@example.com&gt;<br></div><br><br>${history}</div></div>`,
    reply: null,
  },
  {
    client: "Gmail, forward with nothing above",
    html: `<div dir="ltr"><br><br><div class="gmail_quote"><div class="gmail_attr">---------- Weitergeleitete Nachricht ---------<br>Von: Bob Smith<br></div>${history}</div></div>`,
    reply: null,
  },
  {
    client: "Outlook for Windows",
    html: `<div class="WordSection1"><p class="MsoNormal">Yes, do it.<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal">${headers}<o:p></o:p></p></div></div><p class="MsoNormal"><o:p>&nbsp;</o:p></p>${history}</div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Outlook for Windows, labels in a language nobody listed",
    html: `<div class="WordSection1"><p class="MsoNormal">Yes, do it.</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal"><b>Xanu:</b> Bob Smith &lt;bob@example.com&gt; <br><b>Yelt:</b> 3. Zum 2024 10:00<br><b>Zoru:</b> Ann Lee<br><b>Quim:</b> Plan</p></div></div>${history}</div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Outlook on the web",
    html: `<div class="elementToProof" style="font-family:Aptos;font-size:12pt">Yes, do it.</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">${headers}</font><div>&nbsp;</div></div><div>${history}</div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Outlook on the web, forward with nothing above",
    html: `<div class="elementToProof"><br></div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg" dir="ltr">${headers}</div><div>${history}</div>`,
    reply: null,
  },
  {
    client: "Outlook on the web, a forward with only a signature above",
    html: `<div class="elementToProof"><br></div><div class="elementToProof" id="Signature"><p>Ann Lee</p><p>Example Ltd</p></div><hr><div id="divRplyFwdMsg" dir="ltr">${headers}</div><div>${history}</div>`,
    reply: null,
  },
  {
    client: "Outlook on the web, answers inside unmarked history",
    html: `<div>Please see my answers inline.</div><hr><div id="divRplyFwdMsg" dir="ltr">${headers}</div><div>First? Yes.</div><div>Second? No.</div>`,
    reply: null,
  },
  {
    client: "Outlook for iOS",
    html: `<div dir="ltr">Yes, do it.</div><div id="ms-outlook-mobile-signature" dir="ltr">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><div id="mail-editor-reference-message-container" dir="ltr"><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg">${headers}</div>${history}</div>`,
    reply: "Yes, do it. Get Outlook for iOS",
  },
  {
    client: "Outlook for Mac",
    html: `<div class="WordSection1"><p class="MsoNormal">Yes, do it.</p><div id="mail-editor-reference-message-container"><div><div style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${headers}</p></div></div>${history}</div></div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Apple Mail",
    html: `<html><body style="overflow-wrap: break-word;">Yes, do it.<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 3 May 2024, at 10:00, Bob Smith &lt;bob@example.com&gt; wrote:</div><br class="Apple-interchange-newline"><div>${history}</div></blockquote></div><br></body></html>`,
    reply: "Yes, do it.",
  },
  {
    client: "Apple Mail, forward",
    html: `<div>Take this.</div><div><br><blockquote type="cite"><div>Begin forwarded message:</div><br><div><b>From: </b>Bob Smith &lt;bob@example.com&gt;</div><div><b>Subject: </b>Plan</div><br>${history}</blockquote></div>`,
    reply: null,
  },
  {
    client: "iPhone",
    html: `<div dir="ltr">Yes, do it.</div><div dir="ltr"><br></div><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">On 3 May 2024, at 10:00, Bob Smith &lt;bob@example.com&gt; wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">${history}</div></blockquote>`,
    reply: "Yes, do it. Sent from my iPhone",
  },
  {
    client: "Apple Mail, answers between",
    html: `<div><blockquote type="cite"><div>On 3 May 2024, at 10:00, Bob Smith &lt;bob@example.com&gt; wrote:</div><div>First?</div></blockquote><div>Yes.</div><blockquote type="cite"><div>Second?</div></blockquote><div>No.</div></div>`,
    reply: null,
  },
  {
    client: "Yahoo",
    html: `<div class="ydp1a2b3cyahoo-style-wrap"><div dir="ltr">Yes, do it.</div><div><br></div></div><div id="ydpd4e5f6yahoo_quoted_123" class="ydpd4e5f6yahoo_quoted"><div><div>On Friday, May 3, 2024 at 10:00:00 AM GMT+2, Bob Smith &lt;bob@example.com&gt; wrote:</div><div><br></div><div>${history}</div></div></div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Yahoo, answer below",
    html: `<div>Two things.</div><div class="yahoo_quoted" id="yahoo_quoted_123"><div>On Friday, May 3, 2024, Bob Smith &lt;bob@example.com&gt; wrote:</div><div>${history}</div></div><div>Yes, do it, and tell me when.</div>`,
    reply: "Two things. Yes, do it, and tell me when.",
  },
  {
    client: "Thunderbird",
    html: `<p>Yes, do it.<br></p><div class="moz-cite-prefix">On 03.05.24 10:00, Bob Smith wrote:<br></div><blockquote type="cite" cite="mid:1@example.com">${history}</blockquote>`,
    reply: "Yes, do it.",
  },
  {
    client: "Thunderbird, signature below",
    html: `<p>Yes, do it.</p><div class="moz-cite-prefix">Zzz 03.05.24 10:00, Bob Smith xxx:<br></div><blockquote type="cite">${history}</blockquote><div class="moz-signature">-- <br>Ann Lee</div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Thunderbird, answer below",
    html: `<div class="moz-cite-prefix">On 03.05.24 10:00, Bob Smith wrote:<br></div><blockquote type="cite">${history}</blockquote><p>Yes, do it.</p>`,
    reply: "Yes, do it.",
  },
  {
    client: "Thunderbird, forward",
    html: `<p>Take this.</p><div class="moz-forward-container"><br><br>-------- Videresendt meddelelse --------<table class="moz-email-headers-table"><tbody><tr><th>Emne: </th><td>Plan</td></tr><tr><th>Fra: </th><td>Bob Smith</td></tr></tbody></table>${history}</div>`,
    reply: null,
  },
  {
    client: "Proton",
    html: `<div style="font-family: Arial, sans-serif; font-size: 14px;">Yes, do it.</div><div class="protonmail_signature_block protonmail_signature_block-empty"></div><div class="protonmail_quote">On Friday, May 3rd, 2024 at 10:00, Bob Smith &lt;bob@example.com&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">${history}</blockquote><br></div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Samsung",
    html: `<div dir="auto">Yes, do it.</div><div dir="auto"><br></div><div id="composer_signature" dir="auto"><div dir="auto">Sent from my Galaxy</div></div><div dir="auto"><br></div><div><br></div><div style="font-size:100%;color:#000000"><div>-------- Original message --------</div><div>From: Bob Smith &lt;bob@example.com&gt; </div><div>Date: 03/05/2024  10:00  (GMT+01:00) </div><div>To: Ann Lee &lt;ann@example.com&gt; </div><div>Subject: Plan </div><div><br></div></div>${history}`,
    reply: "Yes, do it. Sent from my Galaxy",
  },
  {
    client: "Zoho",
    html: `<div style="font-family: Verdana;"><div>Yes, do it.<br></div><div><br></div><div class="zmail_extra" style="border-top: 1px solid rgb(204, 204, 204);"><div id="Zm-_Id_-Sgn1">---- On Fri, 03 May 2024 10:00:00 +0200 <b>Bob Smith &lt;bob@example.com&gt;</b> wrote ---<br></div><div><br></div><blockquote id="blockquote_zmail" style="margin: 0px;">${history}</blockquote></div></div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Yandex",
    html: `<div>Yes, do it.</div><div> </div><div>03.05.2024, 10:00, "Bob Smith" ${who}:</div><blockquote><div>${history}</div></blockquote>`,
    reply: "Yes, do it.",
  },
  {
    client: "mail.ru",
    html: `<div>Yes, do it.</div><div> </div><blockquote style="border-left:1px solid #0857A6;margin:10px;padding:0 0 0 10px;">Пятница, 3 мая 2024, 10:00 +03:00 от Bob Smith ${who}:<br> <div>${history}</div></blockquote>`,
    reply: "Yes, do it.",
  },
  {
    client: "GMX",
    html: `<div style="font-family: Verdana;font-size: 12.0px;"><div>Yes, do it.</div><div>&nbsp;<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b> Freitag, 03. Mai 2024 um 10:00 Uhr<br><b>Von:</b> "Bob Smith" &lt;bob@example.com&gt;<br><b>An:</b> ann@example.com<br><b>Betreff:</b> Plan</div><div name="quoted-content">${history}</div></div></div></div>`,
    reply: "Yes, do it.",
  },
  {
    client: "QQ",
    html: `<div>Yes, do it.</div><div><br></div><div style="font-size: 12px;padding:2px 0 2px 0;">------------------&nbsp;原始邮件&nbsp;------------------</div><div style="font-size: 12px;background:#efefef;padding:8px;"><div><b>发件人:</b>&nbsp;"Bob Smith";</div><div><b>发送时间:</b>&nbsp;2024年5月3日(星期五) 上午10:00</div><div><b>收件人:</b>&nbsp;"Ann Lee"&lt;ann@example.com&gt;;</div><div><b>主题:</b>&nbsp;Plan</div></div>${history}`,
    reply: "Yes, do it.",
  },
  {
    client: "NetEase",
    html: `<div style="line-height:1.7">Yes, do it.<br><div style="position:relative;zoom:1"></div><div id="divNeteaseMailCard"></div><br><pre><br>At 2024-05-03 10:00:00, "Bob Smith" &lt;bob@example.com&gt; wrote:</pre><blockquote id="isReplyContent" style="PADDING-LEFT: 1ex;BORDER-LEFT: #ccc 1px solid">${history}</blockquote></div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Foxmail",
    html: `<div>Yes, do it.</div><div><br></div><hr style="width: 210px; height: 1px;" color="#b5c4df" size="1" align="left"><div><span>Ann Lee</span></div><blockquote style="margin-Top: 0px; margin-Bottom: 0px; margin-Left: 0.5em"><div>&nbsp;</div><div style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm 0cm 0cm"><div><b>From:</b>&nbsp;<a href="mailto:bob@example.com">Bob Smith</a></div><div><b>Date:</b>&nbsp;2024-05-03&nbsp;10:00</div><div><b>To:</b>&nbsp;<a href="mailto:ann@example.com">Ann Lee</a></div><div><b>Subject:</b>&nbsp;Plan</div></div>${history}</blockquote>`,
    reply: "Yes, do it. Ann Lee",
  },
  {
    client: "Tuta",
    html: `<div>Yes, do it.</div><div><br></div>03.05.2024, 10:00 von bob@example.com:<br><blockquote class="tutanota_quote" style="border-left: 1px solid #93A3B8; padding-left: 10px;">${history}</blockquote>`,
    reply: "Yes, do it.",
  },
  {
    client: "Fastmail",
    html: `<div>Yes, do it.<br></div><div><br></div><div>On Fri, May 3, 2024, at 10:00 AM, Bob Smith wrote:<br></div><blockquote type="cite" id="qt" style="">${history}</blockquote><div><br></div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Spark",
    html: `<div name="messageBodySection"><div dir="auto">Yes, do it.</div></div><div name="messageReplySection">On 3 May 2024 at 10:00 +0200, Bob Smith &lt;bob@example.com&gt;, wrote:<br><blockquote type="cite" class="spark_quote" style="margin: 5px 5px; border-left: thin solid #1abc9c;">${history}</blockquote></div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Front",
    html: `<div>Yes, do it.</div><br><div><div>On May 3, 2024 at 10:00 AM, bob@example.com wrote:</div><blockquote type="cite" class="front-blockquote">${history}</blockquote></div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Roundcube",
    html: `<p>Yes, do it.</p><p id="reply-intro">On 2024-05-03 10:00, Bob Smith wrote:</p><blockquote type="cite" style="padding: 0 0.4em; border-left: #1010ff 2px solid; margin: 0">${history}</blockquote><p><br></p>`,
    reply: "Yes, do it.",
  },
  {
    client: "Zimbra",
    html: `<div style="font-family: arial;"><div>Yes, do it.</div><div><br></div><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><blockquote style="border-left:2px solid #1010FF;margin-left:5px;padding-left:5px;">${headers}<br></blockquote></div><div data-marker="__QUOTED_TEXT__"><blockquote style="border-left:2px solid #1010FF;">${history}</blockquote></div></div>`,
    reply: "Yes, do it.",
  },
  {
    client: "Notes",
    html: `<p><font size="2">Yes, do it.</font></p><p><font size="1">Bob Smith---05/03/2024 10:00:00 AM---Shall I send the plan?</font></p><p><font size="1">From: Bob Smith/Example</font><br><font size="1">To: Ann Lee/Example@Example</font><br><font size="1">Date: 05/03/2024 10:00 AM</font><br><font size="1">Subject: Plan</font></p><hr>${history}`,
    reply: "Yes, do it.",
  },
  {
    client: "K-9",
    html: `Yes, do it.<br><br><div class="gmail_quote">Am 3. Mai 2024 10:00:00 MESZ schrieb Bob Smith &lt;bob@example.com&gt;:<blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex; border-left: 1px solid rgb(204, 204, 204); padding-left: 1ex;">${history}</blockquote></div>`,
    reply: "Yes, do it.",
  },
  {
    client: "eM Client",
    html: `<div>Yes, do it.</div><div><br></div><div id="signature_old"></div><div>------ Original Message ------</div><div>From: "Bob Smith" &lt;bob@example.com&gt;</div><div>To: ann@example.com</div><div>Sent: 03/05/2024 10:00:00</div><div>Subject: Plan</div><div><br></div><blockquote cite="1@example.com" type="cite">${history}</blockquote>`,
    reply: "Yes, do it.",
  },
  {
    client: "Android, no quote marks",
    html: `<p dir="ltr">Yes, do it.</p><div class="gmail_quote">On 3 May 2024 10:00, "Bob Smith" &lt;bob@example.com&gt; wrote:<br type="attribution"><p>Shall I send it?</p></div>`,
    reply: "Yes, do it.",
  },
  {
    client: "a composer's indentation",
    html: `<div>The contract says:</div><div><br></div><blockquote style="margin: 0 0 0 40px; border: none; padding: 0px;"><div>Two weeks of notice.</div></blockquote>`,
    reply: null,
  },
  {
    client: "a quotation in the middle of a text",
    html: `<p>Somebody once said:</p><blockquote>Less is more.</blockquote><p>I agree with that, and so should the plan.</p>`,
    reply: null,
  },
  {
    client: "plain text shown as HTML",
    html: "Yes, do it.<br>\n<br>\nOn 3 May 2024 at 10:00, Bob Smith wrote:<br>\n&gt; Shall I?<br>\n&gt; Bob",
    reply: "Yes, do it.",
  },
  {
    client: "a disclaimer below the history",
    html: `<div>Yes, do it.</div><div>On 3 May 2024 at 10:00, Bob Smith &lt;bob@example.com&gt; wrote:</div><blockquote type="cite">${history}</blockquote><p>This email and any attachments are confidential and intended only for the addressee.</p>`,
    reply: "Yes, do it.",
  },
];
