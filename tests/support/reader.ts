// A reader who copies the samples of a document into a shell, one block after the other. Each `curl` and each `npx tenor`
// is really run; what they answered is written down, so that a test can look at it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Ran } from './one-process.ts';

export interface Block {
  /** Such as `README.md:17`. */
  readonly at: string;
  readonly code: string;
  /** What stands below the block: the status that it announces, and the answer that it shows. */
  readonly status: number | undefined;
  readonly shown: unknown;
  /** Why no test runs it, as the comment above it says: `<!-- not run: … -->`. */
  readonly notRun: string | undefined;
}

/** The blocks of shell commands in a document, with what it says about their answers. */
export function blocksOf(file: string, markdown: string): Block[] {
  const found = [...markdown.matchAll(/^(?:<!-- not run: (.+) -->\n)?```sh\n([\s\S]*?)^```\n/gm)];
  return found.map((match, i) => {
    const end = match.index + match[0].length;
    const below = markdown.slice(end, found[i + 1]?.index ?? markdown.length);
    const json = /^```json\n([\s\S]*?)^```/m.exec(below)?.[1];
    const status = /^\*\*(\d{3})\*\*/m.exec(below)?.[1];
    return {
      at: `${file}:${markdown.slice(0, match.index).split('\n').length}`,
      notRun: match[1],
      code: match[2] as string,
      status: status === undefined ? undefined : Number(status),
      shown: json === undefined ? undefined : JSON.parse(json),
    };
  });
}

export interface Command {
  readonly words: readonly string[];
  /** A call has its status. Another command has 200 if it ended well. */
  readonly status: number;
  readonly output: string;
}

interface ReaderOptions {
  readonly url: string;
  readonly key: string;
  /** Runs a command line of `tenor`; without it there is none. */
  readonly tenor?: (words: readonly string[]) => Promise<Ran>;
  readonly directory?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Other words that this reader puts in the place of those of the page, such as a port of their own. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Whom this reader means by an id that a page leaves open, where the block itself has shown none of its kind. */
  readonly ids?: Readonly<Record<string, string>>;
}

export interface Reader {
  /** Its commands, and the code with which the block ended. */
  run(code: string): Promise<{ readonly commands: readonly Command[]; readonly code: number; readonly said: string }>;
  /** The last id of this kind that an answer had. */
  lastId(prefix: string): string | undefined;
  close(): Promise<void>;
}

/** In front of the real one: writes down status and answer, and ends what would go on for ever. */
const curl = `#!/bin/sh
n=$(mktemp "$READER/calls/XXXXXXXX") && printf '%s\\n' "$n" >>"$READER/order"
most=90
for word in "$@"; do [ "$word" = -N ] && most=1; done
PATH="\${PATH#*:}" curl -sS --max-time "$most" -o "$n.body" -w '%{http_code}' "$@" >"$n.status"
code=$?
printf '%s\\0' curl "$@" >"$n"
cat "$n.body" 2>/dev/null
[ "$most" = 1 ] || exit "$code"
`;

/** Hands the words to the process of the test that runs command lines. */
const npx = `#!/bin/sh
[ "$1" = tenor ] || { echo "npx runs only tenor here" >&2; exit 127; }
n=$(mktemp "$READER/calls/XXXXXXXX") && printf '%s\\n' "$n" >>"$READER/order"
printf '%s\\0' "$@" >"$n"
PATH="\${PATH#*:}" curl -sS -o "$n.body" -w '%{http_code}' --data-binary "@$n" "$READER_TENOR" >"$n.status"
cat "$n.body"
[ "$(cat "$n.status")" = 200 ]
`;

