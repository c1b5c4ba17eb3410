// Links in mails of a line or two.
import { mailsOf } from "./code-mail.ts";

export const briefLinks = mailsOf([
  [
    "Confirm your email",
    "<a href='https://s.example/e/88ab10c2d7'>Confirm email</a>",
    ["confirmation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Welcome!",
    "<p>Thanks for joining.</p><a href='https://s.example/e/88ab10c2d7'>Activate my account</a>",
    ["confirmation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Set your password",
    "<p>An account was created for you.</p><a href='https://s.example/e/88ab10c2d7'>Set password</a>",
    ["password_reset", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Here's your link",
    "<p>Tap to log in. It expires in 10 minutes.</p><a href='https://s.example/e/88ab10c2d7'>Log in to Acme</a>",
    ["sign_in", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Ann invited you to Acme",
    "<p>Ann (ann@s.example) has invited you to use Acme.</p><a href='https://s.example/e/88ab10c2d7'>Accept invitation</a>",
    ["invitation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Ann shared a board with you",
    "<p>Ann added you to the board Plans.</p><a href='https://s.example/e/88ab10c2d7'>Join board</a>",
    ["invitation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Subscribe",
    "Click to confirm your subscription: https://l.example/c/88ab10c2d7",
    ["confirmation", "https://l.example/c/88ab10c2d7"],
  ],
  [
    "Verify",
    "<p>Verify your address to start.</p><a href='https://s.example/e/88ab10c2d7'>Get started</a><a href='https://s.example/h/88ab10c2d8'>Contact support</a>",
    ["confirmation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Konto aktivieren",
    "<a href='https://s.example/e/88ab10c2d7'>Jetzt aktivieren</a>",
    ["confirmation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Anmelden",
    "<p>Mit diesem Link melden Sie sich an:</p><a href='https://s.example/e/88ab10c2d7'>Anmelden</a>",
    ["sign_in", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Mot de passe",
    "<p>Créez votre mot de passe :</p><a href='https://s.example/e/88ab10c2d7'>Créer mon mot de passe</a>",
    ["password_reset", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Vérifiez votre adresse",
    "<a href='https://s.example/e/88ab10c2d7'>Vérifier mon adresse e-mail</a>",
    ["confirmation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Verifica tu correo",
    "<a href='https://s.example/e/88ab10c2d7'>Verificar correo</a>",
    ["confirmation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Te han invitado",
    "<p>Luis te invita a unirte a Acme.</p><a href='https://s.example/e/88ab10c2d7'>Unirme</a>",
    ["invitation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Ative sua conta",
    "<a href='https://s.example/e/88ab10c2d7'>Ativar conta</a>",
    ["confirmation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Imposta la password",
    "<a href='https://s.example/e/88ab10c2d7'>Imposta una nuova password</a>",
    ["password_reset", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Accedi ad Acme",
    "<p>Clicca per accedere:</p><a href='https://s.example/e/88ab10c2d7'>Accedi</a>",
    ["sign_in", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Uitnodiging",
    "<p>Jan nodigt je uit voor Acme.</p><a href='https://s.example/e/88ab10c2d7'>Accepteren</a>",
    ["invitation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Zaproszenie",
    "<p>Jan zaprasza Cię do zespołu.</p><a href='https://s.example/e/88ab10c2d7'>Dołącz</a>",
    ["invitation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Приглашение",
    "<p>Иван приглашает вас в Acme.</p><a href='https://s.example/e/88ab10c2d7'>Принять</a>",
    ["invitation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Davet",
    "<p>Ali sizi Acme'ye davet etti.</p><a href='https://s.example/e/88ab10c2d7'>Katıl</a>",
    ["invitation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "招待",
    "<p>山田さんがあなたをAcmeに招待しました。</p><a href='https://s.example/e/88ab10c2d7'>参加する</a>",
    ["invitation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "邀请",
    "<p>小王邀请您加入Acme。</p><a href='https://s.example/e/88ab10c2d7'>立即加入</a>",
    ["invitation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "초대",
    "<p>김철수님이 Acme에 초대했습니다.</p><a href='https://s.example/e/88ab10c2d7'>참여하기</a>",
    ["invitation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "دعوة",
    "<p>دعاك أحمد للانضمام إلى Acme.</p><a href='https://s.example/e/88ab10c2d7'>انضم الآن</a>",
    ["invitation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Convite",
    "<p>Ana convidou você para o Acme.</p><a href='https://s.example/e/88ab10c2d7'>Participar</a>",
    ["invitation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Einladung",
    "<p>Jan hat Sie zu Acme eingeladen.</p><a href='https://s.example/e/88ab10c2d7'>Annehmen</a>",
    ["invitation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Invitation",
    "<p>Luc vous a invité sur Acme.</p><a href='https://s.example/e/88ab10c2d7'>Rejoindre</a>",
    ["invitation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Inbjudan",
    "<p>Eva har bjudit in dig till Acme.</p><a href='https://s.example/e/88ab10c2d7'>Gå med</a>",
    ["invitation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Invito",
    "<p>Luca ti ha invitato su Acme.</p><a href='https://s.example/e/88ab10c2d7'>Accetta</a>",
    ["invitation", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Je account",
    "<p>Kies hier je wachtwoord.</p><a href='https://s.example/e/88ab10c2d7'>Wachtwoord kiezen</a>",
    ["password_reset", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "ログイン",
    "<p>マジックリンクをお送りします。</p><a href='https://s.example/e/88ab10c2d7'>ログイン</a>",
    ["sign_in", "https://s.example/e/88ab10c2d7"],
  ],
  [
    "Presque fini",
    "<p>Encore un clic.</p><a href='https://s.example/e/88ab10c2d7'>Finaliser mon inscription</a><p>Ignorez ce message si ce n'était pas vous.</p>",
    ["confirmation", "https://s.example/e/88ab10c2d7"],
  ],
]);
