// What the description says of an endpoint, derived from its declaration: parameters, answer, refusals. The tests ask the
// same functions.
import Type, { type TSchema } from 'typebox';
import { type ErrorKind, errors } from '#platform/errors.ts';
import { Extended, StringEnum } from '#platform/input/schemas.ts';
import { type Endpoint, isRead, pathParams } from './endpoint.ts';
import { PageEnvelope, PartialPageEnvelope } from './pages.ts';
import { queryOf } from './read-input.ts';
import { standardVersion, versionOfSamples, versions } from './versions.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: true;
  readonly description?: string;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: TSchema;
  readonly example?: string;
}

export function parametersOf(endpoint: Endpoint): Parameter[] {
  const header = (name: string, description: string, schema: TSchema = Type.String()): Parameter => ({
    name,
    in: 'header',
    description,
    schema,
  });
  return [
    ...pathParams(endpoint.path).map(
      (name): Parameter => ({
        name,
        in: 'path',
        required: true,
        description: 'An id, or `ext-` and an external id where the object has one.',
        schema: Type.String(),
      }),
    ),
    ...Object.entries(queryOf(endpoint)).map(([name, schema]) => queryParameter(name, schema, endpoint)),
    header(
      'API-Version',
      `The version of the interface; without it, the key's, which is ${standardVersion} unless the key names another. Samples send ${versionOfSamples}.`,
      StringEnum(versions, { example: versionOfSamples }),
    ),
    ...(!isRead(endpoint) && !endpoint.open
      ? [header('Idempotency-Key', 'Makes the call safe to repeat for 24 hours.')]
      : []),
    ...(endpoint.remembers
      ? [header('If-None-Match', 'The ETag of an answer that you have: 304 if it still holds.')]
      : []),
    ...(guardsVersion(endpoint)
      ? [header('If-Match', 'The ETag of a read or a preview: 412 if it was changed since.')]
      : []),
    ...(endpoint.shape === 'content'
      ? [
          header(
            'Range',
            'A part of the content, as `bytes=0-99`: 206. Several parts at once are answered by the whole.',
          ),
        ]
      : []),
    ...(endpoint.shape === 'stream' ? [header('Last-Event-ID', 'Go on after the event with this id.')] : []),
  ];
}

const guardsVersion = ({ command, subject }: Endpoint): boolean =>
  command !== undefined && subject?.versioned !== undefined;

function queryParameter(name: string, schema: TSchema, { example }: Endpoint): Parameter {
  const isList = (schema as { type?: string }).type === 'array';
  const value = example.query?.[name];
  return {
    name,
    in: 'query',
    ...(isList ? { style: 'form', explode: false } : {}),
    schema,
    ...(value === undefined ? {} : { example: value }),
  };
}

const statusOf = (status: number) => Type.Integer({ examples: [status] });
const Done = Type.Object({ status: statusOf(200), message: Type.String({ examples: ['done'] }) }, { title: 'Done' });

/** The schema of the whole answer, with its envelope; for a stream that of one event, for lines that of one line. */
export function answerSchema(endpoint: Endpoint): TSchema {
  const { shape, status, answer, says, extra, wholeUnlessPaged = false, counts } = endpoint;
  if (['stream', 'lines', 'bare', 'page', 'content'].includes(shape)) return answer;
  if (shape === 'message') return Done;
  if (shape === 'list') {
    const envelope = wholeUnlessPaged ? PartialPageEnvelope : PageEnvelope;
    return Extended(envelope, { data: Type.Array(answer), ...extra }, pageTitle(endpoint));
  }
  const count = counts && { count: Type.Integer({ description: `How many \`${counts}\` there are.` }) };
  const message = says && { message: Type.String({ examples: [says] }) };
  return Type.Object({ status: statusOf(status), ...message, ...count, data: answer });
}

/** A page that tells more than its objects has a name: several endpoints may answer with it. */
function pageTitle({ answer, extra }: Endpoint): { title?: string } {
  const { title } = answer as { title?: string };
  return extra === undefined || title === undefined ? {} : { title: `${title}Page` };
}

/** Every kind of refusal that an endpoint may answer with: the declared ones and those that follow from its form. */
export function errorKindsOf(endpoint: Endpoint): ErrorKind[] {
  const { body, line, takes, make, command, subject, shape, open } = endpoint;
  return [
    errors.InvalidRequest,
    errors.UnknownVersion,
    ...(endpoint.query?.startingAfter || shape === 'stream' ? [errors.UnknownCursor] : []),
    ...(open ? [] : [errors.Unauthorized, errors.Forbidden]),
    ...(body ? [errors.InvalidJson, errors.InvalidForm, errors.BodyTooLarge, errors.UnsupportedMediaType] : []),
    ...(body && holdsMetaData(body) ? [errors.InvalidMetaData] : []),
    ...(line || takes ? [errors.BodyTooLarge, errors.UnsupportedMediaType] : []),
    ...(line || takes ? [errors.IncompleteRequest, errors.Locked] : []),
    ...(shape === 'content' ? [errors.RangeNotSatisfiable] : []),
    ...(subject ? [subject.notFound] : namesObject(endpoint) ? [errors.NotFound] : []),
    ...(((command || takes || make) && subject?.refusesChange) ?? []),
    ...endpoint.errors,
    ...(!isRead(endpoint) && !open ? [errors.IdempotencyKeyReused, errors.IdempotencyKeyInUse] : []),
    ...(endpoint.showsSecret ? [errors.SecretShownOnce] : []),
    ...(command || make ? [errors.Locked] : []),
    ...(guardsVersion(endpoint) ? [errors.PreconditionFailed] : []),
    ...(shape === 'operation' ? [errors.RequestTimeout] : []),
    // What goes on for long asks again who it is for.
    ...(shape === 'operation' || shape === 'lines' || (takes && !open) ? [errors.KeyEnded] : []),
    errors.UriTooLong,
    errors.TooManyRequests,
    errors.InternalError,
    ...(shape === 'stream' || open ? [] : [errors.Overloaded]),
    errors.Unavailable,
  ];
}

/** Whether its path names an object. What is open to everybody need not say whether there is such an object. */
const namesObject = ({ path, open }: Endpoint): boolean => open === undefined && pathParams(path).length > 0;

function holdsMetaData(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  return (schema as { 'x-tenor'?: unknown })['x-tenor'] === 'metaData' || Object.values(schema).some(holdsMetaData);
}
