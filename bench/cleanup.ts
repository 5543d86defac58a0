// What was started is ended, whatever happens: at the end of a figure, on a failure, on Ctrl-C.

export interface Cleanup {
  add(undo: () => Promise<void>): void;
  /** The last first; one that fails does not keep the others from running. */
  run(): Promise<void>;
}

export function makeCleanup(): Cleanup {
  const undos: (() => Promise<void>)[] = [];
  return {
    add: (undo) => void undos.push(undo),
    async run() {
      for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) {
        await undo().catch((error) => console.error('cleaning up:', error));
      }
    },
  };
}
