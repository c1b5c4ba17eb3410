// Passwords that are kept: a user name stands beside them.
import type { CodeLine } from "./lines.ts";
import type { CodeCandidate } from "./numbers.ts";
import { stems } from "./patterns.ts";

/** Names of a field for who signs in, up to what they are. */
const userName = stems(
  `(?:user|login|account|screen|nick|member)[- ]?(?:names?|id)\\s?[:=]|(?:user|log-?in|username|user name)\\s?[:=]|(?:user|login) ?name (?:is|was)(?!\\p{L})
  (?:benutzer|nutzer|anmelde|login)-?(?:name|kennung|id)\\s?(?:[:=]|lautet|ist)|benutzer\\s?[:=]
  (?:identifiant|nom d['’]utilisateur|pseudo)\\s?(?:[:=]|est )|(?:nombre de )?usuario\\s?(?:[:=]|es )|(?:nome )?(?:de )?(?:utente|usuário|utilizador)\\s?(?:[:=]|è |é )
  gebruikers?(?:naam|-id)\\s?(?:[:=]|is )|(?:nazwa )?użytkownika?\\s?[:=]|(?:uživatelské|přihlašovací|používateľské|prihlasovacie) (?:jméno|meno)\\s?[:=]|uživatel\\s?[:=]
  (?:användar|bruger|bruker)-?(?:namn|navn|id)\\s?(?:[:=]|är |er )|käyttäjä(?:nimi|tunnus)\\p{L}{0,5}\\s?[:=]|felhasználó(?:i )?név\\s?[:=]|(?:nume (?:de )?)?utilizator\\s?[:=]|korisničko ime\\s?[:=]|uporabniško ime\\s?[:=]|kasutaja(?:nimi)?\\s?[:=]|lietotājvārds\\s?[:=]|(?:naudotojo|vartotojo) vardas\\s?[:=]
  (?:логин|имя пользователя|пользователь|логін|ім['’]я користувача|потребител(?:ско име)?|корисничко име)\\s?[:=-]|(?:όνομα )?χρήστη[ςs]?\\s?[:=]|kullanıcı ad\\p{L}{0,5}\\s?[:=]|(?:nama pengguna|id pengguna)\\s?[:=]|tên (?:đăng nhập|người dùng)\\s?[:=]`,
  `(?:用户名|用戶名|账号|帳號|账户|ユーザー(?:名|ID)|ログインID|アカウント名|아이디|사용자\\s?(?:이름|명)|اسم المستخدم|نام کاربری|שם (?:ה)?משתמש|यूज़रनेम|ชื่อผู้ใช้)\\s?[:=]?`,
);

/** The word for a password by itself; one that is given once says so. */
const lasting =
  /^(?:pass ?wor[dt]s?|passphrase|pass(?:code)?|kennw[oö]rt|mot de passe|contraseña|clave|senha|palavra-passe|wachtwoord|hasło|heslo|lösenord(?:et)?|adgangskode|passord(?:et)?|salasana|jelszó|parol[aeă]?|lozinka|geslo|пароль?|код|κωδικ[όο]ς?|şifre|kata sandi|sandi|mật khẩu|密码|密碼|パスワード|비밀번호|كلمة (?:ال)?(?:مرور|سر)|رمز|סיסמ[הת]|पासवर्ड|รหัส)$/iu;

/** Lines around a password in which a user name may stand. */
const reach = 2;

/** Whether a password and a user name stand together, so that both are kept. */
export function isKept(
  lines: readonly CodeLine[],
  index: number,
  { start, isAlone }: CodeCandidate,
): boolean {
  const own = namesOf(lines[index]!, start);
  const above = isAlone && own.length === 0 ? lines[index - 1] : undefined;
  const names = above === undefined ? own : namesOf(above, above.text.length);
  const name = names.at(-1);
  if (name === undefined || !lasting.test(name)) return false;
  return lines
    .slice(Math.max(0, index - reach - 1), index + reach + 1)
    .some(({ text }) => userName.test(text));
}

/** The words for a code up to a place in a line. */
function namesOf({ text, labels }: CodeLine, to: number): string[] {
  return labels()
    .filter(({ end }) => end <= to)
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end }) => text.slice(start, end));
}
