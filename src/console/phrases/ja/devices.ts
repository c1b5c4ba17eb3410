// Words of the pages: passwords of mail programs. In Japanese, made without a native speaker's review.
import type * as english from "../devices.ts";
import type { Translated } from "../translated.ts";

export const devices: Translated<typeof english.devices> = {
  title: "メールソフト",
  lead: "電話、ノートパソコン、カレンダーなど、どのメールソフトも専用のパスワードでアドレスとして読み書きできます。",
  noAddress: "メールソフトを使えるアドレスがありません",
  noAddressText: "先にエージェント、人、チームのいずれかのアドレスを作成してください。",
  passwords: "パスワード",
  none: "まだありません。個別に取り消せるように、ソフトごとに作成してください。",
  name: "用途",
  namePlaceholder: "エイダの電話",
  nameMissing: "パスワードの用途を 1～100 文字で入力してください。",
  make: "パスワードを作成",
  madeNamed: (name) => `「${name}」のパスワード。`,
  copyNow: "今すぐコピーしてください。表示されるのは今回だけです。",
  scan: "電話でスキャン",
  scanHint:
    "Android 版 Thunderbird: アカウントを追加し、QR コードからのインポートを選び、カメラをここに向けてください。",
  codeOf: (email) => `${email} の設定とパスワードの QR コード`,
  made: "作成",
  lastUsed: (protocol) => (protocol === "" ? "最終使用" : `最終使用 (${protocol.toUpperCase()})`),
  neverUsed: "未使用",
  revoke: "取り消す",
  revokeHint: "ソフトはすぐにサインアウトされます。",
  revokeNamed: (name) => `${name} を取り消す`,
  how: "入力する内容",
  user: "ユーザー名",
  incoming: "受信サーバー (IMAP)",
  outgoing: "送信サーバー (SMTP)",
  calendar: "カレンダー (CalDAV)",
  withTls: (port) => `ポート ${port} (TLS)`,
  withStartTls: (port) => `ポート ${port} (STARTTLS)`,
  off: "オフ",
  clients: [
    {
      name: "iPhone, iPad, Mac",
      steps: [
        "設定、アプリ、メール、メールアカウント、アカウントを追加、その他、メールアカウントを追加 (Mac の場合: システム設定、インターネットアカウント)。",
        "上のアドレスとパスワードを入力します。IMAP では両方のサーバーのホストは上のとおりで、ユーザー名とパスワードは共通です。",
        "カレンダー: その他、CalDAV アカウントを追加。ホスト、ユーザー名、パスワードは同じです。",
      ],
    },
    {
      name: "Thunderbird",
      steps: [
        "新しいアカウント、メール。上のアドレスとパスワードを入力します。ドメインに DNS レコードがあれば、サーバーは自動的に見つかります。",
        "見つからない場合は手動設定を選び、上の内容を入力します。",
        "カレンダー: 新しいカレンダー、ネットワーク上。ユーザー名と CalDAV のアドレスを入力します。",
      ],
    },
    {
      name: "Android",
      steps: [
        "Thunderbird または K-9 Mail: アドレスとパスワードでアカウントを追加するか、新しいパスワードと一緒に表示されるコードをスキャンします。",
        "カレンダー: DAVx5 の「URL とユーザー名でログイン」で CalDAV のアドレスを使います。",
      ],
    },
    {
      name: "Outlook",
      steps: [
        "ファイル、アカウントの追加。アドレスを入力し、詳細オプションを開いて手動設定を選び、次に IMAP を選びます。",
        "上のサーバーを入力します。ユーザー名はアドレス全体です。",
      ],
    },
  ],
};
