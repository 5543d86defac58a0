// The bank itself, a process that may be killed at any moment: `bank-child.ts HOME SEED`. It takes what was sent to it, and
// closes the day that stands in the file `closing`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beginAgain, closeDay, closingFile, give, takeSent } from './books.ts';

const [home, seed] = [String(process.argv[2]), Number(process.argv[3])];
beginAgain(home);
for (;;) {
  takeSent(home);
  const closing = join(home, closingFile);
  if (existsSync(closing)) closeDay(home, readFileSync(closing, 'utf8'), seed);
  await give(home, seed, () => sleep(300));
  await sleep(20);
}
