// Gathers single pieces of work into batches: what comes while a batch is at work is done together by the next one.

interface Waiting<Thing> {
  readonly thing: Thing;
  ended(isDone: boolean): void;
  failed(error: unknown): void;
}

interface Line<Thing> {
  atWork: number;
  readonly waiting: Map<string, Waiting<Thing>>;
}

type Work<Thing> = (
  things: readonly Thing[],
  failed: (thing: Thing, error: unknown) => void,
) => Promise<readonly Thing[]>;

interface Batches<Thing> {
  /** The most batches of one caller at once, and the most things in a batch. */
  readonly atOnceMax: number;
  readonly togetherMax: number;
  /** Fails as a whole, or says which failed. Returns those that it leaves to be done one by one. */
  readonly work: Work<Thing>;
}

/** `who` starts work, `what` names the thing. False: it is to be done by itself. What waits already is not added again. */
type Gather<Thing> = (who: string, what: string, thing: Thing) => Promise<boolean>;

export function inBatches<Thing>({ atOnceMax, togetherMax, work }: Batches<Thing>): Gather<Thing> {
  const lines = new Map<string, Line<Thing>>();
  const goOn = async (who: string, line: Line<Thing>): Promise<void> => {
    // What comes in the same turn of the loop is gathered first.
    await new Promise((begin) => setImmediate(begin));
    while (line.waiting.size > 0) {
      const batch = [...line.waiting.entries().take(togetherMax)];
      for (const [what] of batch) line.waiting.delete(what);
      await runBatch(
        batch.map(([, one]) => one),
        work,
      );
    }
    line.atWork -= 1;
    if (line.atWork === 0) lines.delete(who);
  };
  return (who, what, thing) => {
    const line = lines.get(who) ?? { atWork: 0, waiting: new Map() };
    lines.set(who, line);
    if (line.waiting.has(what)) return Promise.resolve(true);
    const end = new Promise<boolean>((ended, failed) => line.waiting.set(what, { thing, ended, failed }));
    if (line.atWork < atOnceMax) {
      line.atWork += 1;
      void goOn(who, line);
    }
    return end;
  };
}

/** Never fails: who waits for a thing hears of it. */
async function runBatch<Thing>(batch: readonly Waiting<Thing>[], work: Work<Thing>): Promise<void> {
  const errors = new Map<Thing, unknown>();
  const things = batch.map(({ thing }) => thing);
  const failed = (thing: Thing, error: unknown): void => void errors.set(thing, error);
  const left = await work(things, failed).catch((error) => {
    for (const thing of things) if (!errors.has(thing)) failed(thing, error);
    return [];
  });
  const alone = new Set<Thing>(left);
  for (const one of batch) {
    if (errors.has(one.thing)) one.failed(errors.get(one.thing));
    else one.ended(!alone.has(one.thing));
  }
}
