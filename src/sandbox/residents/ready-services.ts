// Services and mail systems that are ready to live in a world: what programs on the other side write and refuse.
import type { ResidentData } from "./resident-data.ts";

const service = (
  address: string,
  name: string,
  rest: Partial<ResidentData> & { about: string },
): ResidentData => ({
  address,
  name,
  kind: "service",
  ...rest,
});
const system = (address: string, about: string, rest: Partial<ResidentData>): ResidentData => ({
  address,
  name: "Postmaster",
  kind: "system",
  about,
  ...rest,
});
const codeText =
  "Your verification code is {code}\n\nIt is valid for 15 minutes. Answer this mail with the code to go on.";
const later = { text: "We have your message. A person answers within a day.", automatic: true };

// biome-ignore format: one service a paragraph
export const services: readonly ResidentData[] = [
  service("signup@harbor.example", "Harbor", { about: "sign-up with a code", rules: [
    { when: { code: true }, subject: "Welcome to Harbor", text: "Your account is open.", after: "1m" },
    { subject: "Confirm your address", text: codeText, new_code: true, after: "1m" }] }),
  service("signup@twocodes.example", "Twocodes", { about: "sends two codes, of which the second counts", rules: [
    { when: { code: true }, subject: "Welcome", text: "Your account is open.", after: "1m" },
    { when: { round: 1 }, subject: "Your code", text: "Your verification code is 111222\n\nA new code follows if this one was not used.", after: "1m", also: [{ subject: "Your new code", text: "Your verification code is {code}\n\nThe code before this one is no longer valid.", after: "5m" }] },
    { subject: "Wrong code", text: "That code is not valid.", after: "1m" }] }),
  service("login@magiclink.example", "Magiclink", { about: "sign-in by a link", rules: [
    { when: { code: true }, subject: "You are signed in", text: "Welcome back.", after: "1m" },
    { subject: "Your sign-in link", text: "Sign in to Magiclink:\n\n{link}\n\nThe link works once.", new_code: true, after: "1m" }] }),
  service("anmeldung@kontor.example", "Kontor", { about: "sign-up in German", language: "de", rules: [
    { when: { code: true }, subject: "Willkommen", text: "Ihr Konto ist offen.", after: "1m" },
    { subject: "Ihr Bestätigungscode", text: "Ihr Bestätigungscode lautet: {code}", new_code: true, after: "1m" }] }),
  service("reset@vaultline.example", "Vaultline", { about: "a password that is set anew", rules: [
    { when: { code: true }, subject: "Password changed", text: "Your password was changed.", after: "1m" },
    { subject: "Reset your password", text: "Reset your password:\n\n{link}\n\nIf that was not you, ignore this mail.", new_code: true, after: "1m" }] }),
  service("orders@kettle.example", "Kettle Shop", { about: "a shop: order, receipt, tracking", rules: [
    { when: { text: ["order", "buy"] }, subject: "Order {order} received", text: "Thank you for your order {order}: 1 kettle, 39.00 EUR.", automatic: true, after: "1m", also: [
      { subject: "Receipt for {order}", text: "Receipt for order {order}. Paid: 39.00 EUR.", automatic: true, after: "2m", files: [{ filename: "receipt.txt", text: "Order {order}\nTotal 39.00 EUR" }] },
      { subject: "Your parcel is on its way", text: "Order {order} left us. Tracking: https://kettle.example/track/{order}", automatic: true, after: "1d" }] },
    { ...later, after: "2m" }] }),
  service("bestellung@buchladen.example", "Buchladen", { about: "a shop in German", language: "de", rules: [
    { when: { text: ["bestelle", "order"] }, subject: "Bestellung {order}", text: "Vielen Dank für Ihre Bestellung {order}: 1 Buch, 18,00 EUR.", automatic: true, after: "1m" }] }),
  service("help@desk.example", "Help desk", { about: "a help desk that answers each mail at once, and programs too", rules: [
    { when: { automatic: true }, subject: "[Ticket {order}] We received your message", ...later, after: "1m" },
    { subject: "[Ticket {order}] We received your message", ...later, after: "1m" }] }),
  service("support@patient.example", "Patient support", { about: "a help desk that takes no automatic mail, and answers in a day", rules: [
    { subject: "[#{order}] {subject}", text: "Your request was solved. Answer this mail to open it again.", after: "1d" }] }),
  service("alerts@bank.example", "First Bank", { about: "a bank that warns", begins: [
    { subject: "A payment of 250.00 EUR", text: "A payment of 250.00 EUR left your account at Kettle Shop.", automatic: true, after: "1h" }] }),
  service("login@bank.example", "First Bank", { about: "a bank's code", rules: [
    { when: { code: true }, subject: "Confirmed", text: "The payment is released.", after: "1m" },
    { subject: "Your TAN", text: "Your TAN is {code}. Never pass it on.", new_code: true, after: "1m" }] }),
  service("news@weekly.example", "The Weekly", { about: "a newsletter that is left by one click", begins: [
    { subject: "The Weekly", text: "Ten things to read this week.\n\nTo leave the list: {link}", unsubscribe: true, times: 4, every: "7d" }], rules: [
    { when: { subject: "unsubscribe" }, subject: "You left the list", text: "No more mails will come.", automatic: true, after: "1m" }] }),
  service("brief@monatlich.example", "Monatsbrief", { about: "a newsletter in German", language: "de", begins: [
    { subject: "Der Monatsbrief", text: "Neues aus der Werkstatt.\n\nAbmelden: {link}", unsubscribe: true, times: 2, every: "30d" }] }),
  service("booking@tables.example", "Tables", { about: "books a table, with an invitation", rules: [
    { when: { text: ["book", "reserve", "table"] }, subject: "Your table", text: "Your table is booked: reference {order}.", after: "5m", also: [{ subject: "Invitation: Table for two", text: "Reference {order}", invite: { title: "Table for two", in: "2d", minutes: 120, location: "12 Quay Street" }, after: "6m" }] },
    { ...later, after: "1m" }] }),
  service("travel@rails.example", "Rails", { about: "a booking that is moved and called off", begins: [
    { subject: "Invitation: Train to Lyon", text: "Seat 42", invite: { title: "Train to Lyon", in: "3d", minutes: 240 } },
    { subject: "Cancelled: Train to Lyon", text: "The train does not run.", invite: { title: "Train to Lyon", in: "3d", minutes: 240, cancel: true }, after: "1d" }] }),
  service("noreply@parcel.example", "Parcel Post", { about: "tracking that nobody reads answers to", begins: [
    { subject: "Your parcel arrives tomorrow", text: "Parcel {order} arrives tomorrow.", automatic: true, after: "2h" }], refuses: [{ at: "rcpt", code: 550, text: "5.1.1 This mailbox is not read" }] }),
  service("pager@oncall.example", "On call", { about: "many alerts at once", begins: [
    { subject: "ALERT disk is full", text: "Disk of node {order} is full.", automatic: true, times: 30, every: "1m" }] }),
];

