// A line of the log as a person reads it at a terminal.
import { styleText } from 'node:util';

const colours = { fatal: 'red', error: 'red', warn: 'yellow', info: 'green', debug: 'gray', trace: 'gray' } as const;

/** Something else than a line of ours, such as a warning of Node.js, stays as it is. */
export function readable(line: string): string {
  const said = parsed(line);
  if (said === undefined) return line;
  const { time, level, msg, worker, err, ...others } = said;
  const name = String(level) as keyof typeof colours;
  const fields = Object.entries({ ...others, ...(worker === undefined ? {} : { worker }) });
  const rest = fields.map(([field, value]) => `${field}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const head = `${String(time).slice(11, 23)} ${styleText(colours[name] ?? 'gray', name.padEnd(5))} ${harmless(msg)}`;
  const tail = rest.length === 0 ? '' : `  ${styleText('gray', harmless(rest.join(' ')))}`;
  return [`${head}${tail}`, ...linesOf(err)].join('\n');
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const said: unknown = JSON.parse(line);
    return typeof said === 'object' && said !== null && 'msg' in said ? { ...said } : undefined;
  } catch {
    return undefined;
  }
}

function linesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { type, code, message, stack, cause } = error as Record<string, unknown>;
  const what = [type, code, message].filter(Boolean).map(harmless).join(' ');
  const frames = Array.isArray(stack) ? stack.map((frame) => `    ${harmless(frame).trim()}`) : [];
  return [`  ${what}`, ...frames, ...linesOf(cause)];
}

/** A text of somebody else could move the cursor and overwrite what was printed. */
const harmless = (text: unknown): string =>
  String(text).replace(/[\p{Cc}\p{Cf}]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
