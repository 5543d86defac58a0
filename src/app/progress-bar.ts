// Shows the progress of long work: on a terminal one line that is written over, elsewhere (a log, a pipe) a line now
// and then.
import { stopwatch } from '#platform/clock.ts';

interface ProgressBar {
  /** Shows that `done` of `total` is finished; `null`: the total is unknown. */
  at(done: number, total: number | null): void;
  /** Leaves the last state on the screen, on a line of its own. */
  end(): void;
}

interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const width = 24;
const everyMs = { terminal: 100, log: 5_000 };

/** `unit`: the things that are counted, in the plural. */
export function progressBar(unit: string, screen: Screen = process.stderr): ProgressBar {
  const passedMs = stopwatch();
  const everyFor = screen.isTTY ? everyMs.terminal : everyMs.log;
  let shownMs = Number.NEGATIVE_INFINITY;
  let last: { done: number; total: number | null } | undefined;
  let shown: string | undefined;
  function show(): void {
    if (last === undefined) return;
    const line = lineOf(last.done, last.total, unit, passedMs());
    if (line === shown) return;
    shown = line;
    shownMs = passedMs();
    screen.write(screen.isTTY ? `\r${line.slice(0, (screen.columns ?? 80) - 1)}\u001b[K` : `${line}\n`);
  }
  return {
    at(done, total) {
      last = { done, total };
      if (passedMs() - shownMs >= everyFor) show();
    },
    end() {
      show();
      if (screen.isTTY && shown !== undefined) screen.write('\n');
    },
  };
}

function lineOf(done: number, total: number | null, unit: string, passedMs: number): string {
  const rate = passedMs < 500 ? '' : `, ${count(Math.round((done * 1000) / passedMs))} a second`;
  if (total === null || total === 0) return `${count(done)} ${unit}${rate}`;
  const part = Math.min(1, done / total);
  const full = Math.floor(part * width);
  const bar = `${'█'.repeat(full)}${'░'.repeat(width - full)}`;
  return `${bar} ${String(Math.floor(part * 100)).padStart(3)} %  ${count(done)} of ${count(total)} ${unit}${rate}`;
}

const count = (n: number): string => n.toLocaleString('en-US');
