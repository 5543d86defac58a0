// What was started is ended, whatever happens: at the end of a figure, on a failure, on Ctrl-C.

export interface Cleanup {
  add(undo: () => Promise<void>): void;
  /** The last first; one that fails does not keep the others from running. */
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
      // On Ctrl-C the measuring fails as its service goes: it then waits for the same end, instead of ending first.
      running ??= undoAll().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
