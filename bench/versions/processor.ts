// The processor time of a service and of its database server, whatever processes they consist of.
import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  /** Its own, and that of the children which have ended. */
  readonly micros: number;
}

/** Linux counts in ticks of a hundredth of a second. */
const microsPerTick = 10_000;

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [processOf(Number(pid), readFileSync(`/proc/${pid}/stat`, 'utf8'))];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

function processOf(pid: number, stat: string): Process {
  const [begin, end] = [stat.indexOf('(') + 1, stat.lastIndexOf(')')];
  // After the name: state and parent, and from the 12th on user and system time, then those of ended children.
  const fields = stat.slice(end + 2).split(' ');
  const ticks = [11, 12, 13, 14].reduce((sum, i) => sum + Number(fields[i]), 0);
  return { pid, name: stat.slice(begin, end), parent: Number(fields[1]), micros: ticks * microsPerTick };
}

interface Spent {
  readonly service: number;
  readonly database: number;
}

/** `server` is the database server's first process; it may be a child of the service. */
export function spentBy(service: number, server: number): Spent {
  const all = processes();
  const children = Map.groupBy(all, ({ parent }) => parent);
  const sumOf = (pid: number): number =>
    (children.get(pid) ?? []).reduce(
      (sum, child) => sum + (child.pid === server ? 0 : sumOf(child.pid)),
      all.find((one) => one.pid === pid)?.micros ?? 0,
    );
  return { service: sumOf(service), database: sumOf(server) };
}
