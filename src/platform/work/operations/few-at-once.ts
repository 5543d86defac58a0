// Of what somebody begins, only so much is at work at once, and the rest waits in its order: so nobody takes a process
// for themselves by beginning a lot.

/** `who` begins, `what` is done by `work` when its turn comes. What waits already does not wait twice. */
type InTurn = (who: string, what: string, work: () => Promise<void>) => Promise<void>;

interface Line {
  atWork: number;
  readonly waiting: Map<string, () => void>;
}

export function fewAtOnce(atWorkMax: number): InTurn {
  const lines = new Map<string, Line>();
  return async (who, what, work) => {
    const line = lines.get(who) ?? { atWork: 0, waiting: new Map() };
    lines.set(who, line);
    if (line.waiting.has(what)) return;
    if (line.atWork < atWorkMax) line.atWork += 1;
    else await new Promise<void>((begin) => line.waiting.set(what, begin));
    try {
      await work();
    } finally {
      passOn(line);
      if (line.atWork === 0) lines.delete(who);
    }
  };
}

/** The place goes to the one who has waited longest. */
function passOn(line: Line): void {
  const [next] = line.waiting;
  if (next === undefined) {
    line.atWork -= 1;
    return;
  }
  const [what, begin] = next;
  line.waiting.delete(what);
  begin();
}
