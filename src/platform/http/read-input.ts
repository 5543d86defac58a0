// Reads a request by the declaration of its endpoint: the schemas are compiled once, for the first service of a process.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type TProperties } from 'typebox';
import { errors, Refusal } from '#platform/errors.ts';
import { compileInput } from '#platform/input/compile-input.ts';
import { parseForm } from '#platform/input/form.ts';
import { ignoredFieldsHeader } from '#platform/input/headers.ts';
import { parseJson } from '#platform/input/json.ts';
import { parseQuery } from '#platform/input/query.ts';
import { Bool, Described, Text } from '#platform/input/schemas.ts';
import { checkText } from '#platform/input/walk.ts';
import { ofEach } from '#platform/of-each.ts';
import { type Endpoint, type ErasedInput, pathParams, previewField } from './endpoint.ts';
import { readOnlyIn, stepsBack, type Version, type VersionStep, versions } from './versions.ts';

/** A body as it arrived: the bytes are needed for the idempotency hash, the kind for parsing. */
export interface RawBody {
  readonly kind: 'json' | 'form';
  readonly bytes: Buffer;
}

/** What the body of an endpoint may be: that of most, and that of one that takes lines. */
export const formsOfBody = 'application/json or application/x-www-form-urlencoded';
export const formOfLines = 'application/x-ndjson';

/** The parameter `sync` of all asynchronous endpoints. */
const syncQuery = {
  sync: Type.Optional(Described(Bool, { description: 'Wait until the work is done; 408 when that takes too long.' })),
};

/** The same as the header, for clients that cannot set one. */
const resumeQuery = {
  lastEventId: Type.Optional(
    Text({ min: 1, max: 64, description: 'Go on after the event with this id. The header Last-Event-ID wins.' }),
  ),
};

const previewed = Type.Optional(
  Described(Bool, {
    description: 'The same as in the body. True in either: nothing is done, what would be is shown.',
  }),
);

function previewQuery(endpoint: Endpoint): TProperties {
  const field = previewField(endpoint);
  return field === undefined ? {} : { [field]: previewed };
}

/** The query of an endpoint: its own parameters and those that follow from its shape. */
export const queryOf = (endpoint: Endpoint): TProperties => ({
  ...endpoint.query,
  ...previewQuery(endpoint),
  ...(endpoint.shape === 'operation' ? syncQuery : {}),
  ...(endpoint.shape === 'stream' ? resumeQuery : {}),
});

/**
 * A read that passed over a filter which it does not know would answer with everybody. What else is unknown, in a command,
 * is left out and named. To the address of a page that a browser opens, others on the way may add their own.
 */
const refusesUnknown = ({ method, shape }: Endpoint): boolean => method === 'GET' && shape !== 'page';

/** Compiled once, however many services a process opens: tests open hundreds. */
const inputsOf = ofEach((endpoint: Endpoint) => ({
  query: compileInput(Type.Object(queryOf(endpoint), refusesUnknown(endpoint) ? { additionalProperties: false } : {})),
  body: endpoint.body && compileInput(endpoint.body),
}));

/** Decodes the text of a query; what is passed over is named. */
export function queryReader(endpoint: Endpoint): (search: string) => { value: unknown; ignored: readonly string[] } {
  const passesOver = new Set(Object.keys(endpoint.passesOver ?? {}));
  const cursors = ['startingAfter', 'endingBefore'].filter((name) => endpoint.query?.[name] !== undefined);
  const { query } = inputsOf(endpoint);
  return (search) => {
    const { rest, passedOver } = without(withoutEmpty(parseQuery(search), cursors), passesOver);
    const { value, ignored } = query.decode(rest, 'query');
    return { value, ignored: [...passedOver, ...ignored] };
  };
}

/** Decodes a request; ignored fields are named in a header of the answer. */
export function inputReader(
  endpoint: Endpoint,
  steps: readonly VersionStep[],
): (request: FastifyRequest, reply: FastifyReply, call: { readonly version: Version }) => ErasedInput {
  const names = pathParams(endpoint.path);
  const readQuery = queryReader(endpoint);
  const { body } = inputsOf(endpoint);
  const { title } = endpoint.answer as { title?: string };
  const readOnly = new Map(versions.map((version) => [version, readOnlyIn(stepsBack(steps, title, version))]));
  return (request, reply, { version }) => {
    const params = request.params as Record<string, string>;
    for (const name of names) checkText(params[name] as string, name);
    const asked = readQuery((request.query as { raw: string }).raw);
    const sent = body && decodeBody(body, request.body as RawBody | Readable | undefined, readOnly.get(version));
    const ignored = ignoredFieldsHeader([...asked.ignored, ...(sent?.ignored ?? [])]);
    if (ignored !== undefined) reply.header('ignored-fields', ignored);
    return previewing(endpoint, { params, query: asked.value as ErasedInput['query'], body: sent?.value });
  };
}

/** When the query asks for a preview, the body says so too, because commands look there. */
function previewing(endpoint: Endpoint, input: ErasedInput): ErasedInput {
  const field = previewField(endpoint);
  if (field === undefined || input.query[field] !== true) return input;
  return { ...input, body: { ...(input.body as object | undefined), [field]: true } };
}

function decodeBody(
  input: ReturnType<typeof compileInput>,
  raw: RawBody | Readable | undefined,
  readOnly: ReadonlySet<string> = new Set(),
) {
  if (raw instanceof Readable) {
    const data = { path: 'Content-Type', expected: formsOfBody };
    throw new Refusal(errors.UnsupportedMediaType, 'JSON lines are not taken here.', { data });
  }
  const parsed = raw && (raw.kind === 'json' ? parseJson(raw.bytes) : parseForm(raw.bytes));
  const { rest, passedOver } = without(parsed ?? {}, readOnly);
  const { value, ignored } = input.decode(rest, raw?.kind ?? 'json');
  return { value, ignored: [...passedOver, ...ignored] };
}

/** Some clients begin their loop over the pages of a list with an empty cursor. */
function withoutEmpty(sent: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  const empty = new Set(names.filter((name) => sent[name] === ''));
  return empty.size === 0 ? sent : without(sent, empty).rest;
}

function without(sent: unknown, names: ReadonlySet<string>): { rest: unknown; passedOver: string[] } {
  const passedOver = Object.keys(sent as object).filter((name) => names.has(name));
  if (passedOver.length === 0) return { rest: sent, passedOver };
  const kept = Object.entries(sent as object).filter(([name]) => !names.has(name));
  return { rest: Object.fromEntries(kept), passedOver };
}
