// Limits how much of one caller's work runs at once; the rest waits in order. So no caller fills a process by starting
// a lot.

/**
 * `who` names the line, `what` the work, and `work` does it when its turn comes. Work that already waits is not added again,
 * nor is any where enough of the same waits: whoever starts it comes again. Where several share a line, `ofWhom` says whose
 * the work is: they have turns, and none of them fills the line for the others.
 */
type InTurn = (who: string, what: string, work: () => Promise<void>, ofWhom?: string) => Promise<void>;

interface Line {
  atWork: number;
  /** Each key says whose the work is. */
  readonly waiting: Map<string, Map<string, () => void>>;
}

/** How many may be at once is asked each time that some begins, so it may change. */
export function fewAtOnce(atWorkMax: (who: string) => number, waitingMax = Number.POSITIVE_INFINITY): InTurn {
  const lines = new Map<string, Line>();
  return async (who, what, work, ofWhom = who) => {
    const line = lines.get(who) ?? { atWork: 0, waiting: new Map() };
    lines.set(who, line);
    const own = line.waiting.get(ofWhom) ?? new Map<string, () => void>();
    if (own.has(what)) return;
    if (line.atWork < atWorkMax(who)) line.atWork += 1;
    else if (own.size >= waitingMax) return;
    else await new Promise<void>((begin) => line.waiting.set(ofWhom, own.set(what, begin)));
    try {
      await work();
    } finally {
      passOn(line, atWorkMax(who));
      if (line.atWork === 0) lines.delete(who);
    }
  };
}

/** Free turns go to one after the other, and of the work of each to what has waited longest. */
function passOn(line: Line, atWorkMax: number): void {
  line.atWork -= 1;
  for (const [ofWhom, own] of line.waiting) {
    if (line.atWork >= atWorkMax) return;
    const [first] = own;
    if (first === undefined) continue;
    const [what, begin] = first;
    own.delete(what);
    line.waiting.delete(ofWhom);
    if (own.size > 0) line.waiting.set(ofWhom, own);
    line.atWork += 1;
    begin();
  }
}
