// Structured logs, one line for each request. The logger never gets personal data: paths are logged as the route's
// pattern, bodies and query strings never. `redact` is a second protection.
import { pino } from 'pino';
import { steadyMs } from './clock.ts';
import type { LogFields } from './log-fields.ts';
import { Brief, repeats } from './log-repeats.ts';
import { readable } from './readable-log.ts';

/** A field that the table of fields does not name makes the line an error of types. */
type Known<Fields> = Fields & { readonly [name in Exclude<keyof Fields, keyof LogFields>]: never };

interface Say {
  (message: string): void;
  <Fields extends object>(fields: Known<Fields>, message: string): void;
}

export type Log = Record<'fatal' | 'error' | 'warn' | 'info', Say>;

export type LogFormat = 'json' | 'text' | 'auto';

interface LogOutput {
  write(lines: string): void;
  flushSync?(): void;
}

/** The number by which the library knows `warn`; what is below is news, and no complaint. */
const warnNumber = 40;

const secret = ['authorization', 'x-api-key', 'x_api_key', 'cookie'];

/**
 * Lines are written together: one write for each was a tenth of the cost of a read. A process that is killed loses at
 * most this much.
 */
const together = { dest: 1, sync: false, minLength: 4_096, periodicFlush: 50 };

/** `auto`: JSON for programs, and text for a person at a terminal. */
export function logOutput(format: LogFormat = 'json'): LogOutput {
  const output = pino.destination(together);
  const isForPeople = format === 'text' || (format === 'auto' && process.stdout.isTTY === true);
  if (!isForPeople) return output;
  return {
    write: (lines) => void output.write(lines.replace(/.+/g, readable)),
    flushSync: () => output.flushSync(),
  };
}

/** A log that says nothing writes nothing, not even every fifty milliseconds. */
const nowhere: LogOutput = { write: () => {} };

const outputFor = (level: string): LogOutput => (level === 'silent' ? nowhere : logOutput());

/** `worker`: the number that each line of it names, where several processes serve together. */
export function makeLog(level: string, worker?: number, output: LogOutput = outputFor(level), nowMs = steadyMs): Log {
  const saidBefore = repeats(nowMs);
  return pino(
    {
      level,
      base: worker === undefined ? null : { worker },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secret.flatMap((name) => [`headers["${name}"]`, `req.headers["${name}"]`]), censor: '[hidden]' },
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: withoutValues },
      hooks: {
        logMethod(given, write, number) {
          const said = number < warnNumber ? given : saidBefore(given, number);
          if (said !== undefined) write.apply(this, said as typeof given);
        },
      },
    },
    output,
  );
}

/** Detail and query of a database error contain values; its code, message and stack are what a developer needs. */
function withoutValues(given: unknown): Record<string, unknown> {
  const [error, isBrief] = given instanceof Brief ? [given.error, true] : [given, false];
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? String(error.code) : undefined;
  // The message of a database error may quote a value (22P02 does): only its code is safe.
  const message = code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? 'database error' : error.message;
  if (isBrief) return { type: error.name, code, message };
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause === undefined ? {} : { cause: withoutValues(error.cause) };
  return { type: error.name, code, message, stack, ...cause };
}
