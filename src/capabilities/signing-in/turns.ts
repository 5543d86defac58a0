// Turns for work that costs much, one at a time. A free turn goes to those who wait one after the other, however many
// requests of one wait: whoever sends many waits for their own.

interface Waiting {
  begin(): void;
  refuse(): void;
}

interface Turns {
  /** Resolves when it is the turn of `who`; false: too many wait. Whoever got a turn ends it. */
  take(who: string): Promise<boolean>;
  end(): void;
}

export function turns(waitingMax: number): Turns {
  const queues = new Map<string, Waiting[]>();
  let isTaken = false;
  let waiting = 0;

  /** Where all places are full, whoever has the most gives one up for somebody who has fewer. */
  function makePlace(own: number): boolean {
    if (waiting < waitingMax) return true;
    const longest = [...queues.values()].reduce((a, b) => (b.length > a.length ? b : a));
    if (longest.length <= own + 1) return false;
    longest.pop()?.refuse();
    waiting -= 1;
    return true;
  }

  return {
    async take(who) {
      if (!isTaken) {
        isTaken = true;
        return true;
      }
      const queue = queues.get(who) ?? [];
      if (!makePlace(queue.length)) return false;
      waiting += 1;
      return new Promise((resolve) => {
        queue.push({ begin: () => resolve(true), refuse: () => resolve(false) });
        queues.set(who, queue);
      });
    },
    end() {
      const [next] = queues;
      if (next === undefined) {
        isTaken = false;
        return;
      }
      const [who, queue] = next;
      queues.delete(who);
      const first = queue.shift();
      if (queue.length > 0) queues.set(who, queue);
      waiting -= 1;
      first?.begin();
    },
  };
}
