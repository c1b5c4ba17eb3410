// Words of the pages: what becomes of words that were typed and not taken.
export const keeping = {
  written: "What you wrote",
  filesAgain: "Files and pictures were not kept. Attach them again.",
  signedOut:
    "You are signed out. What you wrote stays here: sign in in another tab, then press the button again.",
  other:
    "Somebody else has signed in in this browser. What you wrote stays here and is not sent in their name. Copy what you need.",
  unknown:
    "No answer came, so it is not known whether it was done. What you wrote stays here: once the network is back, press the button again.",
  notTaken: "Not done:",
  again: "You wrote this here before. It may not have been sent or saved.",
  before: "You wrote this here before and did not save it. What stands here has changed since:",
  sending: "Sending …",
  decided: "You wrote this before it was decided, and it was not sent:",
  forget: "Forget it",
  offline: "No network. What you write stays in this browser until it is back.",
  unanswered:
    "No answer came, so it is not known whether it was done. The list says so once the network is back.",
  held: "Not done: there is no network. Press it again once it is back.",
};
