// Words of the mails that the service itself writes to people, by language: codes of signups, questions to reviewers, what waits for
// them. All but English was made without a native speaker's review. Mails that a page sends have theirs in src/console/phrases.
import { defaultLanguage, type PageLanguage } from "../../../src/lib/languages.ts";
import { languageOfPerson } from "../../../src/store/access/members.ts";
import type { Executor } from "../../../src/store/database/database.ts";

interface HumanPhrases {
  code: { subject(code: string, address: string): string; text(code: string, address: string): string };
  question: { subject: string; text(url: string): string };
  notice: {
    subject(address: string): string;
    waits(count: number, address: string): string;
    linked: string;
    unlinked: string;
  };
}

const sets: Record<PageLanguage, HumanPhrases> = {
  en: {
    code: {
      subject: (code, address) => `${code} is the code for ${address}`,
      text: (code, address) => `An agent wants the address ${address} and names you as its human.

Your code: ${code}

Give it to the agent within 24 hours. Then the address exists, in an account that is yours: you decide in the console
which keys there are.

If you know of no such agent, do nothing. Without the code nothing happens.
`,
    },
    question: {
      subject: "May a server of Postroom ask you for reviews?",
      text: (
        url,
      ) => `Somebody who runs software agents here has named you to look at some of their mail before it leaves. This page says
who, and asks whether you want that:

${url}

If you do nothing, nothing more comes of it: you get no mail about it before you have said yes there.
`,
    },
    notice: {
      subject: (address) => `Waiting for you: mail of ${address}`,
      waits: (count, address) =>
        `${count === 1 ? "A mail waits" : `${count} mails wait`} for a person at ${address}.`,
      linked: "A link shows the mail, and decides it once. Do not pass it on.",
      unlinked: "Sign in there to decide.",
    },
  },
  de: {
    code: {
      subject: (code, address) => `${code} ist der Code für ${address}`,
      text: (code, address) => `Ein Agent möchte die Adresse ${address} und nennt Sie als zuständige Person.

Ihr Code: ${code}

Geben Sie ihn dem Agenten innerhalb von 24 Stunden. Dann gibt es die Adresse, in einem Konto, das Ihnen gehört: Dort
entscheiden Sie, welche Schlüssel es gibt.

Wenn Sie keinen solchen Agenten kennen, tun Sie nichts. Ohne den Code geschieht nichts.
`,
    },
    question: {
      subject: "Darf ein Postroom-Server Sie um Freigaben bitten?",
      text: (
        url,
      ) => `Jemand betreibt hier Software-Agenten und hat Sie benannt, manche ihrer Mails vor dem Versand anzusehen. Diese Seite
sagt, wer es ist, und fragt, ob Sie das möchten:

${url}

Wenn Sie nichts tun, bleibt es dabei: Sie bekommen keine Mail darüber, bevor Sie dort zugestimmt haben.
`,
    },
    notice: {
      subject: (address) => `Wartet auf Sie: Mail von ${address}`,
      waits: (count, address) =>
        `${count === 1 ? "Eine Mail wartet" : `${count} Mails warten`} bei ${address} auf einen Menschen.`,
      linked: "Ein Link zeigt die Mail und entscheidet einmal über sie. Geben Sie ihn nicht weiter.",
      unlinked: "Melden Sie sich dort an, um zu entscheiden.",
    },
  },
  fr: {
    code: {
      subject: (code, address) => `${code} est le code pour ${address}`,
      text: (code, address) => `Un agent souhaite l’adresse ${address} et vous désigne comme son responsable.

Votre code : ${code}

Donnez-le à l’agent dans les 24 heures. L’adresse existera alors, dans un compte qui est le vôtre : vous y décidez des
clés.

Si vous ne connaissez pas cet agent, ne faites rien. Sans le code, rien ne se passe.
`,
    },
    question: {
      subject: "Un serveur Postroom peut-il vous demander des validations ?",
      text: (
        url,
      ) => `Quelqu’un qui utilise ici des agents logiciels vous a désigné pour relire certains de leurs messages avant l’envoi. Cette
page dit de qui il s’agit et vous demande si vous êtes d’accord :

${url}

Si vous ne faites rien, rien de plus ne se passe : vous ne recevrez aucun message à ce sujet avant d’avoir accepté.
`,
    },
    notice: {
      subject: (address) => `En attente de vous : courrier de ${address}`,
      waits: (count, address) =>
        `${count <= 1 ? "Un message attend" : `${count} messages attendent`} une décision pour ${address}.`,
      linked: "Chaque lien montre le message et permet d’en décider une fois. Ne le transmettez pas.",
      unlinked: "Connectez-vous pour décider.",
    },
  },
  es: {
    code: {
      subject: (code, address) => `${code} es el código para ${address}`,
      text: (
        code,
        address,
      ) => `Un agente quiere la dirección ${address} y le nombra a usted como su responsable.

Su código: ${code}

Déselo al agente en un plazo de 24 horas. Entonces existirá la dirección, en una cuenta que es suya: usted decide allí qué
claves hay.

Si no conoce a tal agente, no haga nada. Sin el código no ocurre nada.
`,
    },
    question: {
      subject: "¿Puede un servidor de Postroom pedirle revisiones?",
      text: (
        url,
      ) => `Alguien que usa aquí agentes de software le ha nombrado para mirar algunos de sus mensajes antes de que salgan. Esta
página dice quién es y le pregunta si está de acuerdo:

${url}

Si no hace nada, no ocurre nada más: no recibirá ningún mensaje al respecto antes de haber aceptado allí.
`,
    },
    notice: {
      subject: (address) => `Le espera: correo de ${address}`,
      waits: (count, address) =>
        `${count === 1 ? "Un mensaje espera" : `${count} mensajes esperan`} a una persona en ${address}.`,
      linked: "Cada enlace muestra el mensaje y permite decidir una vez. No lo pase a nadie.",
      unlinked: "Inicie sesión allí para decidir.",
    },
  },
  ja: {
    code: {
      subject: (code, address) => `${address} の確認コード: ${code}`,
      text: (code, address) => `エージェントがアドレス ${address} を希望し、あなたを担当者に指定しました。

確認コード: ${code}

24 時間以内にエージェントに伝えてください。アドレスがあなたのアカウントに作成されます。キーの管理はコンソールで行えます。

心当たりがない場合は、何もしないでください。コードがなければ何も起こりません。
`,
    },
    question: {
      subject: "Postroom サーバーから確認の依頼を受け取りますか?",
      text: (
        url,
      ) => `ここでソフトウェアエージェントを運用している人が、送信前のメールの確認者としてあなたを指定しました。
次のページで、依頼者を確認し、引き受けるかどうかを選んでください。

${url}

何もしなければ、それ以上は何も起こりません。そこで同意するまで、この件のメールは届きません。
`,
    },
    notice: {
      subject: (address) => `確認待ち: ${address} のメール`,
      waits: (count, address) => `${address} で ${count} 通のメールが確認を待っています。`,
      linked: "リンクを開くとメールが表示され、一度だけ決定できます。他の人に渡さないでください。",
      unlinked: "サインインして決定してください。",
    },
  },
};

/** In the language that the person chose, where one is known; else English. @param email in canonical form */
export async function humanPhrases(db: Executor, email: string): Promise<HumanPhrases> {
  const language = (await languageOfPerson(db, email)) ?? defaultLanguage;
  return sets[language as PageLanguage] ?? sets.en;
}
