// `tenor import people FILE` and `tenor import loans FILE`: sends a file of JSON lines to a running service and shows
// the progress until each line is imported or reported. It talks to the service like any client.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from '#platform/config.ts';
import type { ImportResult } from '#platform/import/results.ts';
import type { OperationView } from '#platform/work/operations/operations.ts';
import { type Asked, whomToAsk } from './client.ts';
import { CommandFailed, print, say, type Values } from './command.ts';
import { progressBar } from './progress-bar.ts';
import { WrongUse } from './wrong-use.ts';

type What = 'people' | 'loans';

export const importPeople = (config: ClientConfig, values: Values, words: readonly string[]): Promise<void> =>
  importFile('people', config, values, words);

export const importLoans = (config: ClientConfig, values: Values, words: readonly string[]): Promise<void> =>
  importFile('loans', config, values, words);

interface Import extends Asked {
  readonly what: What;
}

async function importFile(what: What, config: ClientConfig, values: Values, words: readonly string[]): Promise<void> {
  const [file] = words;
  if (file === undefined) throw new WrongUse('One FILE is to be named, or - for what is piped in.');
  const service: Import = { ...whomToAsk(config, values), what };
  let sent: OperationView | undefined;
  process.once('SIGINT', () => {
    say(`\n${sent === undefined ? 'Nothing was imported: the file was not sent whole.' : howToLookOn(service, sent)}`);
    process.exit(130);
  });
  await mustTakeFiles(service);
  sent = await send(service, file, values.anew !== undefined);
  say(`The import is ${sent.id}.`);
  const ended = await untilEnded(service, sent.id);
  const failed = await report(service, ended, values.errors);
  if (ended.state !== 'succeeded') throw new CommandFailed(endOf(ended));
  if (failed > 0) throw new CommandFailed(`${failed} of ${sum(ended)} lines failed; the others stand.`);
}

const howToLookOn = ({ what }: Import, { id }: OperationView): string =>
  `The import goes on. GET /api/operations/${id} shows how far it is, as does this command with the same file; POST /api/${what}/import/${id}/cancel ends it.`;

const endOf = ({ id, state, error }: OperationView): string =>
  state === 'canceled'
    ? `The import ${id} was canceled; what was stored until then stays. --anew begins another one.`
    : `The import ${id} failed: ${(error as { message?: string } | null)?.message ?? 'the service does not say why'}`;

const countsOf = ({ result }: OperationView) =>
  ({ created: 0, existing: 0, failed: 0, ...result }) as { created: number; existing: number; failed: number };

function sum(operation: OperationView): number {
  const { created, existing, failed } = countsOf(operation);
  return created + existing + failed;
}

const call = ({ url, key }: Asked, path: string, options: RequestInit & { duplex?: 'half' } = {}): Promise<Response> =>
  fetch(`${url}/api${path}`, { ...options, headers: { ...options.headers, 'x-api-key': key } });

/** The message of a refusal, or that the answer did not come from Tenor. */
async function refusalOf({ url }: Asked, answer: Response): Promise<CommandFailed> {
  const { message, detail } = (await answer.json().catch(() => ({}))) as { message?: string; detail?: string };
  const said = message === undefined ? 'This is not the address of a Tenor.' : `${message} ${detail}`;
  return new CommandFailed(`${url} answered ${answer.status}. ${said}`);
}

const unreachable = ({ url }: Asked): CommandFailed =>
  new CommandFailed(`${url} cannot be reached. Is the service running, and is the address right?`);

/**
 * Asked before the file is sent, because a refusal in the middle of a large file would look like a broken connection.
 */
async function mustTakeFiles(service: Import): Promise<void> {
  const answer = await call(service, `/${service.what}/import/OP-AAAA-AAAA/results?limit=1`).catch(() => {
    throw unreachable(service);
  });
  const { errorType } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { errorType?: string };
  if (errorType !== 'NotFound') throw await refusalOf(service, answer);
}

/**
 * Returns the operation that imports the file. It is the earlier one if the same file was sent before, unless somebody
 * canceled that.
 */
async function send(service: Import, file: string, isAnew: boolean): Promise<OperationView> {
  if (file === '-') return upload(service, process.stdin, null, undefined);
  const { size } = await stat(file).catch((error) => {
    throw unreadable(file, error);
  });
  if (isAnew) return upload(service, createReadStream(file), size, undefined);
  return upload(service, createReadStream(file), size, `import ${service.what} ${await hashOf(file)}`);
}

