// Mails in English.
import type { CodeMail } from "./code-mail.ts";

export const english: CodeMail[] = [
  {
    name: "plain, code on a line of its own",
    from: "Northwind <no-reply@northwind.example>",
    subject: "Verify your email address",
    text: "Hello,\n\nThanks for signing up for Northwind. Enter this code to verify your email address:\n\n482913\n\nThe code expires in 10 minutes. If you did not ask for it, ignore this message.\n\nNorthwind Inc., 2100 Market Street, Suite 400, San Francisco, CA 94114\n",
    codes: ["482913"],
  },
  {
    name: "code in the subject and in a table cell, phone and zip in the footer",
    from: "Larkbank Security <alerts@larkbank.example>",
    subject: "703118 is your Larkbank security code",
    html: `<html><body style="margin:0"><table width="600" align="center"><tr><td><img src="https://cdn.larkbank.example/logo.png" alt="Larkbank" width="120"></td></tr>
<tr><td style="font:16px Arial"><p>Hi Priya,</p><p>Use the security code below to finish signing in. Never share it with anyone, not even with our staff.</p></td></tr>
<tr><td align="center" style="font-size:34px;letter-spacing:8px"><b>703118</b></td></tr>
<tr><td style="font-size:11px;color:#777">Questions? Call 1-800-555-0147, Monday to Friday. Larkbank N.A., PO Box 30281, Salt Lake City, UT 84130-0281. &copy; 2026</td></tr></table></body></html>`,
    codes: ["703118"],
  },
  {
    name: "digits in separate spans",
    from: "Pinecast <hello@pinecast.example>",
    subject: "Your sign-in code",
    html: `<div style="max-width:480px"><h2>Sign in to Pinecast</h2><p>Here is your one-time code:</p><div><span style="border:1px solid #ccc;padding:8px">5</span><span style="border:1px solid #ccc;padding:8px">0</span><span style="border:1px solid #ccc;padding:8px">9</span><span style="border:1px solid #ccc;padding:8px">2</span><span style="border:1px solid #ccc;padding:8px">7</span><span style="border:1px solid #ccc;padding:8px">1</span></div><p>It is valid for 15 minutes.</p><p><a href="https://pinecast.example/help">Help centre</a> · <a href="https://pinecast.example/unsubscribe?u=88213">Unsubscribe</a></p></div>`,
    codes: ["509271"],
  },
  {
    name: "digits in table cells",
    from: "Tessera <id@tessera.example>",
    subject: "Confirm it's you",
    html: `<p>We noticed a sign-in from a new device (Chrome 124 on Windows 11, Lyon, France, 10 March 2026, 09:12 UTC).</p><p>To continue, enter this verification code:</p><table><tr><td>8</td><td>8</td><td>1</td><td>4</td><td>0</td><td>6</td></tr></table><p>Request ID 5519203</p>`,
    codes: ["881406"],
  },
  {
    name: "alphanumeric with a dash",
    from: "Chatterly <feedback@chatterly.example>",
    subject: "Chatterly confirmation code: QX7-M4K",
    html: `<h1>Confirm your email address</h1><p>Your confirmation code is below — enter it in your open browser window and we'll help you get signed in.</p><div style="background:#f5f4f5;font-size:30px;text-align:center">QX7-M4K</div><p>If you didn't request this email, there's nothing to worry about, you can safely ignore it.</p><p><a href="https://blog.chatterly.example">Our Blog</a> | <a href="https://chatterly.example/policies">Policies</a> | <a href="https://chatterly.example/community">Chatterly Community</a></p><p>500 Howard Street, San Francisco, CA 94105</p>`,
    codes: ["QX7-M4K"],
  },
  {
    name: "code beside an order number, an amount and a year",
    from: "Shopline <checkout@shopline.example>",
    subject: "Confirm your payment of $1,249.00",
    text: "Order 20260310-448812\nAmount: $1249.00\nCard ending in 4471\n\nTo approve this payment, enter the passcode 66120943 on the checkout page.\nThis passcode expires at 10:45 on March 10, 2026.\n\nDidn't make this purchase? Call 0800 555 2211.\n",
    codes: ["66120943"],
  },
  {
    name: "magic link alone",
    from: "Quillpad <login@quillpad.example>",
    subject: "Log in to Quillpad",
    html: `<p>Click the button below to log in to Quillpad. This link expires in 20 minutes and can be used once.</p><p><a href="https://quillpad.example/auth/magic?token=eyJhbGciOi.9f8a7c&amp;next=%2Fnotes" style="background:#111;color:#fff;padding:12px 20px">Log in to Quillpad</a></p><p>If you did not try to log in, ignore this email.</p><hr><p><a href="https://quillpad.example/">quillpad.example</a> <a href="https://social.example/quillpad">Follow us</a></p>`,
    links: [["sign_in", "https://quillpad.example/auth/magic?token=eyJhbGciOi.9f8a7c&next=%2Fnotes"]],
  },
  {
    name: "link and code for the same sign-in",
    from: "Notably <notify@mail.notably.example>",
    subject: "Your temporary Notably login code is heron-vista-lunar-quay",
    html: `<h1>Login</h1><p><a href="https://www.notably.example/loginwithemail?state=ab12&amp;password=heron-vista-lunar-quay">Click here to log in with this magic link</a></p><p>Or, copy and paste this temporary login code:</p><code>418 226</code><p>If you didn't try to login, you can safely ignore this email.</p><p>Hint: You can set a permanent password in Settings &amp; members → My account.</p>`,
    codes: ["heron-vista-lunar-quay", "418226"],
    links: [
      ["sign_in", "https://www.notably.example/loginwithemail?state=ab12&password=heron-vista-lunar-quay"],
    ],
  },
  {
    name: "confirm link beside unsubscribe, social and footer links",
    from: "The Fern Letter <hello@fernletter.example>",
    subject: "Please confirm your subscription",
    html: `<center><a href="https://fernletter.example"><img alt="The Fern Letter" src="https://i.fernletter.example/l.png"></a><h2>Almost there!</h2><p>Please confirm your subscription to <b>The Fern Letter</b>, read by 48,000 gardeners.</p><a href="https://fernletter.example/subscribe/confirm?u=5be1&amp;id=aa91&amp;e=77c0" class="button">Yes, subscribe me to this list</a><p>If you received this email by mistake, simply delete it. You won't be subscribed if you don't click the confirmation link above.</p><p><a href="https://fernletter.example/about">About</a> <a href="https://photos.example/fernletter">Photos</a> <a href="https://fernletter.example/unsubscribe/77c0">Unsubscribe</a> <a href="https://fernletter.example/privacy">Privacy</a></p></center>`,
    links: [["confirmation", "https://fernletter.example/subscribe/confirm?u=5be1&id=aa91&e=77c0"]],
  },
  {
    name: "bare link in plain text",
    from: "registry@gitbarn.example",
    subject: "[gitbarn] Please verify your email address.",
    text: "Almost done, @scout! To secure your Gitbarn account, we just need to verify your email address: scout@agents.example.com.\n\nhttps://gitbarn.example/users/scout/emails/3319922/confirm_verification/4f1c2b9ad0?via_launch_code_email=true\n\nThis will let you receive notifications and password resets from Gitbarn.\n\nButton not working? Paste the link into your browser.\n\nYou can read our terms at https://docs.gitbarn.example/terms\n",
    links: [
      [
        "confirmation",
        "https://gitbarn.example/users/scout/emails/3319922/confirm_verification/4f1c2b9ad0?via_launch_code_email=true",
      ],
    ],
  },
  {
    name: "password reset",
    from: "Acorn Support <support@acorn.example>",
    subject: "Reset your password",
    html: `<p>Hi scout,</p><p>Somebody asked to reset the password of your Acorn account.</p><p><a href="https://app.acorn.example/r/9K2mX?c=13">Choose a new password</a></p><p>The link works for 2 hours. If it wasn't you, <a href="https://app.acorn.example/security/report">let us know</a>. Your password stays as it is until you open the link.</p>`,
    links: [["password_reset", "https://app.acorn.example/r/9K2mX?c=13"]],
  },
  {
    name: "a code of four digits in a sentence",
    from: "Velo Taxi <ride@velotaxi.example>",
    subject: "Welcome back to Velo",
    text: "Your Velo code is 7340. Don't share it with your driver or anybody else. Booked since 2019 by over 12000 riders.",
    codes: ["7340"],
  },
  {
    name: "order confirmation: nothing",
    from: "Bookmill <orders@bookmill.example>",
    subject: "Order confirmation #884120",
    html: `<h2>Thank you for your order</h2><p>We have received your order <b>884120</b> and will confirm when it ships.</p><table><tr><td>ISBN 9780143127741</td><td>$18.00</td></tr><tr><td>Shipping</td><td>$4.50</td></tr></table><p><a href="https://bookmill.example/orders/884120">View your order</a></p><p>Use promo code SPRING20 on your next order.</p>`,
  },
  {
    name: "a changed password is news, not a code",
    from: "Acorn Support <support@acorn.example>",
    subject: "Your password was changed",
    text: "Hi scout,\n\nThe password of your Acorn account was changed on 10 March 2026 at 09:12 UTC from 203.0.113.77.\n\nIf this was not you, contact us at https://acorn.example/contact with the reference 7719204.\n",
  },
  {
    name: "newsletter about security codes: nothing",
    from: "Weekly Bits <news@weeklybits.example>",
    subject: "Why 6-digit codes are going away",
    html: `<h1>Passkeys eat the world</h1><p>In 2025, 15000 companies stopped sending verification codes by SMS. A code such as the ones you know from your bank is easy to steal: attackers took $250000 in one week.</p><p><a href="https://weeklybits.example/p/214">Read the article</a></p><p><a href="https://weeklybits.example/signin">Sign in</a> to comment. <a href="https://weeklybits.example/u/1">Unsubscribe</a></p>`,
  },
];
