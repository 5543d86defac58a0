// Ends everything that was started, in every case: at the end of a figure, after a failure, on Ctrl-C.

export interface Cleanup {
  add(undo: () => Promise<void>): void;
  /** Runs the steps in reverse order. A step that fails does not stop the others. */
  run(): Promise<void>;
}

export function makeCleanup(): Cleanup {
  const undos: (() => Promise<void>)[] = [];
  let running: Promise<void> | undefined;
  const undoAll = async (): Promise<void> => {
    for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) {
      await undo().catch((error) => console.error('cleaning up:', error));
    }
  };
  return {
    add: (undo) => void undos.push(undo),
    run() {
      // On Ctrl-C the measuring fails, because its service ends. It then waits for this same clean-up and does not end
      // first.
      running ??= undoAll().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
