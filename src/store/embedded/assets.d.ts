// Files that are imported for their path ({ type: "file" }) or their text ({ type: "text" }).
declare module "*.data" {
  const path: string;
  export = path;
}
declare module "*.wasm" {
  const path: string;
  export = path;
}
declare module "*.sql" {
  const text: string;
  export = text;
}
declare module "*.css" {
  const text: string;
  export = text;
}
