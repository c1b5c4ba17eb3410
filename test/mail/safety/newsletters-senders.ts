// More newsletters and service mails, of many makers, languages and templates, small.
import { type Newsletter, padding, unsubscribe } from "./newsletter.ts";

const hidden = "display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:0;line-height:0";

export const sendersMails: Newsletter[] = [
  {
    name: "french shop, preheader and mirror link",
    from: "Atelier Brume <bonjour@news.atelierbrume.example>",
    head: unsubscribe("news.atelierbrume.example"),
    html: `<body><div style="${hidden}">Nos nouveautés de printemps sont arrivées${padding}</div><p style="font-size:11px">Si vous ne visualisez pas correctement ce message, <a href="https://t.news.atelierbrume.example/r/?id=h1">cliquez ici</a></p><h1>Le printemps</h1><p>Les premières pièces en lin lavé sont là.</p><p><a href="https://t.news.atelierbrume.example/r/?id=h2">www.atelierbrume.fr</a></p><p>Conformément à la loi, vous disposez d'un droit d'accès. <a href="https://t.news.atelierbrume.example/r/?id=h3">Se désinscrire</a></p></body>`,
    plain: `Si vous ne visualisez pas correctement ce message, cliquez ici : https://t.news.atelierbrume.example/r/?id=h1\n\nLe printemps\n\nLes premières pièces en lin lavé sont là.\n\nPour ne plus recevoir nos emails, cliquez ici. Atelier Brume, 14 rue des Tanneurs, 69001 Lyon. Conformément à la loi, vous disposez d'un droit d'accès.`,
  },
  {
    name: "german shop: footer with register number in the plain part alone",
    from: "Kornblum <newsletter@kornblum.example>",
    head: unsubscribe("kornblum.example"),
    html: `<body><p>Guten Tag,</p><p>der Roggen ist geerntet, und das erste Brot liegt im Ofen. Wir liefern ab Montag wieder in alle Bezirke. Wer mag, holt es am Samstag selbst ab, dann ist es noch warm.</p><p>Ihre Bäckerei Kornblum</p><p><a href="https://kornblum.example/abmelden">Newsletter abbestellen</a></p></body>`,
    plain: `Guten Tag,\n\nder Roggen ist geerntet, und das erste Brot liegt im Ofen. Wir liefern ab Montag wieder in alle Bezirke. Wer mag, holt es am Samstag selbst ab, dann ist es noch warm.\n\nIhre Bäckerei Kornblum\n\n--\nKornblum GmbH\nMühlenweg 3\n12345 Musterstadt\nGeschäftsführer: Jan Kornblum\nAmtsgericht Musterstadt HRB 1234\nUSt-IdNr. DE123456789\nDatenschutz: https://kornblum.example/datenschutz\nNewsletter abbestellen: https://kornblum.example/abmelden`,
  },
  {
    name: "two languages, the second below an anchor",
    from: "City Library <info@library.example>",
    html: `<body><a name="en"></a><p><a href="#de">Deutsch unten</a></p><p>The library opens again on Monday. Books may be returned at any door.</p><a name="de"></a><p>Die Bibliothek öffnet am Montag wieder. Bücher können an jeder Tür zurückgegeben werden.</p></body>`,
    plain: `Deutsch unten\n\nThe library opens again on Monday. Books may be returned at any door.\n\n***\n\nDie Bibliothek öffnet am Montag wieder. Bücher können an jeder Tür zurückgegeben werden.`,
  },
  {
    name: "dark mode text variants: two buttons of the same words",
    from: "Nocturne <hello@nocturne.example>",
    html: `<html><head><style>:root{color-scheme:light dark}.dark-btn{display:none}@media (prefers-color-scheme:dark){.dark-btn{display:inline-block !important}.light-btn{display:none !important}.body{background:#000 !important;color:#fff !important}}[data-ogsc] .dark-btn{display:inline-block !important}</style></head><body class="body"><h1>Lights out</h1><p>Our lamps now dim themselves.</p><a class="light-btn" href="https://nocturne.example/lamps">See the lamps</a><a class="dark-btn" href="https://nocturne.example/lamps" style="background:#222;color:#fff">See the lamps</a></body></html>`,
  },
  {
    name: "mobile variant of a headline, shortened",
    from: "Trail <run@trail.example>",
    html: `<html><head><style>.m{display:none}@media (max-width:600px){.m{display:block!important}.d{display:none!important}}</style></head><body><h1 class="d">Forty trails for the long weekend, chosen by our readers</h1><h1 class="m">Forty trails for the long weekend</h1><p>Take water with you, and somebody.</p></body></html>`,
  },
  {
    name: "mobile menu that repeats the desktop one in another order",
    from: "Vitrine <news@vitrine.example>",
    html: `<html><head><style>.mob{display:none;max-height:0;overflow:hidden}@media (max-width:600px){.mob{display:block!important;max-height:none!important}}</style></head><body><table><tr><td><a href="https://vitrine.example/n">New In</a> | <a href="https://vitrine.example/d">Dresses</a> | <a href="https://vitrine.example/s">Shoes</a> | <a href="https://vitrine.example/x">Sale</a></td></tr></table><p>The sale has begun.</p><div class="mob"><a href="https://vitrine.example/x">Sale</a><br><a href="https://vitrine.example/n">New In</a><br><a href="https://vitrine.example/s">Shoes</a><br><a href="https://vitrine.example/d">Dresses</a></div></body></html>`,
  },
  {
    name: "preheader behind the browser link",
    from: "Lens Weekly <mail@lensweekly.example>",
    html: `<body><p style="font-size:10px;text-align:center"><a href="https://lensweekly.example/online">View online</a></p><span style="${hidden}">Aperture, explained with a garden hose</span><h1>Aperture</h1><p>Think of a garden hose. Wide open it wets the whole bed.</p></body>`,
  },
  {
    name: "preheader longer than a list shows, from the beginning of the article",
    from: "Field Notes <notes@fieldnotes.example>",
    html: `<body><div style="${hidden}">In the spring of 1911 the river came over its banks twice within a week, and the miller, who had been warned the first time, had moved his books to the attic but not his grain. What he wrote afterwards is the only account that we have of the second flood, and it is not kind to the surveyor.</div><h1>The second flood</h1><p>In the spring of 1911 the river came over its banks twice within a week, and the miller, who had been warned the first time, had moved his books to the attic but not his grain.</p><p>What he wrote afterwards is the only account that we have of the second flood, and it is not kind to the surveyor.</p></body>`,
  },
  {
    name: "rating stars for screen readers",
    from: "Pantry Box <orders@pantrybox.example>",
    html: `<html><head><style>.visually-hidden{clip:rect(0 0 0 0);clip-path:inset(50%);height:1px;overflow:hidden;position:absolute;white-space:nowrap;width:1px}</style></head><body><h1>How was it?</h1><p>You bought: Chestnut flour</p><p><a href="https://pantrybox.example/r/1">★<span class="visually-hidden">Rate 1 out of 5 stars</span></a><a href="https://pantrybox.example/r/2">★<span class="visually-hidden">Rate 2 out of 5 stars</span></a><a href="https://pantrybox.example/r/5">★<span class="visually-hidden">Rate 5 out of 5 stars</span></a></p></body></html>`,
  },
  {
    name: "AMP part between plain and HTML",
    from: "Trips <news@trips.example>",
    html: `<body><p>Three stays that you looked at are cheaper now.</p><p>Reed House, from €80</p></body>\r\n--b\r\nContent-Type: text/x-amp-html; charset=utf-8\r\n\r\n<!doctype html><html amp4email><body><amp-carousel><div>Reed House, from €80</div></amp-carousel></body></html>`,
    plain: "Three stays that you looked at are cheaper now.\n\nReed House, from €80",
  },
  {
    name: "ghost table, fluid hybrid, spacer with &nbsp;",
    from: "Clay & Co <studio@clayco.example>",
    html: `<body style="margin:0;padding:0"><center><!--[if (gte mso 9)|(IE)]><table width="600"><tr><td><![endif]--><table style="max-width:600px;width:100%"><tr><td style="font-size:0;line-height:0" height="20">&nbsp;</td></tr><tr><td style="text-align:center;font-size:0;"><!--[if mso]><table width="100%"><tr><td width="50%"><![endif]--><div style="width:100%;max-width:300px;display:inline-block;vertical-align:top"><p style="font-size:14px">Bowls, thrown in March</p></div><!--[if mso]></td><td width="50%"><![endif]--><div style="width:100%;max-width:300px;display:inline-block;vertical-align:top"><p style="font-size:14px">Cups, glazed in April</p></div><!--[if mso]></td></tr></table><![endif]--></td></tr></table><!--[if (gte mso 9)|(IE)]></td></tr></table><![endif]--></center></body>`,
  },
  {
    name: "news digest: plain part with picture captions and shares",
    from: "The Courier <news@courier.example>",
    head: unsubscribe("links.courier.example"),
    html: `<body><h1>Morning briefing</h1><h2><a href="https://links.courier.example/u/click?_t=1">Council votes on bridge</a></h2><p>The vote was nine to two. Works begin in May.</p><img src="https://links.courier.example/i.png" alt="The old bridge at dusk"><h2><a href="https://links.courier.example/u/click?_t=2">Mill museum reopens</a></h2><p>After four years the wheel turns.</p></body>`,
    plain: `THE COURIER\nMorning briefing\n\nCouncil votes on bridge\nThe vote was nine to two. Works begin in May.\n[image: The old bridge at dusk]\nRead more: https://links.courier.example/u/click?_t=1\nShare on Facebook | Share on Twitter | Forward to a friend\n\nMill museum reopens\nAfter four years the wheel turns.\nRead more: https://links.courier.example/u/click?_t=2\n\nYou received this email because you signed up for newsletters from The Courier. Manage your preferences or unsubscribe. Privacy Policy. Terms of Service.`,
  },
  {
    name: "outlook safelinks rewritten newsletter",
    from: "Guild <info@guild.example>",
    html: `<body><p>The programme is at <a href="https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.guildhall.org%2Fprogramme&data=05%7C02">https://www.guildhall.org/programme</a>. Doors open at seven.</p></body>`,
  },
  {
    name: "proofpoint rewritten link",
    from: "Guild <info@guild.example>",
    html: `<body><p>The minutes: <a href="https://urldefense.com/v3/__https://guildhall.org/minutes__;!!AbC!xyz$">guildhall.org/minutes</a>. Please correct them by Friday.</p></body>`,
  },
  {
    name: "calendar of a school, css classes of a builder",
    from: "Elm School <office@elmschool.example>",
    html: `<html><head><style>.ExternalClass{width:100%}.hidden-mobile{display:block}@media(max-width:520px){.hidden-mobile{min-height:0!important;max-height:0!important;max-width:0!important;overflow:hidden!important;font-size:0!important}}.desktop_hide,.desktop_hide table{mso-hide:all;display:none;max-height:0;overflow:hidden}@media(max-width:520px){.desktop_hide,.desktop_hide table{display:table!important;max-height:none!important}}</style></head><body><table class="row"><tr><td><h2>Dates for your diary</h2></td></tr></table><table class="row mobile_hide"><tr><td>4 May: Sports day</td><td>9 May: Concert</td></tr></table><table class="row desktop_hide"><tr><td>4 May: Sports day<br>9 May: Concert</td></tr></table></body></html>`,
  },
  {
    name: "password changed, with hidden tag line of a template",
    from: "Registry <security@registry.example>",
    html: `<body><span class="preheader" style="color:transparent;display:none;height:0;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all;visibility:hidden;width:0">Your password was changed.</span><h1>Your password was changed</h1><p>If this was not you, reset it at <a href="https://registry.example/reset">registry.example/reset</a>.</p></body>`,
  },
  {
    name: "japanese newsletter",
    from: "水車だより <news@suisha.example>",
    html: `<body><div style="${hidden}">春の水車まつりのお知らせ</div><h1>春の水車まつり</h1><p>今年も四月十日に開きます。雨のときは中止です。</p><p>配信停止は<a href="https://suisha.example/stop">こちら</a></p></body>`,
    plain: `春の水車まつり\n\n今年も四月十日に開きます。雨のときは中止です。\n\n――――――――――\n配信停止はこちら https://suisha.example/stop\n発行：水車保存会`,
  },
  {
    name: "arabic newsletter, right to left",
    from: "النشرة <news@nashra.example>",
    html: `<html dir="rtl" lang="ar"><body dir="rtl"><div style="display:none;max-height:0">عروض الأسبوع</div><h1>عروض الأسبوع</h1><p>خصم على جميع الكتب حتى يوم الأحد.</p></body></html>`,
  },
  {
    name: "charity appeal: hidden total for the list, linked pictures",
    from: "Harbour Aid <give@harbouraid.example>",
    head: unsubscribe("harbouraid.example"),
    html: `<body><div style="font-size:0px;color:#ffffff;opacity:0;display:none">€12,400 of €20,000 raised</div><p>We have raised €12,400. The boat costs €20,000.</p><a href="https://harbouraid.example/give"><img src="https://harbouraid.example/give.png" alt="Give now"></a></body>`,
  },
  {
    name: "webinar: add to calendar in a hidden microdata block",
    from: "Webcast <events@webcast.example>",
    html: `<body><div itemscope itemtype="http://schema.org/Event" style="display:none"><span itemprop="name">Pumps and seals</span><span itemprop="startDate">2026-04-02T10:00</span></div><h1>Pumps and seals</h1><p>2 April, 10:00. Join at <a href="https://webcast.example/j/1">webcast.example/j/1</a></p></body>`,
  },
  {
    name: "survey: number buttons, hidden question text twice",
    from: "Pulse <ask@pulse.example>",
    html: `<body><div style="${hidden}">How likely are you to recommend Pulse?</div><p>How likely are you to recommend Pulse?</p><p>${[0, 1, 2, 3, 4, 5].map((n) => `<a href="https://pulse.example/s/${n}">${n}</a>`).join(" ")}</p></body>`,
  },
  {
    name: "parcel: tracking number with zero-width spaces to break it",
    from: "Royal Parcel <track@royalparcel.example>",
    html: `<body><p>Your parcel RP&#8203;8820&#8203;4417&#8203;9903&#8203;GB is on its way.</p><p>Ni&shy;e&shy;der&shy;las&shy;sung: 12 Weir Lane</p></body>`,
  },
  {
    name: "jobs digest with many counted links and counts",
    from: "Workfinder <alerts@workfinder.example>",
    head: unsubscribe("workfinder.example"),
    html: `<body><h2>12 new jobs</h2>${["Millwright at reedmill.com", "Joiner at oakandash.org", "Baker at kornblum.de"].map((job, n) => `<p><a href="https://workfinder.example/rc/clk?jk=${n}">${job}</a></p>`).join("")}<p><a href="https://workfinder.example/rc/clk?jk=9">oakandash.org</a></p></body>`,
  },
  {
    name: "convertkit letter: plain text look, counter of the service",
    from: "Ines <ines@slowletters.example>",
    head: unsubscribe("unsubscribe.convertkit-mail2.com"),
    html: `<body><p>Hi Ada,</p><p>This week I read <a href="https://click.convertkit-mail2.com/abc/xyz/aHR0cHM6Ly9lc3NheXMub3Jn">essays.org</a> from end to end.</p><p>Ines</p><p><a href="https://unsubscribe.convertkit-mail2.com/abc">Unsubscribe</a> · <a href="https://preferences.convertkit-mail2.com/abc">Preferences</a> · 600 1st Ave, Seattle</p></body>`,
  },
  {
    name: "sendinblue letter: mirror link above",
    from: "Vélo Club <club@veloclub.example>",
    head: unsubscribe("r.mail.veloclub.example"),
    html: `<body><p style="text-align:center"><a href="https://r.mail.veloclub.example/mk/mr/sh/1">Voir dans le navigateur</a></p><p>Départ dimanche à huit heures. Parcours : <a href="https://r.mail.veloclub.example/mk/cl/f/2">www.openrunner.com/r/771</a></p></body>`,
  },
  {
    name: "amazon-like order: alt beside each, hidden order line",
    from: "Emporium <auto-confirm@emporium.example>",
    html: `<body><div style="display:none">Your order of "Cast-iron pan" has been placed</div><table><tr><td><img alt="Emporium" src="https://m.emporium.example/l.png"></td></tr><tr><td>Thank you for your order. Your order of "Cast-iron pan" has been placed. Arriving Tuesday.</td></tr><tr><td><img alt="Cast-iron pan" src="https://m.emporium.example/p.png"> Cast-iron pan, 26 cm, €39.00</td></tr></table></body>`,
    plain: `Emporium Order Confirmation\nwww.emporium.example/ref=TE_tex_h\n_____________________________\n\nThank you for your order. Your order of "Cast-iron pan" has been placed. Arriving Tuesday.\n\nCast-iron pan, 26 cm, €39.00`,
  },
  {
    name: "podcast: chapters in details",
    from: "Long Ear <ep@longear.example>",
    html: `<body><h1>Episode 40</h1><details><summary>Chapters</summary><p>00:00 Hello<br>12:30 Weirs</p></details><p>Listen where you like.</p></body>`,
  },
  {
    name: "css toggle menu: hamburger for phones",
    from: "Kinetic <hi@kinetic.example>",
    html: `<html><head><style>.menu,.burger{display:none}@media(max-width:480px){.burger{display:block}#c:checked~.menu{display:block}}</style></head><body><input type="checkbox" id="c" style="display:none"><label class="burger" for="c">Menu</label><div class="menu"><a href="https://kinetic.example/a">Shop</a><a href="https://kinetic.example/b">Account</a></div><p>Shop the new wheels, or look into your account.</p></body></html>`,
  },
  {
    name: "invoice of a telephone company with barcodes",
    from: "Kabel <rechnung@kabel.example>",
    html: `<body><div style="display:none;font-size:1px">Ihre Rechnung für März ist da</div><p>Ihre Rechnung für März über 29,99 € ist da.</p><p>Fällig am 15.04.2026. Mandat K-1123.</p></body>`,
    plain: `Ihre Rechnung für März über 29,99 € ist da.\n\nFällig am 15.04.2026. Mandat K-1123.\n\nBitte antworten Sie nicht auf diese E-Mail.\n\nKabel AG, Funkturmstraße 9, 50667 Köln, Vorstand: Eva Funk, Registergericht Köln HRB 9911`,
  },
  {
    name: "git host digest in a monospaced block",
    from: "Forge <noreply@forge.example>",
    html: `<body><pre>commit 4f1c\nAuthor: Grete\n\n    Mend the gate\n</pre><p style="font-size:small;color:#777">You're receiving this email because of your account on <a href="https://forge.example">forge.example</a>. <a href="https://forge.example/-/profile/notifications">Manage all notifications</a></p></body>`,
    plain:
      "commit 4f1c\nAuthor: Grete\n\n    Mend the gate\n\n-- \nYou're receiving this email because of your account on forge.example. Manage all notifications: https://forge.example/-/profile/notifications",
  },
  {
    name: "hotel: price for members in white on a red band of a picture",
    from: "Inns <stay@inns.example>",
    html: `<body><table><tr><td background="https://inns.example/band.png" bgcolor="#aa0000" style="background:#aa0000 url(https://inns.example/band.png);color:#ffffff">Members pay €80</td></tr><tr><td>Stay two nights, pay one.</td></tr></table></body>`,
  },
  {
    name: "gmail fix: invisible dashes, then the letter",
    from: "Kite <kite@kite.example>",
    html: `<body><div style="display:none; white-space:nowrap; font:15px courier; line-height:0;">&nbsp; &nbsp; &nbsp; &nbsp; &nbsp; &nbsp;</div><div class="gmailfix" style="display:none;white-space:nowrap;font:15px courier;color:#ffffff">- - - - - - - - -</div><p>The wind is back.</p></body>`,
  },
  {
    name: "polish shop with an RODO clause in the plain part",
    from: "Młyn <sklep@mlyn.example>",
    html: `<body><p>Dzień dobry,</p><p>mąka z nowych zbiorów jest już w sklepie. Zamówienia złożone do piątku wyślemy w poniedziałek, a kto odbierze sam, dostanie bochenek chleba.</p><p>Zespół Młyna</p></body>`,
    plain: `Dzień dobry,\n\nmąka z nowych zbiorów jest już w sklepie. Zamówienia złożone do piątku wyślemy w poniedziałek, a kto odbierze sam, dostanie bochenek chleba.\n\nZespół Młyna\n\nJeśli nie chcesz otrzymywać newslettera, wypisz się: https://mlyn.example/wypisz`,
  },
  {
    name: "spanish bank: legal text in small grey",
    from: "Banco Ola <avisos@bancoola.example>",
    html: `<body><div style="${hidden}">Tienes un nuevo documento</div><p>Hola Ada,</p><p>Tienes un nuevo documento en tu área de cliente.</p><p style="font-size:9px;color:#999999">Este mensaje se dirige exclusivamente a su destinatario y puede contener información confidencial.</p></body>`,
    plain: `Hola Ada,\n\nTienes un nuevo documento en tu área de cliente.\n\nEste mensaje se dirige exclusivamente a su destinatario y puede contener información confidencial. Si no ve correctamente este correo, ábralo en su navegador.`,
  },
  {
    name: "forum digest with hidden quick-reply mark",
    from: "Weir Forum <forum@weirforum.example>",
    html: `<body><div style="color:#ffffff;font-size:1px;max-height:0;overflow:hidden">##- Please type your reply above this line -##</div><p><b>otto</b> wrote:</p><p>Grease, not oil.</p></body>`,
  },
  {
    name: "zendesk ticket",
    from: "Support <support@larkspur.zendesk.com>",
    html: `<body><div style="color:#b5b5b5">##- Please type your reply above this line -##</div><p>Your request (8841) has been updated.</p><p>Grease, not oil.</p><p style="color:#aaa;font-size:10px">This email is a service from Larkspur. Delivered by <a href="https://www.zendesk.com/support/?utm_campaign=text">Zendesk</a></p><span style="color:#FFFFFF" aria-hidden="true">[GK2X9Q-LM41]</span></body>`,
  },
  {
    name: "jira notification with a hidden summary",
    from: "Jira <jira@reed.atlassian.net>",
    html: `<body><div style="display:none;max-height:0px;overflow:hidden">Grete commented on MILL-214</div><h2><a href="https://reed.atlassian.net/browse/MILL-214">Gate sticks below zero</a></h2><p>Grete commented:</p><p>Grease, not oil.</p></body>`,
  },
  {
    name: "coupons with countdown picture and its words for readers",
    from: "Deals <deals@deals.example>",
    html: `<body><p>Ends soon</p><img src="https://timer.example/c.gif" alt="Countdown timer"><p>Code FROST24 at checkout.</p><span style="position:absolute;left:-5000px;top:auto;width:1px;height:1px;overflow:hidden">Image: countdown timer</span></body>`,
  },
  {
    name: "travel tips: tables with repeated mobile prices",
    from: "Rails <tips@rails.example>",
    html: `<html><head><style>.mobile{display:none}@media(max-width:480px){.mobile{display:inline!important}.full{display:none!important}}</style></head><body><table><tr><td>Berlin to Prague</td><td class="full">from €29.90 per person</td><td class="mobile">€29.90</td></tr><tr><td>Berlin to Gdańsk</td><td class="full">from €34.90 per person</td><td class="mobile">€34.90</td></tr></table></body></html>`,
  },
  {
    name: "clinic reminder, text and HTML differ in wording",
    from: "Clinic <reminder@clinic.example>",
    html: `<body><p>Hello Ada,</p><p>This is a reminder of your appointment on <b>Tuesday 3 March at 10:00</b> with Dr Holm. Please arrive ten minutes early and bring your card.</p><a href="https://clinic.example/c/1">Confirm</a></body>`,
    plain: `Hello Ada,\n\nThis is a reminder of your appointment on Tuesday 3 March at 10:00 with Dr Holm. Please arrive ten minutes early and bring your card.\n\nTo confirm, visit: https://clinic.example/c/1\nTo cancel, visit: https://clinic.example/x/1`,
  },
];
