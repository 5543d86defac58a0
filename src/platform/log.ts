// Structured logs, one line for each request. The logger never gets personal data: paths are logged as the route's
// pattern, bodies and query strings never. `redact` is a second protection.
import { type Logger, pino } from 'pino';

export type Log = Logger;

const secret = ['authorization', 'x-api-key', 'x_api_key', 'cookie'];

/**
 * Lines are written together: one write for each was a tenth of the cost of a read. A process that is killed loses at
 * most this much.
 */
const together = { dest: 1, sync: false, minLength: 4_096, periodicFlush: 50 };

export const logOutput = () => pino.destination(together);

/** `worker`: the number that each line of it names, where several processes serve together. */
export const makeLog = (level: string, worker?: number, output = logOutput()): Log =>
  pino(
    {
      level,
      base: worker === undefined ? null : { worker },
      redact: { paths: secret.flatMap((name) => [`headers["${name}"]`, `req.headers["${name}"]`]), censor: '[hidden]' },
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: withoutValues },
    },
    output,
  );

/** Detail and query of a database error contain values; its code, message and stack are what a developer needs. */
function withoutValues(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? String(error.code) : undefined;
  // The message of a database error may quote a value (22P02 does): only its code is safe.
  const message = code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? 'database error' : error.message;
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause === undefined ? {} : { cause: withoutValues(error.cause) };
  return { type: error.name, code, message, stack, ...cause };
}