const unreadable = (file: string, error: unknown): CommandFailed =>
  new CommandFailed(`${file} cannot be read: ${(error as Error).message}`);

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const part of createReadStream(file)) hash.update(part as Buffer);
  } catch (error) {
    throw unreadable(file, error);
  }
  return hash.digest('hex');
}

async function upload(
  service: Import,
  file: Readable,
  size: number | null,
  idempotencyKey: string | undefined,
): Promise<OperationView> {
  const bar = progressBar('bytes sent');
  let sent = 0;
  const counted = file.pipe(
    new Transform({
      transform(part: Buffer, _, done) {
        sent += part.length;
        bar.at(sent, size);
        done(null, part);
      },
    }),
  );
  file.on('error', (error) => counted.destroy(error));
  const answer = await call(service, `/${service.what}/import`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body: Readable.toWeb(counted) as ReadableStream,
    duplex: 'half',
  }).catch(() => {
    throw new CommandFailed('The file was not sent whole: the connection broke off. Nothing of it is imported.');
  });
  bar.end();
  if (!answer.ok) throw await refusalOf(service, answer);
  if (answer.headers.has('idempotent-replayed')) say('This file was sent before: its import goes on, or has ended.');
  return ((await answer.json()) as { data: OperationView }).data;
}

const lookEveryMs = 250;

/** Waits through a restart of the service, because the import then goes on. */
async function untilEnded(service: Import, id: string): Promise<OperationView> {
  const bar = progressBar('lines');
  let isAway = false;
  for (;;) {
    const answer = await call(service, `/operations/${id}`).catch(() => undefined);
    if (answer?.ok) {
      const { data } = (await answer.json()) as { data: OperationView };
      bar.at(data.progress.done, data.progress.total);
      isAway = false;
      if (data.state !== 'queued' && data.state !== 'running') {
        bar.end();
        return data;
      }
    } else if (answer !== undefined && answer.status < 500 && answer.status !== 429) {
      throw await refusalOf(service, answer);
    } else if (!isAway) {
      isAway = true;
      say('The service is away; waiting until it is back.');
    }
    await sleep(lookEveryMs);
  }
}

const printedMax = 10;

/** Prints the counts and the lines that failed. Returns how many failed. */
async function report(service: Import, operation: OperationView, errorsFile: string | undefined): Promise<number> {
  const { created, existing, failed } = countsOf(operation);
  print(`created   ${created}\nexisting  ${existing}\nfailed    ${failed}`);
  if (failed === 0) return 0;
  const answer = await call(service, `/${service.what}/import/${operation.id}/results.ndjson?outcome=failed`);
  if (!answer.ok || answer.body === null) throw await refusalOf(service, answer);
  const lines = createInterface({ input: Readable.fromWeb(answer.body as never), crlfDelay: Number.POSITIVE_INFINITY });
  if (errorsFile === undefined) {
    let printed = 0;
    for await (const line of lines) {
      if (printed === printedMax) break;
      print(sentenceOf(complaintOf(JSON.parse(line) as ImportResult)));
      printed += 1;
    }
    if (failed > printedMax) print(`and ${failed - printedMax} more; --errors FILE writes all of them to a file`);
    return failed;
  }
  await pipeline(lines, jsonLines, createWriteStream(errorsFile)).catch((error) => {
    throw new CommandFailed(`${errorsFile} cannot be written: ${(error as Error).message}`);
  });
  print(`The lines that failed are in ${errorsFile}.`);
  return failed;
}

async function* jsonLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(complaintOf(JSON.parse(line) as ImportResult))}\n`;
}

interface Complaint {
  readonly line: number;
  readonly field: string;
  readonly message: string;
  readonly remedy: string;
}

function complaintOf({ line, error }: ImportResult): Complaint {
  const { message, detail, data } = error as unknown as {
    readonly message: string;
    readonly detail: string;
    readonly data: { readonly path?: string; readonly expected?: string };
  };
  return { line, field: data.path ?? '', message, remedy: data.expected ?? detail };
}

const sentenceOf = ({ line, message, remedy }: Complaint): string => `line ${line}: ${message} (expected: ${remedy})`;
