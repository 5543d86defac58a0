// The answers of success. Operations with the same answer share it.
import type { TSchema } from 'typebox';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { answerSchema } from '#platform/http/openapi.ts';
import { contentOf } from './contents.ts';
import { answerShown, type RecordedAnswers } from './examples.ts';
import { jsonLines } from './json-lines.ts';
import { referTo, type SchemaBook } from './schema-book.ts';

type Json = Record<string, unknown>;

export interface AnswerBook {
  write(endpoint: Endpoint): Json;
  shared(): Json;
}

export function answerBook(endpoints: readonly Endpoint[], schemas: SchemaBook, recorded: RecordedAnswers): AnswerBook {
  const written = new Map(
    endpoints.map((endpoint) => [endpoint, answerOf(endpoint, schemas, answerShown(endpoint, recorded))]),
  );
  const uses = Map.groupBy(endpoints, (endpoint) => nameOf(endpoint));
  const isShared = (endpoint: Endpoint): boolean => {
    const [first, ...others] = (nameOf(endpoint) && uses.get(nameOf(endpoint))) || [];
    const text = (one: Endpoint): string => JSON.stringify(written.get(one));
    return first !== undefined && others.length > 0 && text(first) === text(endpoint);
  };
  return {
    write: (endpoint) =>
      isShared(endpoint) ? referTo('responses', nameOf(endpoint) as string) : (written.get(endpoint) as Json),
    shared: () =>
      Object.fromEntries([
        ['NotModified', { description: 'What you have, by its ETag, still holds.' }],
        ...endpoints.filter(isShared).map((endpoint) => [nameOf(endpoint), written.get(endpoint)] as const),
      ]),
  };
}

/** `Loan` for one, `LoanPage` for a list. */
function nameOf({ shape, answer, says, extra }: Endpoint): string | undefined {
  if (shape === 'message') return 'Done';
  const { title } = answer as { title?: string };
  if (title === undefined || extra !== undefined || ['stream', 'lines', 'page', 'content'].includes(shape))
    return undefined;
  if (shape === 'list') return `${title}Page`;
  return says === undefined ? title : `${title}WithMessage`;
}

function answerOf(endpoint: Endpoint, { write, hasExample }: SchemaBook, shown: unknown): Json {
  const { shape, answer } = endpoint;
  const schema = write(answerSchema(endpoint));
  const example = shown === undefined ? {} : { example: shown };
  if (shape === 'stream') {
    const { title } = answer as { title?: string };
    const description = `Server-sent events. Of each, \`data\` holds one ${title} as JSON on one line.`;
    return { description, content: { 'text/event-stream': { schema: { type: 'string' }, ...example } } };
  }
  if (shape === 'lines') return jsonLines(schema, shown);
  if (shape === 'content') {
    const { content } = contentOf(['*/*']);
    const schema = { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] };
    const address = endpoint.query?.returnUrl === undefined ? {} : { 'application/json': { schema } };
    return { description: 'The bytes; 206 for a part of them.', content: { ...content, ...address } };
  }
  if (shape === 'page') {
    const { contentType = 'text/plain' } = endpoint;
    const headers = { Location: { description: 'Where to go on.', schema: { type: 'string' } } };
    const content = { [contentType]: { schema, ...example } };
    return { description: 'Done.', ...(endpoint.status === 303 ? { headers } : {}), content };
  }
  // The example of an answer stands with the schema of what it shows.
  const stands = shape === 'message' || hasExample(answer as TSchema);
  return { description: 'Done.', content: { 'application/json': { schema, ...(stands ? {} : example) } } };
}
