// Lets so many begin at once; the others wait and come in their order.

export function waitingLine(atOnceMax: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = atOnceMax;
  return async (work) => {
    if (free === 0) await new Promise<void>((begin) => waiting.push(begin));
    else free -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
