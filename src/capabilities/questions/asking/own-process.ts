// The server's process of a session, where it runs on this machine. No setting of the server bounds its memory: a list that an
// IN looks up is kept whole, however wrong the guess of its length was. No setting says either that others come first.
import { readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

interface AtServer {
  readonly processID: number | null;
  readonly user?: string | undefined;
}

/** How much memory it has. Undefined: the process runs elsewhere. */
export function memoryOfSession(session: AtServer): number | undefined {
  const id = ownProcessOf(session);
  if (id === undefined) return undefined;
  const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(read(`/proc/${id}/status`)) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
}

/**
 * All others get the processor first. It does not get its priority back, so nothing else may be asked in the session. It is
 * not the lowest priority: a process that hardly ever runs would keep others waiting for what it has locked just then.
 */
export function giveWay(session: AtServer): void {
  const id = ownProcessOf(session);
  if (id === undefined) return;
  const { PRIORITY_BELOW_NORMAL: lower, PRIORITY_LOW: lowest } = constants.priority;
  try {
    setPriority(id, Math.min(getPriority(id) + lower, lowest));
  } catch {
    // Where this is not allowed, it works all the same.
  }
}

function ownProcessOf({ processID, user }: AtServer): number | undefined {
  if (processID === null || user === undefined) return undefined;
  // On another machine the number is that of somebody else: the title of a process of the server names its login.
  const title = read(`/proc/${processID}/cmdline`);
  return title.startsWith('postgres: ') && title.split(/[ \0]/).includes(user) ? processID : undefined;
}

/** Empty: there is no such process. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
