// The parts of an OpenAPI 3.1 document that this service writes.

import type { FieldGroup } from "../../schema/common.ts";

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  title?: string;
  description?: string;
  format?: string;
  enum?: readonly unknown[];
  /** The values of a list that may grow, in place of `enum`. */
  "x-extensible-enum"?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  patternProperties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  /** Groups of fields; a value has exactly one group: `oneOf` in the document. */
  "x-alternatives"?: readonly FieldGroup[];
  minItems?: number;
  [key: string]: unknown;
}

export interface MediaType {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  example?: string;
  schema: JsonSchema;
}

export interface Reference {
  $ref: string;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, MediaType>;
}

export interface OperationObject {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, ResponseObject | Reference>;
}

export type HttpMethod = "get" | "post" | "put" | "patch" | "delete";

/** An operation with the path and the method that it answers. */
export interface DocumentedCall {
  path: string;
  method: string;
  operation: OperationObject;
}

export type PathItem = Partial<Record<HttpMethod, OperationObject>>;

export interface WebhookObject {
  post: {
    summary: string;
    operationId: string;
    tags: string[];
    parameters: Parameter[];
    requestBody: { required: boolean; content: Record<string, MediaType> };
    responses: Record<string, ResponseObject>;
  };
}

export interface Document {
  openapi: "3.1.1";
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, WebhookObject>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, ResponseObject>;
    headers: Record<string, { description: string; schema: JsonSchema }>;
    securitySchemes: Record<string, { type: "http"; scheme: "bearer"; description: string }>;
  };
}

export const methods: readonly HttpMethod[] = ["get", "post", "put", "patch", "delete"];
