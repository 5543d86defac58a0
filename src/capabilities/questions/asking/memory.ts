// How much memory the server's process of a session has, where it runs on this machine. No setting of the server bounds it: a
// list that an IN looks up is kept whole, however wrong the guess of its length was.
import { readFileSync } from 'node:fs';

/** Undefined: the process runs elsewhere. */
export function memoryOfSession(processId: number | null, user: string | undefined): number | undefined {
  if (processId === null || user === undefined) return undefined;
  // On another machine the number is that of somebody else: the title of a process of the server names its login.
  const title = read(`/proc/${processId}/cmdline`);
  if (!title.startsWith('postgres: ') || !title.split(/[ \0]/).includes(user)) return undefined;
  const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(read(`/proc/${processId}/status`)) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
}

/** Empty: there is no such process. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
