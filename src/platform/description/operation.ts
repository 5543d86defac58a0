// One endpoint as an operation of the description.
import type { TSchema } from 'typebox';
import type { Endpoint } from '#platform/http/endpoint.ts';
import type { AnswerBook } from './answers.ts';
import { contentOf } from './contents.ts';
import { jsonLines } from './json-lines.ts';
import type { ParameterBook } from './parameters.ts';
import type { RefusalBook } from './refusals.ts';
import { referTo, type SchemaBook } from './schema-book.ts';

type Json = Record<string, unknown>;

export interface Books {
  readonly tagOf: (endpoint: Endpoint) => string;
  readonly schemas: SchemaBook;
  readonly parameters: ParameterBook;
  readonly answers: AnswerBook;
  readonly refusals: RefusalBook;
}

export function operationOf(endpoint: Endpoint, books: Books): Json {
  const { name, summary, description, shape, status } = endpoint;
  const body = requestOf(endpoint, books);
  const done = books.answers.write(endpoint);
  return {
    operationId: name,
    tags: [books.tagOf(endpoint)],
    summary,
    description: [description, needsOf(endpoint), ofBorrowers(endpoint)].filter(Boolean).join('\n\n'),
    ...(endpoint.openTo === 'everybody' ? { security: [] } : {}),
    parameters: books.parameters.write(endpoint),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...(shape === 'operation' ? { '200': done } : {}),
      [String(status)]: done,
      ...(shape === 'content' ? { '206': done } : {}),
      ...(endpoint.mayBeNothing ? { '204': { description: endpoint.mayBeNothing } } : {}),
      ...(endpoint.remembers ? { '304': referTo('responses', 'NotModified') } : {}),
      ...books.refusals.write(endpoint),
    },
  };
}

const needsOf = ({ openTo, permission, kinds }: Endpoint): string =>
  ({
    permitted: `Needs the permission ${[permission, ...kinds].map((one) => `\`${one}\``).join(' or ')}.`,
    signedIn: 'For whoever has signed in, about themselves.',
    everybody: 'Needs no credentials.',
  })[openTo];

/** Says what a signed-in borrower may send to a command. */
function ofBorrowers({ borrowers }: Endpoint): string | undefined {
  if (borrowers?.sends === undefined) return undefined;
  const fields = borrowers.sends.map((field) => `\`${field}\``).join(', ');
  return `A borrower who has signed in may do this ${borrowers.perDay} times in a day, and send ${fields || 'nothing'}.`;
}

function requestOf({ body, line, takes, example }: Endpoint, { schemas }: Books): Json | undefined {
  if (takes !== undefined) {
    const { content } = contentOf(takes.types, example.body);
    return { required: true, content: { ...content, ...(takes.asForm ? formOfFile : {}) } };
  }
  if (line !== undefined) return { required: true, ...jsonLines(schemas.write(line), example.body) };
  if (body === undefined) return undefined;
  const schema = schemas.write(body);
  const content = {
    'application/json': { schema, example: example.body },
    'application/x-www-form-urlencoded': { schema },
  };
  return { ...(isRequired(body) ? { required: true } : {}), content };
}

const formOfFile: Json = {
  'multipart/form-data': {
    schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
  },
};

const isRequired = (body: TSchema): boolean => ((body as { required?: string[] }).required ?? []).length > 0;
