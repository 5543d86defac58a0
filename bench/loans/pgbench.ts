// The limit of pgbench: the same statement sent by a client in C. Its values are parameters too, and the statement
// draws the ids itself.
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Round } from '../load.ts';
import { type Place, serverOf } from '../service.ts';
import { drawnInSql } from './drawn-in-sql.ts';
import { type Seen, statementOf } from './rows-written.ts';

export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0;

interface Script extends Pick<Seen, 'schema'> {
  readonly file: string;
  readonly variables: readonly string[];
}

export function writePgbench(place: Place, seen: Seen, loanCount: number): Script {
  const variables = new Map<string, string>();
  const quote = (value: string): string => {
    const name = variables.get(value) ?? `v${variables.size}`;
    variables.set(value, name);
    return `:${name}`;
  };
  const statement = statementOf(seen, drawnInSql(seen.ids, { quote, name: (of) => `:${of}` }));
  const file = join(place.directory, `post-${seen.schema}.pgbench`);
  const draws = [`n random(1, ${loanCount})`, 'u random(1, 1000000000000)', 'm random(1000, 2000000000)'];
  writeFileSync(file, `${draws.map((draw) => `\\set ${draw}\n`).join('')}${statement};\n`);
  return { schema: seen.schema, file, variables: [...variables].map(([value, name]) => `${name}=${value}`) };
}

const run = promisify(execFile);

export async function runPgbench(
  place: Place,
  { schema, file, variables }: Script,
  { connections, seconds, round }: Pick<Round, 'connections' | 'seconds' | 'round'>,
): Promise<Round> {
  const { host, port, user, password, database } = serverOf(place);
  const args = ['--no-vacuum', '-M', 'prepared', '-c', String(connections), '-j', '1', '-T', String(seconds)];
  const given = variables.flatMap((variable) => ['-D', variable]);
  const { stdout } = await run(
    'pgbench',
    [...args, '-h', host, '-p', String(port), '-U', user, '-f', file, ...given, database],
    { maxBuffer: 1e7, env: { ...process.env, PGPASSWORD: password } },
  );
  const requests = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1]);
  const failed = Number(/failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0);
  if (!(requests > 0) || failed > 0) throw new Error(`pgbench: ${stdout}`);
  return {
    target: `pgbench ${schema}`,
    connections,
    round,
    seconds,
    requests,
    perSecond: requests / seconds,
    processorMicrosPerRequest: Number.NaN,
  };
}
