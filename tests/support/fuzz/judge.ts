// Judges whether the description allows an answer.
import { versions } from '#platform/http/versions.ts';
import { answerOf, type DescribedAnswer, type Description, fits } from './description.ts';
import type { FuzzRequest } from './request.ts';
import type { Answered } from './send.ts';

/** What is wrong with the answer, or undefined. */
export function complaintOf(request: FuzzRequest, answer: Answered, description: Description): string | undefined {
  try {
    return judged(request, answer, description);
  } catch (error) {
    return `the answer cannot be read: ${(error as Error).message}`;
  }
}

function judged(request: FuzzRequest, answer: Answered, { refusal }: Description): string | undefined {
  const { status, headers } = answer;
  if (status >= 500) return `${status} ${JSON.stringify(answer.body).slice(0, 300)}`;
  if (request.method === 'HEAD' || request.method === 'TRACE') return undefined;
  const described = request.meetsOperation ? answerOf(request.operation, status) : undefined;
  if (request.meetsOperation && described === undefined) return `${status} is not described`;
  const type = headers['content-type'] ?? '';
  const expected = described?.contentType ?? (status < 400 ? '' : 'application/json');
  if (!fits(type, expected)) return `${status} came as ${type}`;
  if (headers['request-id'] === undefined) return 'it has no request-id';
  if (status >= 400) return wrongRefusal(request, answer, described, refusal);
  return isNewest(request) ? wrongBody(described, answer) : undefined;
}

/** Older versions show less, which only the changelog describes. */
const isNewest = ({ headers }: FuzzRequest): boolean => headers['api-version'] === versions.at(-1);

function wrongBody(described: DescribedAnswer | undefined, { status, body }: Answered): string | undefined {
  const type = described?.contentType;
  const bodies = type === 'application/json' ? [body] : type === 'application/x-ndjson' ? linesOf(String(body)) : [];
  const complaint = bodies.map((one) => described?.complaint(one)).find((found) => found !== undefined);
  return complaint && `the body of the ${status} does not fit: ${complaint}`;
}

/** Other errors are about the state of things: a loan that is active already has no wrong field. */
const aboutInput = /^(?:Invalid|Unknown)/;

const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

interface ErrorBody {
  readonly status: number;
  readonly statusCode: number;
  readonly errorType: string;
  readonly title: string;
  readonly message: string;
  readonly detail: string;
  readonly data: { readonly path?: unknown; readonly expected?: unknown; readonly errors?: readonly unknown[] };
}

function wrongRefusal(
  request: FuzzRequest,
  { status, body }: Answered,
  described: DescribedAnswer | undefined,
  refusal: DescribedAnswer,
): string | undefined {
  const complaint = refusal.complaint(body);
  if (complaint !== undefined) return `the error of the ${status} has not the form: ${complaint}`;
  const error = body as ErrorBody;
  if (error.status !== status || error.statusCode !== status) return `a ${status} that says ${error.status}`;
  if (described !== undefined && !described.errorTypes.has(error.errorType)) {
    return `${status} ${error.errorType} is not described, only ${[...described.errorTypes].join(', ')}`;
  }
  if (error.message === '' || error.title === '' || error.detail === '') return 'an error without its words';
  const { path, expected } = error.data;
  if (status === 400 && aboutInput.test(error.errorType) && typeof path !== 'string')
    return `${error.errorType} without data.path: ${error.message}`;
  if (error.errorType === 'InvalidRequest' && request.meetsOperation && !expected) {
    return `InvalidRequest without data.expected: ${error.message}`;
  }
  const told = JSON.stringify(error);
  if (request.marks.some((mark) => told.includes(mark))) return `a value comes back in the error: ${error.message}`;
  return undefined;
}
