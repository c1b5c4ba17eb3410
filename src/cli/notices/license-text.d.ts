// Cli: the project's own licence, imported as a text.
declare module "*/LICENSE" {
  const text: string;
  export = text;
}
