// The refusals of the operations, by status. Operations with the same refusals share one answer.
import Type from 'typebox';
import { type ErrorKind, errorBody, errors, Refusal } from '#platform/errors.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { errorKindsOf } from '#platform/http/openapi.ts';
import { referTo, type SchemaBook } from './schema-book.ts';

type Json = Record<string, unknown>;

const ErrorSchema = Type.Object(
  {
    status: Type.Integer(),
    statusCode: Type.Integer({ description: 'The same.' }),
    errorType: Type.String({ description: 'Which error it is; /docs/errors explains each.' }),
    title: Type.String({ description: 'What such an error means.' }),
    message: Type.String({ description: 'What was wrong with this request.' }),
    detail: Type.String({ description: 'What to do about it.' }),
    data: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'Such as `path` and `errors`, the wrong fields; `docs`, the page that explains the error.',
      },
    ),
  },
  { title: 'Error' },
);

/** Refusals that any operation may answer with, whatever it does: described once, as 4XX and 5XX. */
const ofAny: ReadonlySet<ErrorKind> = new Set([
  errors.Unauthorized,
  errors.Forbidden,
  errors.BodyTooLarge,
  errors.UriTooLong,
  errors.UnsupportedMediaType,
  errors.Locked,
  errors.TooManyRequests,
  errors.InternalError,
  errors.Overloaded,
  errors.Unavailable,
]);

type Kinds = readonly [ErrorKind, ...ErrorKind[]];

/** The refusals of an operation by their status, without the statuses that any operation may answer with. */
const byStatus = (endpoint: Endpoint): Kinds[] =>
  [...Map.groupBy(new Set(errorKindsOf(endpoint)), (kind) => kind.status).values()].filter(
    (kinds): kinds is [ErrorKind, ...ErrorKind[]] => kinds.some((kind) => !ofAny.has(kind)),
  );

const said = ({ errorType, status, title }: ErrorKind): string => `\`${errorType}\` (${status}): ${title}.`;

export interface RefusalBook {
  write(endpoint: Endpoint): Json;
  shared(): Json;
}

export function refusalBook(endpoints: readonly Endpoint[], { write, illustrate }: SchemaBook): RefusalBook {
  illustrate(ErrorSchema, errorBody(example));
  const schema = write(ErrorSchema);
  const groups = endpoints.flatMap(byStatus);
  const answer = (kinds: readonly ErrorKind[]): Json => ({
    description: kinds.map(said).join('\n\n'),
    content: { 'application/json': { schema } },
  });
  return {
    write: (endpoint) => ({
      ...Object.fromEntries(byStatus(endpoint).map((kinds) => [kinds[0].status, referTo('responses', nameOf(kinds))])),
      '4XX': referTo('responses', 'Refused'),
      '5XX': referTo('responses', 'Failed'),
    }),
    shared: () => ({
      ...Object.fromEntries(groups.map((kinds) => [nameOf(kinds), answer(kinds)])),
      Refused: answer([...ofAny].filter(({ status }) => status < 500)),
      Failed: answer([...ofAny].filter(({ status }) => status >= 500)),
    }),
  };
}

const example = new Refusal(errors.InvalidRequest, 'name.lastName: is required', {
  data: { path: 'name.lastName', message: 'is required', expected: 'text of 1 to 100 characters' },
});

const nameOf = (kinds: Kinds): string => kinds.map(({ errorType }) => errorType).join('Or');
