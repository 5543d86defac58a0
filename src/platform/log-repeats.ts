// Lines that say the same again and again: while a database is down, each part of each process would complain in each
// second. The first is logged at once, the next after growing pauses, without a stack, and with how many were left out.
// An error by which several parts find out that the database is away has its stack once for all of them.
import { isUnreachable } from './sqlstate.ts';

/** An error that was logged with its stack before. */
export class Brief {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

type Line = readonly unknown[];

interface Said {
  atMs: number;
  pauseMs: number;
  leftOut: number;
}

const pauseMsMin = 5_000;
const pauseMsMax = 60_000;
const countedMax = 500;

/** Gives back what is to be logged; undefined: nothing. */
export function repeats(nowMs: () => number): (line: Line, level: number) => Line | undefined {
  const known = new Map<string, Said>();
  const met = new Map<string, number>();
  return (line, level) => {
    const key = keyOf(line, level);
    const now = nowMs();
    // Where in the program it was met does not matter then.
    const isAway = isUnreachable(partsOf(line)[0].err);
    const isMet = isAway && isKnown(met.get(errorOf(line)), now);
    if (isAway) keep(met, errorOf(line), now);
    const said = known.get(key);
    if (said === undefined || !isKnown(said.atMs, now)) {
      keep(known, key, { atMs: now, pauseMs: pauseMsMin, leftOut: 0 });
      return isMet ? shortened(line, 0) : line;
    }
    if (now - said.atMs < said.pauseMs) {
      said.leftOut += 1;
      return undefined;
    }
    const again = shortened(line, said.leftOut);
    Object.assign(said, { atMs: now, pauseMs: Math.min(2 * said.pauseMs, pauseMsMax), leftOut: 0 });
    return again;
  };
}

/** What was not heard of for so long is news. */
const isKnown = (atMs: number | undefined, now: number): boolean => atMs !== undefined && now - atMs <= 2 * pauseMsMax;

/** As the newest; the oldest goes where there are too many. */
function keep<Value>(all: Map<string, Value>, key: string, value: Value): void {
  all.delete(key);
  if (all.size >= countedMax) all.delete(all.keys().next().value as string);
  all.set(key, value);
}

const partsOf = ([first, message]: Line): [fields: Record<string, unknown>, message: unknown] =>
  typeof first === 'object' && first !== null ? [first as Record<string, unknown>, message] : [{}, first];

/** A number in the message of an error may be a port, or a time. */
function errorOf(line: Line): string {
  const {
    name,
    code,
    message = '',
  } = (partsOf(line)[0].err ?? {}) as { name?: string; code?: string; message?: string };
  return JSON.stringify([name, code, String(message).replace(/\d+/g, '0')]);
}

/** Requests differ and meet the same error. */
function keyOf(line: Line, level: number): string {
  const [{ err: _, requestId: __, ...others }, message] = partsOf(line);
  return JSON.stringify([level, message, others, errorOf(line)]);
}

function shortened(line: Line, leftOut: number): Line {
  const [fields, message] = partsOf(line);
  const repeated = leftOut === 0 ? {} : { repeated: leftOut };
  const { err } = fields;
  return [{ ...fields, ...repeated, ...(err === undefined ? {} : { err: new Brief(err) }) }, message];
}
