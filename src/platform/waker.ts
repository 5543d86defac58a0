// Waits for a hint, but not for ever.

/** Wakes one waiter. A call while nobody waits is remembered. */
export interface Waker {
  wake(): void;
  wait(atMostMs: number): Promise<void>;
}

export function makeWaker(): Waker {
  let waiting: (() => void) | undefined;
  let woken = false;
  return {
    wake() {
      woken = true;
      waiting?.();
    },
    async wait(atMostMs) {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, atMostMs);
          waiting = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      waiting = undefined;
      woken = false;
    },
  };
}
