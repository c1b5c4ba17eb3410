// Mails in Japanese, Chinese, Korean, Vietnamese, Indonesian and Thai.
import type { CodeMail } from "./code-mail.ts";

export const asia: CodeMail[] = [
  {
    name: "Japanese with rules around the code",
    from: "さくら銀行 <no-reply@sakura.example>",
    subject: "【さくら銀行】認証コードのお知らせ",
    text: "いつもご利用いただきありがとうございます。\n\nお客様の認証コードは以下のとおりです。\n\n━━━━━━━━━━━━\n　認証コード：384920\n━━━━━━━━━━━━\n\n有効期限：2026年3月10日 18:30\n※このメールに心当たりのない方は破棄してください。\n\nお問い合わせ：0120-555-012（平日9:00～17:00）\n〒100-0005 東京都千代田区丸の内1-1-1\n",
    codes: ["384920"],
  },
  {
    name: "Japanese, full-width digits",
    from: "みどりカード <info@midori.example>",
    subject: "ワンタイムパスワードのご連絡",
    text: "ワンタイムパスワード：７１０２５８\n\n10分以内に画面へ入力してください。\n会員番号：2209-1187\n",
    codes: ["710258"],
  },
  {
    name: "Japanese, registration link",
    from: "ほんだな <register@hondana.example>",
    subject: "【ほんだな】会員登録のご確認",
    text: "ほんだなへの仮登録ありがとうございます。\n\n以下のURLにアクセスして、本登録を完了してください。\nhttps://hondana.example/register/complete?key=b9271fa0\n\nURLの有効期限は24時間です。\n\n----\nほんだな\nhttps://hondana.example/\n",
    links: [["confirmation", "https://hondana.example/register/complete?key=b9271fa0"]],
  },
  {
    name: "Japanese, reset the password",
    from: "ほんだな <register@hondana.example>",
    subject: "パスワード再設定のご案内",
    html: `<p>パスワード再設定のリクエストを受け付けました。</p><p><a href="https://hondana.example/pw?k=001aa">パスワードを再設定する</a></p><p>お心当たりがない場合は<a href="https://hondana.example/help">ヘルプ</a>をご覧ください。</p>`,
    links: [["password_reset", "https://hondana.example/pw?k=001aa"]],
  },
  {
    name: "Chinese, code in brackets",
    from: "云杉科技 <service@yunshan.example>",
    subject: "【云杉科技】邮箱验证码",
    html: `<div><p>尊敬的用户：</p><p>您好！您正在进行邮箱验证，本次请求的验证码为：<span style="color:#f60;font-size:24px">815036</span>（为了保障您帐号的安全性，请在 30 分钟内完成验证）。</p><p>客服热线：400-555-0123</p><p>© 2014-2026 云杉科技 京ICP备14000123号</p></div>`,
    codes: ["815036"],
  },
  {
    name: "Chinese, traditional",
    from: "山海書店 <no-reply@shanhai.example>",
    subject: "您的登入驗證碼是 4471",
    text: "親愛的會員您好：\n\n您的登入驗證碼是 4471，請於 5 分鐘內輸入。\n訂單編號 20260310118 尚未付款 NT$1,280。\n",
    codes: ["4471"],
  },
  {
    name: "Chinese, activation link",
    from: "学堂在家 <admin@xuetang.example>",
    subject: "请激活您的账号",
    html: `<p>您好，scout：</p><p>感谢您注册学堂在家。请点击下面的链接激活您的账号：</p><p><a href="https://xuetang.example/activate/Qw12-77">https://xuetang.example/activate/Qw12-77</a></p><p>如果不是您本人操作，请忽略此邮件。<a href="https://xuetang.example/tuiding">退订</a></p>`,
    links: [["confirmation", "https://xuetang.example/activate/Qw12-77"]],
  },
  {
    name: "Korean",
    from: "한빛페이 <noreply@hanbit.example>",
    subject: "[한빛페이] 인증번호 안내",
    html: `<table><tr><td>안녕하세요, 한빛페이입니다.</td></tr><tr><td>요청하신 인증번호를 알려드립니다.</td></tr><tr><td style="font-size:26px">062 719</td></tr><tr><td>인증번호는 3분간 유효합니다. 고객센터 1588-0123</td></tr><tr><td>사업자등록번호 123-45-67890</td></tr></table>`,
    codes: ["062719"],
  },
  {
    name: "Korean, confirm button",
    from: "글방 <hello@geulbang.example>",
    subject: "이메일 주소를 인증해 주세요",
    html: `<p>글방에 가입해 주셔서 감사합니다.</p><p>아래 버튼을 눌러 이메일 주소를 인증해 주세요.</p><a href="https://geulbang.example/verify?c=19ff">이메일 인증하기</a><p><a href="https://geulbang.example/terms">이용약관</a> <a href="https://geulbang.example/stop">수신거부</a></p>`,
    links: [["confirmation", "https://geulbang.example/verify?c=19ff"]],
  },
  {
    name: "Vietnamese",
    from: "Ngân hàng Sen <otp@sen.example>",
    subject: "Mã xác thực giao dịch",
    text: "Kính gửi Quý khách,\n\nMã OTP của Quý khách là 330918. Mã có hiệu lực trong 2 phút. Số tiền: 5.000.000 VND. Tổng đài 1900 5550.\n",
    codes: ["330918"],
  },
  {
    name: "Indonesian",
    from: "Toko Laut <no-reply@tokolaut.example>",
    subject: "Kode verifikasi Anda",
    html: `<p>Halo Budi,</p><p>Masukkan kode verifikasi berikut untuk masuk ke akun Anda:</p><h2>92 75 14</h2><p>JANGAN BERIKAN kode ini kepada siapa pun. Berlaku 5 menit.</p><p>Jl. Sudirman 45, Jakarta 10210</p>`,
    codes: ["927514"],
  },
  {
    name: "Thai",
    from: "ธนาคารบัว <noreply@bua.example>",
    subject: "รหัส OTP ของคุณ",
    text: "เรียนลูกค้า\nรหัส OTP ของคุณคือ 649027 (Ref: KXPD) ใช้ได้ภายใน 5 นาที\n",
    codes: ["649027"],
  },
];
