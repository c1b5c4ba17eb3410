// Names that are the same in every language.

export const brand = "Postroom";
export const sandbox = "Sandbox";
