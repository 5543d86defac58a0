// The command line: a table of commands, each with its own help.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { isZone } from '@tenor/engine/values/zone.ts';
import { createCompany } from '#capabilities/access/index.ts';
import { type Config, readClientConfig, readConfig, readSettings, WrongSettings } from '#platform/config.ts';
import { EmbeddedUnavailable } from '#platform/db/embedded/index.ts';
import { MigrationRefused } from '#platform/db/migrate.ts';
import { DatabaseRefused } from '#platform/db/prepare.ts';
import { Refusal } from '#platform/errors.ts';
import { backupCommands } from './cli-backup.ts';
import { type CalcCommand, CalcRefused, calcCommands } from './cli-calc.ts';
import { databaseCommands } from './cli-database.ts';
import { doctorCommand } from './cli-doctor.ts';
import { rotateCommand } from './cli-encryption.ts';
import { importCommands } from './cli-import.ts';
import { createKeyByHand, listKeysByHand, revokeKeyByHand } from './cli-keys.ts';
import { ListenRefused, listenCommand } from './cli-listen.ts';
import { erasePersonCommand } from './cli-person.ts';
import { LoansDiffer, verify, verifyUsage } from './cli-verify.ts';
import type { ClientCommand } from './client.ts';
import { type Command, CommandFailed, print, say, type Values, withService } from './command.ts';
import { noSuchCommand } from './nearest-command.ts';
import { realmOf } from './realm-of.ts';
import { sentencesByCode } from './sentences-by-code.ts';
import { productVersion } from './server.ts';
import { start, work } from './start.ts';
import { WrongUse } from './wrong-use.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
const commands: readonly Command[] = [
  {
    name: 'start',
    usage: 'tenor start [--workers N]',
    summary:
      'Run the service: API, docs and background work, by several processes on one port. Starts the embedded database unless DATABASE_URL is set.',
    options: { workers: 'How many processes serve; WORKERS if not given, else the cores, at most 4. 1: one process.' },
    run: (config, { workers }) => start({ ...config, workers: workersOf(workers, config) }, print),
  },
  {
    name: 'worker',
    usage: 'tenor worker',
    summary: 'Run the relay and the workers only, beside one or several services.',
    options: {},
    run: (config) => work(config),
  },
  {
    name: 'migrate',
    usage: 'tenor migrate',
    summary: 'Bring the database up to date, and do nothing else. The start does it as well.',
    options: {},
    run: (config) =>
      withService(config, async ({ database }) =>
        print(
          database.migrationsRun === 0 ? 'The database is up to date.' : `${database.migrationsRun} migrations ran.`,
        ),
      ),
  },
  {
    name: 'company create',
    usage: 'tenor company create --name NAME [--timezone ZONE]',
    summary: 'Create a company in both modes and print its first keys, once.',
    options: { name: 'Its name.', timezone: 'Its time zone; COMPANY_TIMEZONE if not given.' },
    run: (config, values) =>
      withService(config, async (service) => {
        const name = values.name?.trim() || missing('--name');
        const timezone = values.timezone ?? config.companyTimezone;
        if (!isZone(timezone)) throw new WrongUse(`--timezone must be a time zone such as America/Chicago.`);
        const { companyId, keys } = await createCompany(service, { name, timezone });
        print(`company   ${companyId}\nlive key  ${keys.live}\ntest key  ${keys.test}`);
      }),
  },
  {
    name: 'key create',
    usage: 'tenor key create --name NAME [--mode live|test] [--company ID] [--permissions a,b] [--expires DATE-TIME]',
    summary: 'Create an API key and print it, once.',
    options: {
      name: 'What it is for.',
      mode: 'live or test; test if not given.',
      company: 'Needed where there are several companies.',
      permissions: 'Such as person:read,person:list; all of them if not given.',
      expires: 'From then on it is refused.',
    },
    run: (config, values) =>
      withService(config, async (service) =>
        print(await createKeyByHand(service, await realmOf(service, values), values)),
      ),
  },
  {
    name: 'key list',
    usage: 'tenor key list [--mode live|test] [--company ID]',
    summary: 'List the API keys of a company, with their modes and permissions.',
    options: { mode: 'live or test; both if not given.', company: 'Needed where there are several companies.' },
    run: (config, values) =>
      withService(config, async (service) => {
        const modes = values.mode === undefined ? ['live', 'test'] : [values.mode];
        const realms = await Promise.all(modes.map((mode) => realmOf(service, { ...values, mode })));
        print(await listKeysByHand(service, realms));
      }),
  },
  {
    name: 'key revoke',
    usage: 'tenor key revoke ID [--mode live|test] [--company ID]',
    summary: 'Revoke an API key. It is refused within a second, everywhere.',
    options: { mode: 'live or test; test if not given.', company: 'Needed where there are several companies.' },
    run: (config, values, [id]) =>
      withService(config, async (service) => {
        await revokeKeyByHand(service, await realmOf(service, values), id ?? missing('the id of the key'));
        print('Revoked.');
      }),
  },
  {
    ...verifyUsage,
    name: 'verify',
    run: (config, values) => withService(config, (service) => verify(service, config, values, { print, say })),
  },
  ...backupCommands,
  ...databaseCommands,
];

