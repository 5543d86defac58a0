// Command lines that work on the database of a house, as those of an operator work on the one of a service.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { House } from './house.ts';
import { inOneProcess, type Ran } from './one-process.ts';
import { testKey, testServer } from './server.ts';

/** They end when somebody ends them. */
const endless: ReadonlySet<string | undefined> = new Set(['listen', 'worker']);

/** Call it in a describe: the process ends after its tests. */
export function commandLinesOf(
  house: () => House,
  directory?: string,
  own: () => Record<string, string> = () => ({}),
): (words: readonly string[]) => Promise<Ran> {
  const run = inOneProcess(directory);
  return (words) => {
    const environment = { PATH: process.env.PATH, ...databaseOf(house()), ...clientOf(house()), ...own() };
    if (endless.has(words[0])) return untilItSpeaks(words, environment);
    const ran = run(words, environment);
    return words[0] === 'doctor' ? ran.then(butForTheDisk) : ran;
  };
}

/** The server of the tests does not wait for its disk, which the doctor rightly calls an error. */
const butForTheDisk = (ran: Ran): Ran => (/^error +(?! |durability)/m.test(ran.out) ? ran : { ...ran, code: 0 });

/** What commands that talk to the service are told: its address. */
function clientOf({ app }: House): Record<string, string> {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? { TENOR_URL: `http://127.0.0.1:${address.port}` } : {};
}

const bin = fileURLToPath(new URL('../../cli/tenor.mjs', import.meta.url));

/** It works once it says something; then it is ended, as its user would by Ctrl-C. */
function untilItSpeaks(words: readonly string[], env: Record<string, string | undefined>): Promise<Ran> {
  const child = spawn(process.execPath, [bin, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      out += text;
      child.kill('SIGINT');
    });
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: out === '' ? code : 0, out, err: '' })));
}

function databaseOf({ database }: House): { readonly DATABASE_URL: string; readonly ENCRYPTION_KEY: string } {
  const { user, password, host, port } = testServer().owner;
  const login = `${encodeURIComponent(String(user))}:${encodeURIComponent(String(password ?? ''))}`;
  const place = `${encodeURIComponent(String(host))}${port === undefined ? '' : `:${port}`}`;
  return {
    DATABASE_URL: `postgres://${login}@${place}/${database}`,
    ENCRYPTION_KEY: testKey.toString('base64'),
  };
}
