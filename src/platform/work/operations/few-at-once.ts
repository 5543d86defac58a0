// Limits how much of one caller's work runs at once; the rest waits in order. So no caller fills a process by starting
// a lot.

/**
 * `who` starts work, `what` names it, and `work` does it when its turn comes. Work that already waits is not added
 * again, nor is any where enough waits: whoever starts it comes again.
 */
type InTurn = (who: string, what: string, work: () => Promise<void>) => Promise<void>;

interface Line {
  atWork: number;
  readonly waiting: Map<string, () => void>;
}

/** How many may be at once is asked each time that some begins, so it may change. */
export function fewAtOnce(atWorkMax: (who: string) => number, waitingMax = Number.POSITIVE_INFINITY): InTurn {
  const lines = new Map<string, Line>();
  return async (who, what, work) => {
    const line = lines.get(who) ?? { atWork: 0, waiting: new Map() };
    lines.set(who, line);
    if (line.waiting.has(what)) return;
    if (line.atWork < atWorkMax(who)) line.atWork += 1;
    else if (line.waiting.size >= waitingMax) return;
    else await new Promise<void>((begin) => line.waiting.set(what, begin));
    try {
      await work();
    } finally {
      passOn(line, atWorkMax(who));
      if (line.atWork === 0) lines.delete(who);
    }
  };
}

/** Free turns go to the work that has waited longest. */
function passOn(line: Line, atWorkMax: number): void {
  line.atWork -= 1;
  for (const [what, begin] of line.waiting) {
    if (line.atWork >= atWorkMax) return;
    line.waiting.delete(what);
    line.atWork += 1;
    begin();
  }
}
