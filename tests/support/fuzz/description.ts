// The service as its own OpenAPI description shows it: the fuzz knows nothing else about the endpoints.
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

interface Parameter {
  readonly name: string;
  readonly schema: Schema;
  readonly example?: string;
}

export interface DescribedAnswer {
  readonly contentType: string;
  readonly errorTypes: ReadonlySet<string>;
  /** The part of the body that the description does not allow, or undefined. */
  complaint(body: unknown): string | undefined;
}

export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly Parameter[];
  /** The request bodies by content type. */
  readonly bodies: ReadonlyMap<string, { readonly schema: Schema; readonly example: unknown }>;
  /** By status; `4XX` has the refusals that any operation may answer with. */
  readonly answers: ReadonlyMap<string, DescribedAnswer>;
}

export const answerOf = ({ answers }: Operation, status: number): DescribedAnswer | undefined =>
  answers.get(String(status)) ?? answers.get(`${Math.floor(status / 100)}XX`);

export interface Description {
  readonly operations: readonly Operation[];
  /** The form of every refusal, also of those that meet no operation. */
  readonly refusal: DescribedAnswer;
}

// biome-ignore lint/suspicious/noExplicitAny: a document from outside, read once.
type Document = any;

export function readDescription(document: Document): Description {
  const resolve = resolver(document);
  const checks = new Map<unknown, DescribedAnswer['complaint']>();
  const described = (given: Document): DescribedAnswer => {
    const { description = '', content = {} } = resolve(given);
    const [contentType = '', { schema: whole } = { schema: {} }] = Object.entries<Document>(content)[0] ?? [];
    const schema = lineOf(whole);
    const isError = schema.properties?.errorType !== undefined;
    const key = isError ? 'error' : schema;
    if (!checks.has(key)) checks.set(key, checkOf(schema));
    const complaint = checks.get(key) as DescribedAnswer['complaint'];
    return { contentType, errorTypes: isError ? typesIn(description) : new Set(), complaint };
  };
  const operations = Object.entries<Document>(document.paths).flatMap(([path, item]) =>
    Object.entries<Document>(item).map(([method, given]) => operationOf(path, method, resolve(given), described)),
  );
  const refusal = described({ content: { 'application/json': { schema: document.components.schemas.Error } } });
  return { operations, refusal };
}

/** What a webhook of a type must be like. */
export function schemasOf(document: Document): { webhook(type: string): DescribedAnswer['complaint'] } {
  const resolve = resolver(document);
  return {
    webhook(type) {
      const { content } = resolve(document.webhooks[type]).post.requestBody;
      // An event may have fields of its kind, and here the kind is known.
      const { additionalProperties: _, ...schema } = content['application/json'].schema;
      return checkOf(schema);
    },
  };
}

function operationOf(
  path: string,
  method: string,
  given: Document,
  described: (given: Document) => DescribedAnswer,
): Operation {
  const { operationId, parameters, requestBody, responses } = given;
  const bodies = Object.entries<Document>(requestBody?.content ?? {});
  return {
    name: operationId,
    method: method.toUpperCase(),
    path,
    query: parameters.filter((one: Document) => one.in === 'query'),
    bodies: new Map(bodies.map(([type, { schema, example }]) => [type, { schema: lineOf(schema), example }])),
    answers: new Map(Object.entries(responses).map(([status, answer]) => [status, described(answer)])),
  };
}

/** Contents are of many types. */
export const fits = (type: string, expected: string): boolean => expected === '*/*' || type.startsWith(expected);

/** For JSON lines it is the schema of one line. */
const lineOf = (schema: Document): Document =>
  schema.anyOf?.at(-1).contentMediaType === undefined ? schema : schema.anyOf[0];

/** Replaces references by what they refer to, each once: the same definition is the same object everywhere. */
function resolver(document: Document): (node: Document) => Document {
  const done = new Map<unknown, Document>();
  const at = (reference: string): Document =>
    reference
      .slice(2)
      .split('/')
      .reduce((node, part) => node[part], document);
  const resolve = (node: Document): Document => {
    if (typeof node !== 'object' || node === null) return node;
    const known = done.get(node);
    if (known !== undefined) return known;
    if (typeof node.$ref === 'string') {
      const { $ref, ...words } = node;
      const target = resolve(at($ref));
      const whole = Object.keys(words).length === 0 ? target : { ...target, ...words };
      done.set(node, whole);
      return whole;
    }
    const found: Document = Array.isArray(node) ? [] : {};
    done.set(node, found);
    for (const [key, value] of Object.entries(node)) found[key] = resolve(value);
    if (found.allOf === undefined) return found;
    const whole = together(found.allOf);
    done.set(node, whole);
    return whole;
  };
  return resolve;
}

/** One object of several that hold together. */
function together(parts: readonly Schema[]): Schema {
  const isOpen = parts.some(({ additionalProperties }) => additionalProperties === true);
  return {
    type: 'object',
    ...(isOpen ? { additionalProperties: true } : {}),
    required: [...new Set(parts.flatMap(({ required = [] }) => required))],
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
  };
}

/** A description names its errors as "`Locked` (423): …". */
const typesIn = (description: string): Set<string> =>
  new Set([...description.matchAll(/^`(\w+)` \(\d+\): /gm)].map(([, type]) => type as string));

/** Compiled when first needed. Fields that the description does not name are complaints. */
function checkOf(schema: Schema): DescribedAnswer['complaint'] {
  let check: ReturnType<typeof Compile> | undefined;
  return (body) => {
    check ??= Compile(closed(schema) as TSchema);
    if (check.Check(body)) return undefined;
    const [, [first]] = check.Errors(body) as [boolean, { instancePath: string; message: string; params?: unknown }[]];
    return `${first?.instancePath} ${first?.message} ${JSON.stringify(first?.params ?? {})}`;
  };
}

function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node)
    .filter(([key]) => key !== 'examples' && key !== 'description')
    .map(([key, value]) => [key, key === 'properties' ? closedEach(value) : closed(value)]);
  const isClosed = 'properties' in node && !('additionalProperties' in node);
  return Object.fromEntries([...entries, ...(isClosed ? [['additionalProperties', false]] : [])]);
}

const closedEach = (properties: object): unknown =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, closed(value)]));
