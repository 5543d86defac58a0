// Makes the OpenAPI 3.1 description from the declarations that serve the requests.
import Type, { type TSchema } from 'typebox';
import { type ErrorKind, errorBody, errors, Refusal } from '#platform/errors.ts';
import { type Endpoint, pathParams, type ServerSentEvent } from './endpoint.ts';
import { pageEnvelope } from './pages.ts';
import { queryOf } from './serve.ts';
import { textOfEvent } from './serve-stream.ts';
import { standardVersion, versions } from './versions.ts';

type Json = Record<string, unknown>;

interface DescriptionOptions {
  readonly endpoints: readonly Endpoint[];
  readonly publicUrl: string;
  readonly version: string;
}

export function openApi({ endpoints, publicUrl, version }: DescriptionOptions): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {};
    (paths[endpoint.path] as Json)[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tenor',
      version,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${publicUrl}/api` }],
    tags: [...new Set(endpoints.map(tagOf))].map((name) => ({ name })),
    security: [{ key: [] }, { bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: { ...namedSchemas(endpoints), Error: plain(ErrorSchema, true) },
      responses: namedRefusals(endpoints),
    },
  };
}

const introduction = `Loan servicing and collections. The API key decides the company and the mode, live or test.

- Bodies are JSON or form-encoded. Unknown fields are ignored and named in the header \`Ignored-Fields\`.
- Lists run newest first; \`startingAfter\` and \`endingBefore\` take ids, and \`nextUrl\` is null at the end.
- A POST, PUT or DELETE with an \`Idempotency-Key\` can be repeated safely for 24 hours.
- \`API-Version\` selects a version (${versions.join(', ')}); else the key's, else ${standardVersion}.
- Your own ids go into \`externalId\`; in paths and references \`ext-\` and your id will do.`;

const ErrorSchema = Type.Object(
  {
    status: Type.Integer(),
    statusCode: Type.Integer(),
    errorType: Type.String(),
    title: Type.String(),
    message: Type.String(),
    detail: Type.String({ description: 'What to do about it.' }),
    data: Type.Object(
      {},
      { additionalProperties: true, description: 'Such as `path` and `errors`, the wrong fields.' },
    ),
  },
  { title: 'Error' },
);

/** `testClock.advance` is listed under "Test clock". */
function tagOf({ name }: Endpoint): string {
  const words = (name.split('.')[0] as string).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function operation(endpoint: Endpoint): Json {
  const { name, summary, description, permission, body, line, example } = endpoint;
  const needs = `Needs the permission \`${permission}\`.`;
  const content = body && {
    'application/json': { schema: plain(body), example: example.body },
    'application/x-www-form-urlencoded': { schema: plain(body) },
  };
  const lines = line && { 'application/x-ndjson': { schema: plain(line), example: example.body } };
  return {
    operationId: name,
    tags: [tagOf(endpoint)],
    summary,
    description: [description, needs].filter(Boolean).join('\n\n'),
    parameters: parameters(endpoint),
    ...(content ? { requestBody: { required: isRequired(body), content } } : {}),
    ...(lines ? { requestBody: { required: true, description: 'One JSON object on each line.', content: lines } } : {}),
    responses: {
      ...(endpoint.shape === 'operation' ? { '200': success(endpoint) } : {}),
      [String(endpoint.status)]: success(endpoint),
      ...refusals(endpoint),
    },
  };
}

const isRequired = (body: TSchema | undefined): boolean =>
  ((body as { required?: string[] })?.required ?? []).length > 0;

function parameters(endpoint: Endpoint): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  return [
    ...pathParams(endpoint.path).map((name) => ({
      name,
      in: 'path',
      required: true,
      description: 'An id, or `ext-` and an external id where the object has one.',
      schema: { type: 'string' },
    })),
    ...Object.entries(queryOf(endpoint)).map(([name, schema]) => ({
      name,
      in: 'query',
      required: false,
      ...((schema as { type?: string }).type === 'array' ? { style: 'form', explode: false } : {}),
      schema: plain(schema),
    })),
    header('API-Version', 'A version of the interface, by date.'),
    ...(endpoint.method !== 'GET' ? [header('Idempotency-Key', 'Makes the call safe to repeat for 24 hours.')] : []),
    ...(endpoint.shape === 'stream' ? [header('Last-Event-ID', 'Go on after the event with this id.')] : []),
  ];
}

function success(endpoint: Endpoint): Json {
  if (endpoint.shape === 'stream') return streamed(endpoint);
  if (endpoint.shape === 'lines') return inLines(endpoint);
  const schema = plain(answerSchema(endpoint));
  const example = exampleOf(endpoint, endpoint.example.answer);
  return { description: endpoint.summary, content: { 'application/json': { schema, example } } };
}

function streamed({ summary, answer, example }: Endpoint): Json {
  const { title } = answer as { title?: string };
  const description = `Server-sent events. Of each, \`data\` holds one ${title} as JSON on one line.`;
  const text = textOfEvent(example.answer as ServerSentEvent<unknown>);
  return {
    description: summary,
    content: { 'text/event-stream': { schema: { type: 'string', description }, example: text } },
  };
}

function inLines({ summary, answer, example }: Endpoint): Json {
  const content = { schema: plain(answer), example: `${JSON.stringify(example.answer)}\n` };
  return { description: `${summary}. One JSON object on each line.`, content: { 'application/x-ndjson': content } };
}

/** The schema of the whole answer, with its envelope; for a stream that of one event, for lines that of one line. */
export function answerSchema({ shape, answer, says, extra, wholeUnlessPaged = false, counts }: Endpoint): TSchema {
  if (shape === 'stream' || shape === 'lines') return answer;
  if (shape === 'message') return Type.Object({ status: Type.Integer(), message: Type.String() });
  if (shape === 'list') return Type.Object({ ...pageEnvelope(answer, wholeUnlessPaged).properties, ...extra });
  const count = counts && { count: Type.Integer({ description: `How many \`${counts}\` there are.` }) };
  return Type.Object({ status: Type.Integer(), ...(says && { message: Type.String() }), ...count, data: answer });
}

export function exampleOf(endpoint: Endpoint, answer: unknown): Json {
  const { shape, status, says, extra, example, counts, wholeUnlessPaged } = endpoint;
  if (shape === 'message') return { status, message: says ?? 'done' };
  if (shape === 'stream') return (answer as ServerSentEvent<Json>).data ?? {};
  if (shape === 'lines') return answer as Json;
  const count = counts && { count: (answer as Record<string, readonly unknown[]>)[counts]?.length };
  if (shape !== 'list') return { status, ...(says && { message: says }), ...count, data: answer };
  if (wholeUnlessPaged) return { status, data: [answer] };
  const further = extra && {
    search: { hits: [], inputErrors: [], maxScore: null, total: { relation: 'eq', value: 1 } },
  };
  return {
    status,
    total: 1,
    count: 1,
    nextUrl: null,
    previousUrl: null,
    data: [answer],
    ...(example.extra ?? further),
  };
}

/** Every kind of refusal that an endpoint may answer with: the declared ones and those that follow from its form. */
export function errorKindsOf(endpoint: Endpoint): ErrorKind[] {
  const { body, line, method, command, subject, shape } = endpoint;
  return [
    errors.InvalidRequest,
    errors.UnknownVersion,
    ...(endpoint.query?.startingAfter || shape === 'stream' ? [errors.UnknownCursor] : []),
    errors.Unauthorized,
    errors.Forbidden,
    ...(body ? [errors.InvalidJson, errors.InvalidForm, errors.BodyTooLarge, errors.UnsupportedMediaType] : []),
    ...(body && holdsMetaData(body) ? [errors.InvalidMetaData] : []),
    ...(line ? [errors.BodyTooLarge, errors.UnsupportedMediaType, errors.IncompleteRequest, errors.Locked] : []),
    ...(subject ? [subject.notFound] : []),
    ...((command && subject?.refusesChange) ?? []),
    ...endpoint.errors,
    ...(method !== 'GET' ? [errors.IdempotencyKeyReused, errors.IdempotencyKeyInUse] : []),
    ...(endpoint.showsSecret ? [errors.SecretShownOnce] : []),
    ...(command ? [errors.Locked] : []),
    ...(shape === 'operation' ? [errors.RequestTimeout] : []),
    errors.UriTooLong,
    errors.TooManyRequests,
    errors.InternalError,
    ...(shape === 'stream' ? [] : [errors.Overloaded]),
    errors.Unavailable,
  ];
}

function holdsMetaData(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  return (schema as { 'x-tenor'?: unknown })['x-tenor'] === 'metaData' || Object.values(schema).some(holdsMetaData);
}

/** The refusals of an endpoint by status. Endpoints with the same refusals share one component. */
function refusals(endpoint: Endpoint): Json {
  return Object.fromEntries(
    refusalGroups(endpoint).map((kinds) => [kinds[0].status, { $ref: `#/components/responses/${groupName(kinds)}` }]),
  );
}

type Kinds = readonly [ErrorKind, ...ErrorKind[]];

const refusalGroups = (endpoint: Endpoint): Kinds[] => [
  ...(Map.groupBy(new Set(errorKindsOf(endpoint)), (kind) => kind.status).values() as Iterable<never>),
];

const groupName = (kinds: Kinds): string => kinds.map((kind) => kind.errorType).join('Or');

function namedRefusals(endpoints: readonly Endpoint[]): Json {
  const groups = endpoints.flatMap(refusalGroups);
  return Object.fromEntries(groups.map((kinds) => [groupName(kinds), refusal(kinds)]));
}

function refusal(kinds: Kinds): Json {
  return {
    description: kinds.map((kind) => `\`${kind.errorType}\`: ${kind.title}.`).join('\n\n'),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: errorBody(new Refusal(kinds[0], kinds[0].title)),
      },
    },
  };
}

