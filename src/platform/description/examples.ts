// The examples of answers: what the calls of the examples were answered when they were recorded, and where no example can
// make the call, what the endpoint says itself.
import type { Endpoint } from '#platform/http/endpoint.ts';

/** By the names of endpoints: whole bodies, and texts where a body is no JSON. */
export type RecordedAnswers = Readonly<Record<string, unknown>>;

/** The whole answer; undefined where only other endpoints with such an answer have an example. */
export function answerShown(endpoint: Endpoint, recorded: RecordedAnswers): unknown {
  const { answer } = endpoint.example;
  return recorded[endpoint.name] ?? (answer === undefined ? undefined : enclosed(endpoint, answer));
}

function enclosed({ shape, status }: Endpoint, thing: unknown): unknown {
  if (shape === 'bare' || shape === 'page') return thing;
  if (shape !== 'list') return { status, data: thing };
  return { status, total: 1, count: 1, nextUrl: null, previousUrl: null, data: [thing] };
}

/** The one thing that an answer shows, or the first of several. */
export function thingShown(endpoint: Endpoint, recorded: RecordedAnswers): unknown {
  const { shape, name, example } = endpoint;
  if (['message', 'stream', 'page', 'content'].includes(shape)) return undefined;
  const answer = recorded[name];
  if (answer === undefined) return example.answer;
  if (shape === 'bare') return answer;
  if (shape === 'lines') return JSON.parse((answer as string).split('\n')[0] as string);
  const { data } = answer as { readonly data: unknown };
  return shape === 'list' ? (data as readonly unknown[])[0] : data;
}