export async function main(words: readonly string[]): Promise<number> {
  try {
    const command = commandOf(words);
    if (command === undefined) {
      if (words.length > 0 && words[0] !== 'help' && !isHelp(words)) throw new WrongUse(noSuchCommand(words, names));
      print(help());
      return 0;
    }
    const rest = words.slice(command.name.split(' ').length);
    if (isHelp(rest)) {
      print(helpOf(command));
      return 0;
    }
    const { values, positionals } = parse(command, rest);
    if ('compute' in command) await command.compute(values, positionals);
    else if ('ask' in command) await command.ask(readClientConfig(), values as Values, positionals);
    else await command.run(readConfig(), values as Values, positionals);
    return 0;
  } catch (error) {
    return answerTo(error);
  }
}

const isHelp = (words: readonly string[]): boolean => words.some((word) => word === '--help' || word === '-h');

type AnyCommand = Command | ClientCommand | CalcCommand;

const everyCommand: readonly AnyCommand[] = [
  ...commands,
  doctorCommand,
  rotateCommand,
  erasePersonCommand,
  listenCommand,
  ...importCommands,
  ...calcCommands,
];

const names = everyCommand.map(({ name }) => name);

const commandOf = (words: readonly string[]): AnyCommand | undefined =>
  everyCommand.find(({ name }) => name.split(' ').every((part, i) => words[i] === part));

function parse(command: AnyCommand, args: readonly string[]) {
  const options: Options = Object.fromEntries([
    ...Object.keys(command.options).map((name) => [name, { type: 'string' }]),
    ...Object.keys(flagsOf(command)).map((name) => [name, { type: 'boolean' }]),
  ]);
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    return { values: values as Readonly<Record<string, string | boolean | undefined>>, positionals };
  } catch (error) {
    throw new WrongUse(`${(error as Error).message}\n\n${helpOf(command)}`);
  }
}

/** A problem that a person can solve is printed as a sentence; any other error with its stack. */
function answerTo(error: unknown): number {
  const sentences = [
    WrongSettings,
    WrongUse,
    CalcRefused,
    ListenRefused,
    DatabaseRefused,
    MigrationRefused,
    LoansDiffer,
    CommandFailed,
  ];
  if ([...sentences, EmbeddedUnavailable, Refusal].some((kind) => error instanceof kind)) {
    say((error as Error).message);
    return error instanceof WrongUse || error instanceof CalcRefused ? 2 : 1;
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  say(sentencesByCode[code] ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
  return 1;
}

function workersOf(given: string | undefined, { workers }: Config): number {
  if (given === undefined) return workers;
  const { config, wrong } = readSettings({ WORKERS: given });
  if (wrong.length > 0) throw new WrongUse(wrong.join('\n').replace('WORKERS', '--workers'));
  return config.workers;
}

const missing = (what: string): never => {
  throw new WrongUse(`${what} is missing.`);
};

function help(): string {
  const width = Math.max(...everyCommand.map(({ name }) => name.length));
  const lines = everyCommand.map(
    ({ name, summary }) => `  ${name.padEnd(width)}  ${summary.split('. ')[0]?.replace(/\.$/, '')}.`,
  );
  return `Tenor ${productVersion}: loan servicing and collections.\n\n${lines.join('\n')}\n\n"tenor COMMAND --help" tells more. Settings are environment variables; README.md lists them.`;
}

const flagsOf = (command: AnyCommand) => ('flags' in command ? (command.flags ?? {}) : {});

function helpOf(command: AnyCommand): string {
  const { usage, summary, options } = command;
  const lines = Object.entries({ ...options, ...flagsOf(command) }).map(
    ([name, meaning]) => `  --${name.padEnd(12)} ${meaning}`,
  );
  return `${usage}\n\n${summary}${lines.length === 0 ? '' : `\n\n${lines.join('\n')}`}`;
}