/** Every schema with a title, wherever it is used in a body or an answer. */
function namedSchemas(endpoints: readonly Endpoint[]): Json {
  const named = new Map<string, TSchema>();
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { title } = node as { title?: unknown };
    if (typeof title === 'string') named.set(title, node as TSchema);
    for (const part of Object.values(node)) look(part);
  };
  for (const { answer, body, line } of endpoints) look([answer, body, line]);
  return Object.fromEntries([...named].sort().map(([title, schema]) => [title, plain(schema, true)]));
}

const ownKeywords: ReadonlySet<string> = new Set(['x-tenor', 'x-expected', 'x-refers-to', 'x-without-effect']);

/** Adds to the description of a field without effect what it waits for. */
function withItsEffect(node: object): object {
  const { 'x-without-effect': until, description } = node as { 'x-without-effect'?: string; description?: string };
  if (until === undefined) return node;
  return {
    ...node,
    description: [description, `Without effect yet: it waits for ${until}.`].filter(Boolean).join(' '),
  };
}

/** The schema without our own keywords; a titled schema becomes a reference to its one definition. */
function plain(schema: TSchema, isDefinition = false): unknown {
  const walk = (node: unknown, top: boolean): unknown => {
    if (Array.isArray(node)) return node.map((item) => walk(item, false));
    if (typeof node !== 'object' || node === null) return node;
    const { title } = node as { title?: unknown };
    if (!top && typeof title === 'string') return { $ref: `#/components/schemas/${title}` };
    const entries = Object.entries(withItsEffect(node)).filter(([key]) => !ownKeywords.has(key));
    return Object.fromEntries(entries.map(([key, value]) => [key, walk(value, false)]));
  };
  return walk(schema, isDefinition);
}
