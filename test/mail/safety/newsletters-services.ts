// Newsletters and service mails as the programs of large senders write them, small.
import { counted, type Newsletter, padding, unsubscribe } from "./newsletter.ts";

export const servicesMails: Newsletter[] = [
  {
    name: "mailchimp: preview text, archive link, list-manage counter, footer in the plain part",
    from: "Otter & Reed <hello@otterandreed.example>",
    head: unsubscribe("otterandreed.us4.list-manage.com"),
    html: `<!doctype html><html><head><style>#outlook a{padding:0}.mcnPreviewText{display:none !important}p{margin:10px 0}@media only screen and (max-width:480px){.mcnTextContent{font-size:16px !important}}</style></head>
<body style="background-color:#FAFAFA"><span class="mcnPreviewText" style="display:none; font-size:0px; line-height:0px; max-height:0px; max-width:0px; opacity:0; overflow:hidden; visibility:hidden; mso-hide:all;">Five ways to use up the last of the plums</span>
<table width="100%"><tr><td style="text-align:center;font-size:12px;color:#656565"><a href="https://mailchi.mp/otterandreed/plums" target="_blank">View this email in your browser</a></td></tr>
<tr><td class="mcnTextContent"><h1>Plum season</h1><p>It is nearly over, and the trees are still full. Here is what we do with the last baskets.</p><p><a href="https://otterandreed.us4.list-manage.com/track/click?u=1f&id=22&e=ab">Read the recipes</a></p></td></tr>
<tr><td style="font-size:12px;color:#656565"><em>Copyright &copy; 2026 Otter &amp; Reed, All rights reserved.</em><br>You are receiving this email because you opted in at our website.<br>Want to change how you receive these emails?<br>You can <a href="https://otterandreed.us4.list-manage.com/profile?u=1f">update your preferences</a> or <a href="https://otterandreed.us4.list-manage.com/unsubscribe?u=1f">unsubscribe from this list</a>.</td></tr></table></body></html>`,
    plain: `Plum season\n\nIt is nearly over, and the trees are still full. Here is what we do with the last baskets.\n\nRead the recipes (https://otterandreed.us4.list-manage.com/track/click?u=1f&id=22&e=ab)\n\n============================================================\nCopyright © 2026 Otter & Reed, All rights reserved.\nYou are receiving this email because you opted in at our website.\n\nOur mailing address is:\nOtter & Reed\n12 Weir Lane\nLudlow SY8 1AA\nUnited Kingdom\n\nWant to change how you receive these emails?\nYou can update your preferences or unsubscribe from this list.\nEmail Marketing Powered by Mailchimp\nhttp://www.mailchimp.com/monkey-rewards/`,
  },
  {
    name: "substack: long preview with padding, redirect links that name other sites",
    from: "Mara Lind <maralind@substack.com>",
    head: `${unsubscribe("maralind.substack.com")}\r\nList-Id: <maralind.substack.com>`,
    html: `<html><body><div class="preview" style="display:none;font-size:1px;color:#333333;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">How the harbour lost its last ferry, and what three towns did about it when nobody else would come, told by the people who kept the timetable on paper for a year</div><div class="preview" style="display:none;font-size:1px;color:#333333;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">${padding}</div>
<table role="presentation" width="100%"><tr><td><p style="font-size:12px"><a href="https://substack.com/redirect/2/eyJlIjoi">Forwarded this email? Subscribe here for more</a></p><h1><a href="https://substack.com/app-link/post?publication_id=1">The last ferry</a></h1><h3>How the harbour lost its last ferry</h3>
<p>The report is at <a href="https://substack.com/redirect/7d4e?j=eyJ1">https://www.harbourboard.org/report</a>, and the paper wrote about it: <a href="https://substack.com/redirect/99aa?j=eyJ1">courier.example.org</a>.</p><p>Three towns paid for a boat.</p>
<p><a href="https://substack.com/redirect/9f?j=eyJ1"><img src="https://substackcdn.com/image/like.png" alt="" width="18" style="margin-right:6px">Like</a> <a href="https://substack.com/redirect/9e?j=eyJ1">Comment</a> <a href="https://substack.com/redirect/9d?j=eyJ1">Restack</a></p>
<p>&copy; 2026 Mara Lind<br>548 Market Street PMB 72296, San Francisco, CA 94104<br><a href="https://substack.com/redirect/2/eyJ1bnN1">Unsubscribe</a></p></td></tr></table><img src="https://eotrx.substackcdn.com/open?token=ey" alt="" width="1" height="1" border="0" style="height:1px !important;width:1px !important"></body></html>`,
    plain: `View this post on the web at https://maralind.substack.com/p/the-last-ferry\n\nThe last ferry\nHow the harbour lost its last ferry\n\nThe report is at https://www.harbourboard.org/report [ https://substack.com/redirect/7d4e ], and the paper wrote about it: courier.example.org [ https://substack.com/redirect/99aa ].\n\nThree towns paid for a boat.\n\nUnsubscribe https://substack.com/redirect/2/eyJ1bnN1`,
  },
  {
    name: "stripe receipt: hidden preheader, table of amounts, dark mode icons",
    from: "Larkspur Tools <receipts+acct_1@stripe.com>",
    html: `<html><head><meta name="color-scheme" content="light dark"><style>.st-Hide{display:none !important}@media (prefers-color-scheme:dark){.st-Icon--dark{display:block !important}.st-Icon--light{display:none !important}}@media all and (max-width:600px){.st-Spacer{width:16px !important}}</style></head><body>
<div style="display:none !important;visibility:hidden;mso-hide:all;font-size:1px;color:#ffffff;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden">Receipt from Larkspur Tools [#1472-8830] Amount paid $48.00 Date paid Mar 3, 2026</div>
<table width="480"><tr><td><h1>Receipt from Larkspur Tools</h1><p>Receipt #1472-8830</p></td></tr><tr><td><table width="100%"><tr><td>Amount paid<br>$48.00</td><td>Date paid<br>Mar 3, 2026</td><td>Payment method<br><img class="st-Icon--light" src="https://stripe-images.s3.amazonaws.com/visa.png" alt="Visa" width="36"><img class="st-Icon--dark" style="display:none" src="https://stripe-images.s3.amazonaws.com/visa-dark.png" alt="Visa" width="36"> - 4242</td></tr></table></td></tr>
<tr><td>Summary<br>Team plan &times; 1 &nbsp; $48.00<br>Amount charged &nbsp; $48.00</td></tr><tr><td>If you have any questions, visit our support site at <a href="https://59.email.stripe.com/CL0/https:%2F%2Flarkspur.example%2Fhelp/1/0100">https://larkspur.example/help</a>, contact us at <a href="mailto:help@larkspur.example">help@larkspur.example</a>, or call us at <a href="tel:+15550100">+1 555-0100</a>.</td></tr></table></body></html>`,
    plain: `Receipt from Larkspur Tools\nReceipt #1472-8830\n\nAMOUNT PAID\n$48.00\n\nDATE PAID\nMar 3, 2026\n\nPAYMENT METHOD\n- 4242\n\nSUMMARY\nTeam plan × 1 $48.00\nAmount charged $48.00\n\nIf you have any questions, visit our support site at https://larkspur.example/help, contact us at help@larkspur.example, or call us at +1 555-0100.\n\nSomething wrong with the email? View it in your browser:\nhttps://59.email.stripe.com/CL0/x\n\nYou're receiving this email because you made a purchase at Larkspur Tools, which partners with Stripe to provide invoicing and payment processing.`,
  },
  {
    name: "github notification: hidden schema.org, links of the service",
    from: "Grete Ohm <notifications@github.com>",
    head: `${unsubscribe("github.com")}\r\nList-ID: reed/mill <mill.reed.github.com>`,
    html: `<p></p><div style="display:none">grete left a comment (reed/mill#214)</div><p dir="auto">The gate at the upper weir sticks when it is below zero. See <a href="https://github.com/reed/mill/blob/main/README.md">README.md</a>.</p><p style="font-size:small;-webkit-text-size-adjust:none;color:#666;">&mdash;<br />Reply to this email directly, <a href="https://github.com/reed/mill/issues/214#issuecomment-1">view it on GitHub</a>, or <a href="https://github.com/notifications/unsubscribe-auth/AAA">unsubscribe</a>.<br />You are receiving this because you were mentioned.<img src="https://github.com/notifications/beacon/AAA.gif" height="1" width="1" alt="" /><span style="color: transparent; font-size: 0; display: none; visibility: hidden; overflow: hidden; opacity: 0; width: 0; height: 0; max-width: 0; max-height: 0; mso-hide: all">Message ID: <span>&lt;reed/mill/issues/214/1@github.com&gt;</span></span></p><script type="application/ld+json">[{"@context":"http://schema.org","@type":"EmailMessage","description":"View this Issue on GitHub"}]</script>`,
    plain: `grete left a comment (reed/mill#214)\n\nThe gate at the upper weir sticks when it is below zero. See README.md.\n\n-- \nReply to this email directly or view it on GitHub:\nhttps://github.com/reed/mill/issues/214#issuecomment-1\nYou are receiving this because you were mentioned.\n\nMessage ID: <reed/mill/issues/214/1@github.com>`,
  },
  {
    name: "airline: boarding details twice, for phones and for desks",
    from: "Norvik Air <no-reply@bookings.norvikair.example>",
    html: `<html><head><style>.mobile-only{display:none;max-height:0;overflow:hidden}@media only screen and (max-width:480px){.mobile-only{display:block !important;max-height:none !important}.desktop-only{display:none !important}}</style></head><body><table><tr><td><img src="https://img.norvikair.example/logo.png" alt="Norvik Air" width="140"></td></tr><tr><td><h2>Your trip is confirmed</h2><p>Booking reference K7QX2M</p></td></tr>
<tr class="desktop-only"><td><table><tr><td>OSL Oslo 07:25</td><td>NV 418</td><td>CPH Copenhagen 08:35</td><td>Seat 14C</td></tr></table></td></tr>
<!--[if !mso]><!--><tr class="mobile-only" style="display:none;max-height:0;overflow:hidden;mso-hide:all"><td><p>NV 418</p><p>OSL Oslo<br>07:25</p><p>CPH Copenhagen<br>08:35</p><p>Seat<br>14C</p></td></tr><!--<![endif]-->
<tr><td><a href="https://click.bookings.norvikair.example/?qs=8fd0" style="background:#003366;color:#fff;padding:12px">Check in online</a></td></tr><tr><td style="font-size:11px">Please do not reply to this message. Norvik Air ASA, Gardermoen. Liquids over 100 ml do not go into hand luggage.</td></tr></table></body></html>`,
  },
  {
    name: "bank statement: words for screen readers",
    from: "Tern Bank <service@mail.ternbank.example>",
    html: `<html lang="en"><head><style>.sr-only{position:absolute;width:1px;height:1px;padding:0;margin:-1px;overflow:hidden;clip:rect(0,0,0,0);white-space:nowrap;border:0}</style></head><body><a class="sr-only" href="#main">Skip to main content</a><table role="presentation"><tr><td><img src="https://assets.ternbank.example/t.png" alt="Tern Bank logo"></td></tr><tr><td id="main"><h1>Your statement is ready</h1><p>Your statement for the account ending in 4471 can now be viewed.</p><p><a href="https://www.ternbank.example/documents">View statement<span class="sr-only"> (opens in a new window)</span></a></p><p>Security: we never ask for your password by email.</p><ul><li><a href="https://www.facebook.com/ternbank"><span class="sr-only">Facebook</span><img src="https://assets.ternbank.example/f.png" alt="Facebook"></a></li><li><a href="https://x.com/ternbank"><span class="sr-only">Twitter</span><img src="https://assets.ternbank.example/x.png" alt=""></a></li></ul></td></tr></table></body></html>`,
  },
  {
    name: "shopify order: preheader, price struck and for screen readers",
    from: "Fennel Goods <orders@fennelgoods.example>",
    html: `<body><span style="display:none !important; max-height:0;overflow:hidden;color:transparent">Hi Ada, we're getting your order ready to be shipped. We will notify you when it has been sent.</span><table class="row"><tr><td><h2>Thank you for your purchase!</h2><p>Hi Ada, we're getting your order ready to be shipped. We will notify you when it has been sent.</p></td></tr><tr><td>Order #1093</td></tr><tr><td>Linen apron &times; 1 <span style="position:absolute;left:-9999px">Original price</span><del>€42,00</del> <span style="position:absolute;left:-9999px">Sale price</span>€35,00</td></tr><tr><td>Subtotal €35,00<br>Shipping €4,90<br>Total €39,90 EUR</td></tr><tr><td>If you have any questions, reply to this email or contact us at <a href="mailto:orders@fennelgoods.example">orders@fennelgoods.example</a></td></tr></table></body>`,
  },
  {
    name: "linkedin digest: many counted links, hidden plain summary",
    from: "LinkedIn <messages-noreply@linkedin.com>",
    head: unsubscribe("www.linkedin.com"),
    html: `<html><head><style>@media screen and (min-width:480px){.mercado-d{display:block}}.dark-img{display:none}@media (prefers-color-scheme:dark){.dark-img{display:block !important}.light-img{display:none !important}}</style></head><body><div style="overflow:hidden;visibility:hidden;mso-hide:all;height:0;width:0;opacity:0;display:none;">Per Holm and 3 others viewed your profile &#8202;&#847; &#8202;&#847; &#8202;&#847;</div><table><tr><td><a href="https://www.linkedin.com/comm/feed/?midToken=AQ"><img class="light-img" alt="LinkedIn" src="https://static.licdn.com/l.png"><img class="dark-img" alt="LinkedIn" src="https://static.licdn.com/d.png"></a></td></tr><tr><td><h2>You appeared in 12 searches this week</h2><p><a href="https://www.linkedin.com/comm/in/perholm?midToken=AQ">Per Holm</a> Millwright at Reed and 3 others viewed your profile</p><a href="https://www.linkedin.com/comm/me/search-appearances">See all searches</a></td></tr><tr><td>This email was intended for Ada Byron (Analyst). <a href="https://www.linkedin.com/help/linkedin/answer/4788">Learn why we included this.</a><br>© 2026 LinkedIn Corporation, 1000 West Maude Avenue, Sunnyvale, CA 94085.</td></tr></table><img alt="" role="presentation" src="https://www.linkedin.com/emimp/x.gif" style="width:1px; height:1px;"></body></html>`,
    plain: `You appeared in 12 searches this week\n\nPer Holm\nMillwright at Reed and 3 others viewed your profile\n\nSee all searches\nhttps://www.linkedin.com/comm/me/search-appearances\n\n----------------------------------------\n\nThis email was intended for Ada Byron (Analyst)\nLearn why we included this: https://www.linkedin.com/help/linkedin/answer/4788\nYou are receiving LinkedIn notification emails.\nUnsubscribe: https://www.linkedin.com/comm/psettings/email-unsubscribe\nHelp: https://www.linkedin.com/help\n\n© 2026 LinkedIn Corporation, 1000 West Maude Avenue, Sunnyvale, CA 94085.\nLinkedIn and the LinkedIn logo are registered trademarks of LinkedIn.`,
  },
  {
    name: "mjml: mso conditionals, preview, hybrid columns",
    from: "Salt Post <letters@saltpost.example>",
    head: unsubscribe("saltpost.example"),
    html: `<!doctype html><html xmlns:v="urn:schemas-microsoft-com:vml"><head><title>Tide tables</title><!--[if !mso]><!--><meta http-equiv="X-UA-Compatible" content="IE=edge"><!--<![endif]--><style>#outlook a{padding:0}.mj-outlook-group-fix{width:100% !important}@media only screen and (min-width:480px){.mj-column-per-50{width:50% !important;max-width:50%}}</style></head><body style="word-spacing:normal;"><div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">High water at six, and a walk to the sluice</div><div><!--[if mso | IE]><table align="center" width="600"><tr><td style="width:300px;"><![endif]--><div class="mj-column-per-50" style="font-size:0px;text-align:left;display:inline-block;vertical-align:top;width:100%;"><table width="100%"><tr><td style="font-size:0px;padding:10px 25px"><div style="font-family:Ubuntu;font-size:13px;line-height:1;color:#000000;">High water at six.</div></td></tr></table></div><!--[if mso | IE]></td><td style="width:300px;"><![endif]--><div class="mj-column-per-50" style="font-size:0px;display:inline-block;width:100%;"><div style="font-size:13px;color:#000">A walk to the sluice at noon.</div><a href="https://saltpost.example/walk" style="display:inline-block;background:#414141;color:#ffffff;font-size:13px">Join us</a></div><!--[if mso | IE]></td></tr></table><![endif]--></div></body></html>`,
  },
  {
    name: "klaviyo: counter of the service, tracking pixel, mobile image with other alt",
    from: "Birch Soap <news@birchsoap.example>",
    head: unsubscribe("manage.kmail-lists.com"),
    html: `<html><head><style>.hide-desktop{display:none;mso-hide:all;max-height:0px}@media only screen and (max-width:480px){.hide-desktop{display:table !important;max-height:none !important}.hide-mobile{display:none !important}}</style></head><body><div class="preheader" style="font-size:1px;display:none !important;">20% off until Sunday ${padding}</div><table class="hide-mobile"><tr><td><a href="https://ctrk.klclick1.com/l/01HX_0"><img src="https://d3k81.cloudfront.net/hero.jpg" alt="Twenty percent off every bar until Sunday" width="600"></a></td></tr></table><table class="hide-desktop"><tr><td><a href="https://ctrk.klclick1.com/l/01HX_1"><img src="https://d3k81.cloudfront.net/hero-m.jpg" alt="20% off every bar until Sunday" width="320"></a></td></tr></table><p>Our bars are made of three things: birch tar, oil and patience. Until Sunday they cost 20% less.</p><p>Shop at <a href="https://ctrk.klclick1.com/l/01HX_2">birchsoap.example</a> or at our friends of <a href="https://ctrk.klclick1.com/l/01HX_3">www.tallowandtwine.com</a>.</p><p>No longer want to receive these emails? <a href="https://manage.kmail-lists.com/x">Unsubscribe</a>. Birch Soap 4 Kiln Road Hereford</p><img src="https://ctrk.klclick1.com/o/01HX" width="1" height="1" alt=""></body></html>`,
  },
  {
    name: "hubspot: view as webpage hidden div, counter of its own name",
    from: "Anvil CRM <team@anvilcrm.example>",
    head: unsubscribe("hs-123.s.hubspotemail.net"),
    html: `<html><body><div id="preview_text" style="display:none!important;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all">What 400 small teams told us about their first year</div><div class="hse-body-wrapper-table"><div id="hs_cos_wrapper_module-1"><p style="text-align:right"><a href="https://d2v.eu1.hs-sales-engage.com/Ctc/ZX">View in browser</a></p><h1>The first year</h1><p>We asked 400 small teams. Most wrote nothing down. The whole study is on <a href="https://d2v.eu1.hubspotlinks.com/Ctc/ZX+113/c1">anvilcrm.example/study</a>; the figures were checked by <a href="https://d2v.eu1.hubspotlinks.com/Ctc/ZX+113/c2">statisticsoffice.org</a>.</p></div><p style="font-size:12px">Anvil CRM GmbH, Torstraße 1, 10119 Berlin<br><a href="https://hs-123.s.hubspotemail.net/hs/manage-preferences/unsubscribe">Unsubscribe</a> <a href="https://hs-123.s.hubspotemail.net/hs/manage-preferences">Manage preferences</a></p></div></body></html>`,
  },
  {
    name: "slack invitation: dark and light logos with differing alt",
    from: "Slack <feedback@slack.com>",
    html: `<html><head><style>@media (prefers-color-scheme:dark){.darkmode-logo{display:block!important;width:auto!important;overflow:visible!important;max-height:inherit!important}.lightmode-logo{display:none!important}}</style></head><body><table><tr><td><img class="lightmode-logo" src="https://slack.com/l.png" alt="Slack logo" width="120"><!--[if !mso]><!--><div class="darkmode-logo" style="display:none;overflow:hidden;width:0px;max-height:0px;" align="center"><img src="https://slack.com/d.png" width="120" alt="Slack logo white"></div><!--<![endif]--></td></tr><tr><td><h1>Join your team on Slack</h1><p>Grete (<a href="mailto:grete@reed.example">grete@reed.example</a>) has invited you to use Slack with them.</p><a href="https://join.slack.com/t/reed/invite/enQt">Join now</a></td></tr></table></body></html>`,
    plain: `Join your team on Slack\n\nGrete (grete@reed.example) has invited you to use Slack with them.\n\nJoin now: https://join.slack.com/t/reed/invite/enQt\n\nMade by Slack Technologies, LLC\n500 Howard Street | San Francisco, CA 94105 | United States`,
  },
  {
    name: "beehiiv: webversion, sponsored block naming the sponsor's site",
    from: "Morning Sluice <morningsluice@mail.beehiiv.com>",
    head: unsubscribe("morningsluice.beehiiv.com"),
    html: `<body><div style="display:none;max-height:0px;overflow:hidden;">Plus: the price of copper, again</div><div style="display:none;max-height:0px;overflow:hidden;">${padding}</div><table><tr><td align="right"><a href="https://link.mail.beehiiv.com/ss/c/u001.aa/4/h0">Read online</a></td></tr><tr><td><h2>Good morning</h2><p>Copper rose for the ninth day. Nobody we asked knew why, and two said so.</p></td></tr><tr><td><p><b>Together with Ledgerly</b></p><p>Books that close themselves. Try it free at <a href="https://link.mail.beehiiv.com/ss/c/u001.bb/4/h1">ledgerly.com</a></p></td></tr><tr><td><a href="https://link.mail.beehiiv.com/ss/c/u001.cc/4/h2">Unsubscribe</a> | Terms of Service</td></tr></table></body>`,
    plain: `View image: (https://media.beehiiv.com/a.png)\nCaption: \n\nGood morning\n\nCopper rose for the ninth day. Nobody we asked knew why, and two said so.\n\nTogether with Ledgerly\n\nBooks that close themselves. Try it free at ledgerly.com (https://www.ledgerly.com/?utm_source=x)\n\n———\n\nYou are reading a plain text version of this post. For the best experience, copy and paste this link in your browser to view the post online:\nhttps://morningsluice.beehiiv.com/p/copper`,
  },
  {
    name: "sendgrid shop: counter of the own domain",
    from: "Quillfolk <post@quillfolk.example>",
    head: unsubscribe("u48812.ct.sendgrid.net"),
    html: `<body><p>Hello Ada,</p><p>Your nib is on its way. Follow it at <a href="https://url4418.quillfolk.example/ls/click?upn=u001.aaBB">www.royalparcel.com</a> with the number RP882.</p><p>Care for steel nibs: <a href="https://url4418.quillfolk.example/ls/click?upn=u001.aaCC">https://www.penmuseum.org/care</a></p><p>Questions? <a href="https://url4418.quillfolk.example/ls/click?upn=u001.aaDD">quillfolk.example/help</a></p><img src="https://url4418.quillfolk.example/wf/open?upn=u001" alt="" width="1" height="1" border="0" style="height:1px !important;width:1px !important;border-width:0 !important"></body>`,
  },
  {
    name: "calendly: button by VML and by link",
    from: "Calendly <notifications@calendly.com>",
    html: `<body><p>Hi Grete,</p><p>A new event has been scheduled.</p><p><b>Event Type:</b> Tour of the mill<br><b>Invitee:</b> Ada Byron<br><b>Event Date/Time:</b> 10:00 - Tuesday, 3 March 2026</p><!--[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" href="https://calendly.com/events/A" style="height:40px;v-text-anchor:middle;width:200px;" fillcolor="#006BFF"><center style="color:#ffffff;">View event in Calendly</center></v:roundrect><![endif]--><!--[if !mso]><!--><a href="https://calendly.com/events/A" style="background-color:#006BFF;color:#ffffff;display:inline-block;line-height:40px;width:200px;mso-hide:all;">View event in Calendly</a><!--<![endif]--><p style="font-size:12px">Sent from Calendly</p></body>`,
  },
  {
    name: "google alert: links through its own redirect, hidden microdata",
    from: "Google Alerts <googlealerts-noreply@google.com>",
    head: unsubscribe("www.google.com"),
    html: `<html><head></head><body><div itemscope itemtype="http://schema.org/EmailMessage" style="display:none"><div itemprop="publisher"><span itemprop="name">Google Alerts</span></div><meta itemprop="description" content="Your daily update"></div><table><tr><td><h3>waterwheel</h3><p>Daily update · March 3, 2026</p><p><a href="https://www.google.com/url?rct=j&sa=t&url=https://www.countytimes.com/wheel&ct=ga">Old <b>waterwheel</b> turns again</a><br>County Times<br>The <b>waterwheel</b> at Reed turned on Monday for the first time in sixty years.</p><p>Source: <a href="https://www.google.com/url?rct=j&sa=t&url=https://www.countytimes.com/wheel&ct=ga">www.countytimes.com</a></p></td></tr><tr><td>You have received this email because you have subscribed to Google Alerts.</td></tr></table></body></html>`,
  },
  {
    name: "salesforce marketing cloud: AMP part beside, exct.net counter, view-in-browser line",
    from: "Harrow & Vale <news@e.harrowvale.example>",
    head: unsubscribe("click.e.harrowvale.example"),
    html: `<html><body><style type="text/css">div.preheader{ display: none !important; }</style><div class="preheader" style="font-size: 1px; display: none !important;">New wool, old patterns: the autumn book is here.</div><table><tr><td><a href="https://view.e.harrowvale.example/?qs=ab">View in browser</a></td></tr><tr><td><a href="https://click.e.harrowvale.example/?qs=1"><img src="https://image.e.harrowvale.example/lib/1.jpg" alt="The autumn book"></a></td></tr><tr><td>New wool from two flocks, and patterns from 1910. Find us at <a href="https://click.e.harrowvale.example/?qs=2">harrowvale.com</a> and on <a href="https://click.e.harrowvale.example/?qs=3">instagram.com/harrowvale</a>.</td></tr><tr><td>This email was sent by: Harrow & Vale, 3 Dyers Row, Leeds, LS1 4AA, UK</td></tr></table><custom name="opencounter" type="tracking"/></body></html>`,
    plain: `New wool, old patterns: the autumn book is here.\nView in browser: https://view.e.harrowvale.example/?qs=ab\n\nNew wool from two flocks, and patterns from 1910. Find us at harrowvale.com and on instagram.com/harrowvale.\n\nThis email was sent by:\nHarrow & Vale, 3 Dyers Row, Leeds, LS1 4AA, UK\n\nPrivacy Policy\nhttps://click.e.harrowvale.example/?qs=5\nUnsubscribe\nhttps://click.e.harrowvale.example/?qs=6`,
  },
  {
    name: "paypal: headings for screen readers, plain part as a stub",
    from: "service@paypal.example",
    html: `<html><body><div style="display:none;font-size:1px;color:#fff;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden">Your payment receipt</div><h1 style="font-size:0;line-height:0;height:0;overflow:hidden;margin:0">PayPal receipt</h1><table><tr><td><p>Hello, Ada Byron</p><p>You sent €19.99 EUR to Reed Mill</p><p>Transaction ID 4FX99871L</p><p>Total €19.99 EUR</p></td></tr><tr><td>Help &amp; Contact | Security | Apps<br>Copyright © 1999-2026. All rights reserved. This is the whole receipt.</td></tr></table></body></html>`,
    plain: `This message was sent in HTML. If you see this text, your email program cannot display HTML messages. Please switch to an HTML capable reader or visit our website to view the message.`,
  },
  {
    name: "uber-like receipt: map alt, grey on white small print",
    from: "Rides <noreply@rides.example>",
    html: `<body style="background:#fff"><table><tr><td style="color:#fff;font-size:1px;line-height:1px;max-height:0;overflow:hidden;display:none">Thanks for riding, Ada</td></tr><tr><td><h1>Thanks for riding, Ada</h1><p>We hope you enjoyed your ride this morning.</p><p>Total €11.40</p></td></tr><tr><td style="color:#8a8a8a;font-size:10px">A temporary hold may have been placed on your payment method. This is not a payment receipt.</td></tr><tr><td><img src="https://maps.rides.example/m.png" alt="Map from Weir Lane to Mill Street" width="520"></td></tr></table></body>`,
  },
  {
    name: "spotify-like: text as pictures, dark blocks",
    from: "Tunes <no-reply@tunes.example>",
    head: unsubscribe("wl.tunes.example"),
    html: `<html><head><style>u + .body .gwfw{width:100% !important}.gm{display:none}</style></head><body class="body" style="background-color:#121212"><div style="display:none;white-space:nowrap;font:20px courier;color:#ffffff;background-color:#ffffff;">- - - - - - - - - - - - - - - - - - - -</div><table bgcolor="#121212"><tr><td style="color:#ffffff"><h1 style="color:#ffffff">Your week in music</h1><p style="color:#b3b3b3">You listened for 412 minutes.</p><a href="https://wl.tunes.example/ls/click?upn=1" style="background:#1ed760;color:#000">Play your mix</a></td></tr><tr><td style="color:#6a6a6a;font-size:12px">This message was sent to ada@agents.example. If you have questions, visit our <a href="https://wl.tunes.example/ls/click?upn=2" style="color:#6a6a6a">support</a>.</td></tr></table></body></html>`,
  },
  ...[
    "https://millpost.lt.acemlnc.com/Prod/link-tracker?redirectUrl=aHR0cHMlM0ElMkYlMkZtaWxscG9zdC5leGFtcGxlJTJGd29vbA==&sig=6S1iuPuT66r9fVVqciFWhvwvmGbS3xJP7tQ6xyU7CREF&iat=1764254759&a=%7C%7C1772%7C%7C&account=millpost%2Eactivehosted%2Ecom&email=W2pQ7Zk%2BTn8&s=b1&i=12A",
    "https://notifications.googleapis.com/email/redirect?t=BHG2qyXiDUQNcsdP7FlKw_hScnfT0B_xUlvYFKcJu2Nxm9orO1TNOS2jVRxyepOb1x0w4Vhi_VI1C68&r=eJwNyEEKgCAQ",
    "https://open.millpost.example/pub/mara/p/the-last-ferry?utm_source=email&redirect=app-store&utm_campaign=email-read-in-app",
    "https://millpost.example/redirect/2/eyJlIjoiaHR0cHM6Ly9taWxscG9zdC5leGFtcGxlL3N1YnNjcmliZSIsInAiOjE4NzYzMjEyMSwicyI6MTE3M30.rZ8mQ2xTq7vKp0b5cWn1LyF4uHe3sJdA6iGtBoXkEmY?&utm_medium=email",
    "https://millpost.example/email/redirect.asp?id=wool3&link=shop",
  ].map((href) => ({
    name: `a link's address holds names and tokens of a counter: ${href.slice(0, 60)}`,
    from: "Mill Post <news@millpost.example>",
    head: unsubscribe("millpost.example"),
    html: `<body><h1>The last ferry</h1><p>Three towns paid for a boat.</p><p><a href="${href.replaceAll("&", "&amp;")}">Read it</a></p></body>`,
  })),
  ...[
    ["https://mail4.strips.example:80/Click?q=b1-YzzzJQ-00zAibLYfr9n_ylHMYP9RR", "Otterdays.com"],
    ["https://www.strips.example/otterdays/books?cat=11", "Otterdays.com"],
  ].map(([href, words]) => ({
    name: `a sender's own counter or shelf, without List-Unsubscribe: ${href}`,
    from: "Daily Otter <3.20291.x@mail4.strips.example>",
    html: `<body><h1>Today's strip</h1>${counted("mail4.strips.example", 5)}<p>More of them at <a href="${href}">${words}</a> on Sunday.</p></body>`,
  })),
];