// biome-ignore format: one system a line
export const systems: readonly ResidentData[] = [
  system("anna@greylist.example", "greylisting: takes the second attempt", { refuses: [{ at: "rcpt", code: 451, text: "4.7.1 Greylisted, try again later", attempts: 1 }], rules: [{ text: "Got it.", after: "1h" }] }),
  system("ben@google-like.example", "4xx for a rate, in a large provider's words", { refuses: [{ at: "rcpt", code: 421, text: "4.7.28 Our system has detected an unusual rate of unsolicited mail. To protect our users, mail has been temporarily rate limited.", attempts: 2 }] }),
  system("cem@microsoft-like.example", "4xx for a busy server, in another's words", { refuses: [{ at: "rcpt", code: 451, text: "4.7.500 Server busy. Please try again later from [192.0.2.1]. (AS77712)", attempts: 3 }] }),
  system("dan@yahoo-like.example", "4xx for complaints, in a third's words", { refuses: [{ at: "rcpt", code: 421, text: "4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints", attempts: 2 }] }),
  system("eva@fullbox.example", "a full mailbox, for three attempts", { refuses: [{ at: "rcpt", code: 452, text: "4.2.2 The recipient's inbox is out of storage space", attempts: 3 }] }),
  system("finn@fullforever.example", "a full mailbox, for good", { refuses: [{ at: "rcpt", code: 552, text: "5.2.2 Mailbox is full" }] }),
  system("gone@hardbounce.example", "no such user", { refuses: [{ at: "rcpt", code: 550, text: "5.1.1 The email account that you tried to reach does not exist" }] }),
  system("hugo@content.example", "refuses what it reads", { refuses: [{ at: "data", code: 554, text: "5.7.1 Message rejected as spam" }] }),
  system("ida@smallbox.example", "takes no mail of more than 100 kB", { refuses: [{ at: "data", code: 552, text: "5.3.4 Message size exceeds fixed maximum message size", larger_than_kb: 100 }] }),
  system("jon@latebounce.example", "takes the mail, and bounces it six hours later", { bounces: { after: "6h", status: "5.1.1", text: "550 5.1.1 User unknown in virtual mailbox table" } }),
  system("kim@delayed.example", "takes the mail, and reports a delay", { bounces: { after: "4h", status: "4.4.1", text: "connect to mx2.delayed.example: Connection timed out" } }),
  system("leo@complains.example", "takes the mail, and reports it as spam", { complains: { after: "3h" } }),
  system("mia@slow.example", "slow to answer", { refuses: [{ at: "rcpt", code: 451, text: "4.3.2 Please wait", attempts: 1, delay_ms: 3000 }] }),
  system("ned@spamfolder.example", "takes the mail, and puts it into spam: nobody reads it", { rules: [{ forget: true }] }),
  system("oda@spamfolder.example", "finds the second mail, and the first in the spam folder", { rules: [{ when: { round: 1 }, forget: true }, { text: "I found your first mail in my spam folder, sorry.", after: "1h" }] }),
];
