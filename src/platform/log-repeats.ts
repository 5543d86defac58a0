// Lines that say the same again and again: while a database is down, each part of each process would complain in each
// second. The first is logged at once, the next after growing pauses, without a stack, and with how many were left out.

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
  return (line, level) => {
    const key = keyOf(line, level);
    const now = nowMs();
    const said = known.get(key);
    // What was not heard of for so long is news.
    if (said === undefined || now - said.atMs > 2 * pauseMsMax) {
      known.delete(key);
      if (known.size >= countedMax) known.delete(known.keys().next().value as string);
      known.set(key, { atMs: now, pauseMs: pauseMsMin, leftOut: 0 });
      return line;
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

/** Requests differ and meet the same error. A number in its message may be a port, or a time. */
function keyOf(line: Line, level: number): string {
  const [fields, message] = typeof line[0] === 'object' && line[0] !== null ? line : [{}, line[0]];
  const { err, requestId: _, ...others } = fields as Record<string, unknown>;
  const { name, code, message: why = '' } = (err ?? {}) as { name?: string; code?: string; message?: string };
  return JSON.stringify([level, message, others, name, code, String(why).replace(/\d+/g, '0')]);
}

function shortened(line: Line, leftOut: number): Line {
  const [fields, message] = typeof line[0] === 'object' && line[0] !== null ? line : [{}, line[0]];
  const repeated = leftOut === 0 ? {} : { repeated: leftOut };
  const { err } = fields as { err?: unknown };
  return [{ ...(fields as object), ...repeated, ...(err === undefined ? {} : { err: new Brief(err) }) }, message];
}
