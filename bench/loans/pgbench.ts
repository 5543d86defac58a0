// The limit of pgbench: the same statement sent by a client in C. Its values are parameters too, and the statement
// draws the ids itself.
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Round } from '../load.ts';
import { type Place, serverOf } from '../service.ts';
import type { Seen } from './post-to-loans.ts';
import { statementOf } from './rows-written.ts';

export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0;

interface Script {
  readonly file: string;
  readonly variables: readonly string[];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export function writePgbench(place: Place, { writes, ids }: Seen, loanCount: number): Script {
  const variables = new Map<string, string>();
  const place_ = (value: string): string => {
    const name = variables.get(value) ?? `v${variables.size}`;
    variables.set(value, name);
    return `:${name}`;
  };
  const [person, loan, made] = ids as [string, string, string];
  const letters = `translate(lpad(:n::text, 8, '0'), '0123456789', 'ABCDEFGHIJ')`;
  const idOf = (prefix: string): string => `'${prefix}-' || substr(${letters}, 1, 4) || '-' || substr(${letters}, 5)`;
  const replaced = (value: string): string =>
    [
      [person, idOf('BO')],
      [loan, idOf('LN')],
      [made, `'TR-' || to_hex(:u::bigint)`],
    ].reduce(
      (sql, [id, drawn]) => (value.includes(id as string) ? `replace(${sql}, ${quoted(id as string)}, ${drawn})` : sql),
      `${place_(value)}::text`,
    );
  let events = 0;
  const statement = statementOf(writes, ids, {
    constant: place_,
    number: (value) => `(${value} + :m::integer)`,
    eventId: () => `'EV-' || to_hex(:u::bigint + ${++events})`,
    hash: () => `decode(md5(:u::text) || md5(:m::text), 'hex')`,
    withIds: (value) => `(${replaced(value)})`,
  });
  const file = join(place.directory, 'post.pgbench');
  const draws = [`n random(1, ${loanCount})`, 'u random(1, 1000000000000)', 'm random(1000, 2000000000)'];
  writeFileSync(file, `${draws.map((draw) => `\\set ${draw}\n`).join('')}${statement};\n`);
  return { file, variables: [...variables].map(([value, name]) => `${name}=${value}`) };
}

const run = promisify(execFile);

export async function runPgbench(
  place: Place,
  { file, variables }: Script,
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
    target: 'pgbench',
    connections,
    round,
    seconds,
    requests,
    perSecond: requests / seconds,
    processorMicrosPerRequest: Number.NaN,
  };
}
