// HTML mails as many programs write them, with the reply that a careful reader would name. Written for these tests.
// `reply` null: nothing is history, the mail stays whole.

import type { FreshSample } from "./fresh-text.ts";

const on = "On Fri, May 3, 2024 at 10:00 AM Bob Smith &lt;bob@example.com&gt; wrote:";
const history = "<div>Shall I send the plan to everybody?</div><div>Bob</div>";
const macHeaders =
  '<span style="font-weight:bold">From: </span> Bob Smith &lt;<a href="mailto:bob@example.com">bob@example.com</a>&gt;<br><span style="font-weight:bold">Date: </span> Friday, 3 May 2024 10:00<br><span style="font-weight:bold">To: </span> Ann Lee<br><span style="font-weight:bold">Subject: </span> Plan';

export const freshHtml: FreshSample[] = [
  {
    name: "Thunderbird, bottom posted",
    mail: `<div class="moz-cite-prefix">On 03.05.24 10:00, Bob Smith wrote:<br></div><blockquote type="cite" cite="mid:1@example.com">${history}</blockquote><p>Please do.</p><p>At 10:00.</p>`,
    reply: "Please do. At 10:00.",
  },
  {
    name: "Thunderbird, bottom posted, signed",
    mail: `<div class="moz-cite-prefix">Am 03.05.24 um 10:00 schrieb Bob Smith:<br></div><blockquote type="cite" cite="mid:1@example.com">${history}</blockquote>Ja, bitte.<br><br><div class="moz-signature">-- <br>Ann Lee</div>`,
    reply: "Ja, bitte. -- Ann Lee",
  },
  {
    name: "Thunderbird, prefix of a language nobody listed",
    mail: `<div class="moz-cite-prefix">Zzz 03.05.24 10:00 Bob Smith qqq:<br></div><blockquote cite="mid:1@example.com" type="cite">${history}</blockquote><p>Please do.</p>`,
    reply: "Please do.",
  },
  {
    name: "a quote that names its source, bottom posted",
    mail: `<p>On 3 May 2024, Bob wrote:</p><blockquote cite="mid:1@example.com">${history}</blockquote><p>Please do.</p>`,
    reply: "Please do.",
  },
  {
    name: "Thunderbird, interleaved",
    mail: `<div class="moz-cite-prefix">On 03.05.24 10:00, Bob Smith wrote:<br></div><blockquote type="cite"><p>Who pays?</p></blockquote><p>We do.</p><blockquote type="cite"><p>When?</p></blockquote><p>In June.</p>`,
    reply: null,
  },
  {
    name: "Gmail, bottom posted, a clock time in the answer",
    mail: `<div dir="ltr"><div class="gmail_quote"><div class="gmail_attr">${on}<br></div><blockquote class="gmail_quote">${history}</blockquote><div><br></div><div>Yes: at 10:30, write to ann@example.com.</div></div></div>`,
    reply: "Yes: at 10:30, write to ann@example.com.",
  },
  {
    name: "Gmail, a greeting above and the answer below",
    mail: `<div dir="ltr"><div>Hello Bob,</div><div class="gmail_quote"><div class="gmail_attr">${on}<br></div><blockquote class="gmail_quote">${history}</blockquote><div>Yes: at 10:30, write to ann@example.com.</div></div></div>`,
    reply: "Hello Bob, Yes: at 10:30, write to ann@example.com.",
  },
  {
    name: "Apple Mail, bottom posted",
    mail: `<div><blockquote type="cite"><div>On 3 May 2024, at 10:00, Bob Smith &lt;bob@example.com&gt; wrote:</div><br class="Apple-interchange-newline"><div>${history}</div></blockquote><br></div><div>Please do, thank you.</div>`,
    reply: "Please do, thank you.",
  },
  {
    name: "Roundcube, bottom posted",
    mail: `<p id="reply-intro">On 2024-05-03 10:00, Bob Smith wrote:</p><blockquote type="cite" style="padding: 0 0.4em; border-left: #1010ff 2px solid; margin: 0">${history}</blockquote><p><br></p><p>Please do.</p><div id="signature">-- <br>Ann</div>`,
    reply: "Please do. -- Ann",
  },
  {
    name: "Yahoo, answer below",
    mail: `<div class="yahoo_quoted" id="yahoo_quoted_123"><div>On Friday, May 3, 2024, Bob Smith &lt;bob@example.com&gt; wrote:</div><div>${history}</div></div><div>Please do, and tell me when.</div>`,
    reply: "Please do, and tell me when.",
  },
  {
    name: "Proton, bottom posted",
    mail: `<div class="protonmail_quote">On Friday, May 3rd, 2024 at 10:00, Bob Smith &lt;bob@example.com&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">${history}</blockquote></div><div>Please do.</div>`,
    reply: "Please do.",
  },
  {
    name: "Fastmail, bottom posted",
    mail: `<div>On Fri, May 3, 2024, at 10:00 AM, Bob Smith wrote:<br></div><blockquote type="cite" id="qt">${history}</blockquote><div>Please do.<br></div>`,
    reply: "Please do.",
  },
  {
    name: "a long signature below the quote",
    mail: `<p>Please do.</p><div>${on}</div><blockquote type="cite">${history}</blockquote><p>Best regards,</p><p>Ann Lee<br>Head of Plans<br>Example Ltd<br>12 Long Street<br>Springfield 12345<br>Phone: +1 555 1234<br>Mobile: +1 555 1235<br>ann@example.com<br>www.example.com</p>`,
    reply: "Please do.",
  },
  {
    name: "a name below the quote",
    mail: `<p>Please do.</p><div>${on}</div><blockquote type="cite">${history}</blockquote><p>Ann</p>`,
    reply: "Please do. Ann",
  },
  {
    name: "words below the quote and a phone's footer",
    mail: `<div>Please do.</div><div>${on}</div><blockquote type="cite">${history}</blockquote><div>Sent from my iPhone</div><div>P.S. Bring the keys.</div>`,
    reply: "Please do. Sent from my iPhone P.S. Bring the keys.",
  },
  {
    name: "words below Outlook's footer",
    mail: '<div>Agreed.</div><div><br></div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><div><br></div><div>One more thing: cancel the order.</div>',
    reply: null,
  },
  {
    name: "Outlook for Mac 2011",
    mail: `<div>Please do.</div><div><br></div><span id="OLK_SRC_BODY_SECTION"><div style="font-family:Calibri; font-size:11pt; text-align:left; color:black; BORDER-BOTTOM: medium none; BORDER-LEFT: medium none; PADDING-BOTTOM: 0in; PADDING-LEFT: 0in; PADDING-RIGHT: 0in; BORDER-TOP: #b5c4df 1pt solid; BORDER-RIGHT: medium none; PADDING-TOP: 3pt">${macHeaders}</div><div><br></div>${history}</span>`,
    reply: "Please do.",
  },
  {
    name: "Outlook for Mac 2011, quoted with a line",
    mail: `<div>Please do.</div><div><br></div><span id="OLK_SRC_BODY_SECTION"><blockquote id="MAC_OUTLOOK_ATTRIBUTION_BLOCKQUOTE" style="BORDER-LEFT: #b5c4df 5 solid; PADDING:0 0 0 5; MARGIN:0 0 0 5;"><div>${history}</div></blockquote></span>`,
    reply: "Please do.",
  },
  {
    name: "Outlook for Mac 2011, headers nobody knows",
    mail: `<div>Please do.</div><span id="OLK_SRC_BODY_SECTION"><div>Shall I send it</div><div>Bob</div></span>`,
    reply: "Please do.",
  },
  {
    name: "Outlook for Mac 2011, the text stands in the section",
    mail: `<span id="OLK_SRC_BODY_SECTION"><div>Please do.</div></span>`,
    reply: null,
  },
  {
    name: "Outlook for Mac, new",
    mail: `<div class="WordSection1"><p class="MsoNormal">Please do.</p><p class="MsoNormal">&nbsp;</p><div id="mail-editor-reference-message-container"><div><div><div style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal" style="margin-bottom:12.0pt"><b><span>From: </span></b><span>Bob Smith &lt;bob@example.com&gt;<br><b>Date: </b>Friday, 3. May 2024 at 10:00<br><b>To: </b>Ann Lee<br><b>Subject: </b>Plan</span></p></div>${history}</div></div></div></div>`,
    reply: "Please do.",
  },
  {
    name: "a lead form in a table",
    mail: "<p>You have a new inquiry.</p><table><tr><td>From:</td><td>Jane Doe &lt;jane@example.com&gt;</td></tr><tr><td>Date:</td><td>3 May 2024 10:00</td></tr><tr><td>Subject:</td><td>Prices</td></tr><tr><td>Phone:</td><td>555 1234</td></tr><tr><td>Message:</td><td>How much is it?</td></tr></table>",
    reply: null,
  },
  {
    name: "a held mail",
    mail: "<p>The following message was held:</p><p><b>From:</b> eve@example.com<br><b>To:</b> ann@example.com<br><b>Subject:</b> You won<br><b>Date:</b> 3 May 2024 10:00</p><p>To release it, sign in.</p>",
    reply: null,
  },
  {
    name: "an itinerary",
    mail: "<h1>Your booking</h1><p>From: London<br>To: Paris<br>Date: 3 May 2024 10:00<br>Passenger: ann@example.com</p><p>Have a good trip.</p>",
    reply: null,
  },
  {
    name: "a command",
    mail: "<p>Please run</p><p>&gt; npm install</p>",
    reply: null,
  },
  {
    name: "directly below a reply with a number",
    mail: `Call me at 555 1234<br>${on}<br><blockquote>${history}</blockquote>`,
    reply: "Call me at 555 1234",
  },
  {
    name: "bars as marks",
    mail: `Please do.<br><br>${on}<br>| Shall I?<br>| Bob`,
    reply: "Please do.",
  },
  {
    name: "a bare date",
    mail: "<div>Sounds good, thank you.</div><br><div>Friday, May 3, 2024 10:00 AM</div><blockquote><div>Shall we meet?</div></blockquote>",
    reply: "Sounds good, thank you.",
  },
  {
    name: "a quotation that a composer indents, words on both sides",
    mail: '<div>The contract says:</div><blockquote style="margin: 0 0 0 40px; border: none; padding: 0px;"><div>Two weeks of notice.</div></blockquote><div>That is too short.</div>',
    reply: null,
  },
  {
    name: "a pasted quotation, words on both sides",
    mail: '<div>I read this today:</div><blockquote type="cite"><div>Less is more.</div></blockquote><div>What do you think?</div>',
    reply: null,
  },
  {
    name: "words above and below what Outlook quotes between",
    mail: `<div>Please do.</div><hr><div id="divRplyFwdMsg"><b>From:</b> Bob Smith &lt;bob@example.com&gt;<br><b>Sent:</b> Friday, May 3, 2024 10:00 AM<br><b>To:</b> Ann Lee<br><b>Subject:</b> Plan</div><div>${history}</div>`,
    reply: "Please do.",
  },
  {
    name: "a forward",
    mail: `<div>Take this.</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Bob Smith<br>Date: Fri, May 3, 2024<br>Subject: Plan<br>To: ann@example.com</div>${history}</div>`,
    reply: null,
  },
  {
    name: "Notes, labels without colons in a table",
    mail: `<font size=2 face="sans-serif">Moved to April.</font><br><br><table width=100%><tr valign=top><td width=40%><font size=1><b>Bob Smith &lt;bob@example.com&gt;</b></font><p><font size=1>03-05-2024 10:00</font></p><td width=59%><table width=100%><tr valign=top><td><div align=right>To</div><td>Ann Lee<tr valign=top><td><div align=right>cc</div><td><tr valign=top><td><div align=right>Subject</div><td>Plan</table></table><br><font size=3>When is it?</font>`,
    reply: "Moved to April.",
  },
];
