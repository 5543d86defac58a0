// The texts that the processes of a run send to a database, for the runner, which looks at all of them when the tests have
// ended. Each is noted once: what goes with it is not.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { textsOf } from './recorded-statements.ts';

const directory = process.env.TENOR_NOTES_STATEMENTS;

if (directory !== undefined) {
  const texts = new Set<string>();
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    for (const text of textsOf(args[0])) texts.add(text);
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  process.on('exit', () => writeFileSync(join(directory, `${process.pid}.json`), JSON.stringify([...texts])));
}
