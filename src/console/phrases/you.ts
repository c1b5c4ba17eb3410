// Words of the pages: what is a person's own, in whichever account: the keyboard, passkeys, sessions.

export const you = {
  title: "Your page",
  lead: (who: string) => `You are signed in as ${who}. What stands here is yours alone.`,
  shortcuts: {
    title: "Keys",
    lead: "Single keys press what is on the page. Turn them off where they get in the way of speech input or a screen reader.",
    on: "They are on.",
    off: "They are off. Ctrl+Enter and Escape still work.",
    turnOn: "Turn keys on",
    turnOff: "Turn keys off",
    list: [
      ["j, k", "the next thread, the one before"],
      ["c", "write"],
      ["/", "search"],
      ["e", "done"],
      ["w", "waiting"],
      ["r", "reply"],
      ["a", "assign"],
      ["l", "label"],
      ["n", "leave a note"],
      ["z", "take back what was just sent"],
    ] as const,
  },
  sessions: {
    title: "Where you are signed in",
    lead: "End what you do not know. A session ends by itself seven days after it began.",
    this: "this one",
    began: "began",
    used: "last used",
    end: "Sign out",
    endHint: "Its next click leads to the sign-in page.",
    endNamed: (name: string) => `Sign out ${name}`,
    endOthers: "Sign out all others",
  },
  device: {
    unknown: "Unknown browser",
    on: (browser: string, system: string) => `${browser} on ${system}`,
  },
};