export async function aReader({
  url,
  key,
  tenor,
  directory,
  environment = {},
  instead = {},
  ids = {},
}: ReaderOptions): Promise<Reader> {
  const home = mkdtempSync(join(tmpdir(), 'tenor-reader-'));
  const place = directory ?? join(home, 'place');
  furnish(home, place);
  /** What the commands of `tenor` have printed in this block. */
  const printed: string[] = [];
  const runner = createServer(async (request, response) => {
    const [, ...written] = (await text(request)).split('\0').slice(0, -1);
    const words = written.map((word) =>
      withIds(word, (prefix) => firstId(prefix, printed) ?? ids[prefix] ?? lastId(prefix)),
    );
    const { code, out, err } = (await tenor?.(words)) ?? { code: 1, out: '', err: 'no tenor here' };
    printed.push(out);
    response.writeHead(code === 0 ? 200 : 500).end(`${out}${err}`);
  });
  await new Promise<void>((listening) => runner.listen(0, '127.0.0.1', listening));
  const shell = spawn('sh', ['-s'], {
    cwd: place,
    env: {
      PATH: `${join(home, 'bin')}:${process.env.PATH}`,
      HOME: home,
      READER: home,
      READER_TENOR: `http://127.0.0.1:${(runner.address() as AddressInfo).port}`,
      TENOR_URL: url,
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A block may leave programs in the background: they end with the group of the shell.
    detached: true,
  });
  let said = '';
  let heard = () => {};
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (more) => {
      said += more;
      heard();
    });
  }
  shell.on('exit', () => heard());

  const all: Command[] = [];
  const lastId = (prefix: string): string | undefined => idsIn(prefix, outputs()).at(-1);
  const outputs = () => all.map(({ output }) => output);

  /** A newcomer puts in their own address, key, and the ids that an answer has shown. */
  const own = { 'http://127.0.0.1:4000': url, 'tenor_test_…': key, ...instead };
  const filledIn = (code: string): string =>
    Object.entries(own)
      .reduce((filled, [word, mine]) => filled.replaceAll(word, mine), code)
      .replace(/^(?!npx tenor ).*$/gm, (line) => withIds(line, lastId));

  async function run(code: string) {
    printed.length = 0;
    writeFileSync(join(home, 'order'), '');
    writeFileSync(join(home, 'block.sh'), filledIn(code));
    said = '';
    shell.stdin.write(`. "${join(home, 'block.sh')}"; code=$?; echo; echo "the block ended with $code"\n`);
    const ended = /the block ended with (\d+)\n$/;
    while (!ended.test(said)) {
      assert.equal(shell.exitCode, null, `the shell ended: ${said}`);
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
    const commands = readFileSync(join(home, 'order'), 'utf8')
      .split('\n')
      .filter((name) => name !== '')
      .map((name) => ({
        words: readFileSync(name, 'utf8').split('\0').slice(0, -1),
        status: Number(readFileSync(`${name}.status`, 'utf8')),
        output: existsSync(`${name}.body`) ? readFileSync(`${name}.body`, 'utf8') : '',
      }));
    all.push(...commands);
    return { commands, code: Number(ended.exec(said)?.[1]), said };
  }

  return {
    run,
    lastId,
    async close() {
      shell.stdin.end();
      if (shell.exitCode === null) process.kill(-(shell.pid as number));
      await new Promise<void>((closed) => runner.close(() => closed()));
      rmSync(home, { recursive: true });
    },
  };
}

/** With our own `curl` and `npx`, and the folders of the repository that samples name. */
function furnish(home: string, place: string): void {
  for (const folder of ['calls', 'bin', 'place']) mkdirSync(join(home, folder));
  for (const name of ['engine', 'examples'])
    if (!existsSync(join(place, name))) symlinkSync(resolve(name), join(place, name));
  for (const [name, script] of Object.entries({ curl, npx })) {
    writeFileSync(join(home, 'bin', name), script);
    chmodSync(join(home, 'bin', name), 0o755);
  }
}

const idsIn = (prefix: string, texts: readonly string[]): string[] =>
  texts.flatMap((one) => one.match(new RegExp(`\\b${prefix}-\\w{4}-\\w{4}\\b`, 'g')) ?? []);

const firstId = (prefix: string, texts: readonly string[]): string | undefined => idsIn(prefix, texts)[0];

/** With an id in the place of each `AK-…` that somebody knows one for. */
const withIds = (text: string, idOf: (prefix: string) => string | undefined): string =>
  text.replace(/\b([A-Z]{2})-…/g, (whole, prefix: string) => idOf(prefix) ?? whole);

/** The JSON in what a call printed, behind its headers if it shows them. */
export const bodyOf = (output: string): unknown => {
  const json = output.startsWith('HTTP/') ? output.slice(output.indexOf('\r\n\r\n') + 4) : output;
  return JSON.parse(json);
};

/** Where an answer is not what a page shows of it; `…` in a text stands for anything. Undefined: nowhere. */
export function differsAt(shown: unknown, answered: unknown, at = ''): string | undefined {
  if (typeof shown === 'string' && shown.includes('…')) {
    const [start = '', end = ''] = shown.split('…');
    const isLike = typeof answered === 'string' && answered.startsWith(start) && answered.endsWith(end);
    return isLike ? undefined : at;
  }
  if (typeof shown !== 'object' || shown === null) return shown === answered ? undefined : at;
  if (typeof answered !== 'object' || answered === null) return at;
  for (const [name, value] of Object.entries(shown)) {
    const differs = differsAt(value, (answered as Record<string, unknown>)[name], `${at}/${name}`);
    if (differs !== undefined) return differs;
  }
  return undefined;
}
