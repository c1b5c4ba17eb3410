// Passwords that are kept: a user name stands beside them.
import type { CodeEvidence } from "./evidence.ts";
import { type CodeLine, namesBefore } from "./lines.ts";
import type { CodeCandidate } from "./numbers.ts";

/** The word for a password by itself; one that is given once says so. */
const lasting =
  /^(?:pass ?wor[dt]s?|passphrase|pass|kennw[oö]rt|mot de passe|contraseña|clave|senha|palavra-passe|wachtwoord|hasło|heslo|lösenord(?:et)?|adgangskode|passord(?:et)?|salasana|jelszó|parol[aeă]?|lozinka|geslo|пароль?|şifre|kata sandi|sandi|mật khẩu|密码|密碼|パスワード|비밀번호|كلمة (?:ال)?(?:مرور|سر)|סיסמ[הת]|पासवर्ड|รหัสผ่าน)$/iu;

/** Lines around a password in which a user name may stand. */
const reach = 2;

/**
 * Whether a password and a user name stand together, so that both are kept. Mails warn to keep such a password
 * secret too; they do not say that it works once, or for minutes.
 */
export function isKept(
  lines: readonly CodeLine[],
  index: number,
  candidate: CodeCandidate,
  evidence: () => CodeEvidence,
): boolean {
  const name = namesBefore(lines, index, candidate).at(-1);
  if (name === undefined || !lasting.test(name)) return false;
  const around = lines.slice(Math.max(0, index - reach - 1), index + reach + 1);
  return around.some(({ namesUser }) => namesUser()) && !evidence().isSoon && !evidence().isOnce;
}
