// Words of the pages: the choice of a language.

export const language = {
  title: "Language",
  lead: "Of these pages, and of mails that this service writes to you.",
  auto: "As the browser asks",
  label: "Language",
  save: "Save",
  unreviewed: "German, French, Spanish and Japanese were made without a native speaker's review.",
  docs: "The documentation, the API and its refusals are in English.",
};
