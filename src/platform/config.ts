// Every setting with its default and its reason. Only this file reads the environment. README.md shows the same table,
// and a test compares the two.
import { resolve } from 'node:path';
import { isZone } from '@tenor/engine/values/zone.ts';
import { type BlobSettings, blobSettings } from './blob-settings.ts';
import { parseDevHosts } from './dev-hosts.ts';
import type { LogFormat } from './log.ts';
import { machineLimits, workersFitting } from './machine-limits.ts';
import { mistypedSettings } from './mistyped-settings.ts';
import { type ScannerSettings, scannerSettings } from './scanner-settings.ts';
import { type SendingSettings, sendingSettings } from './sending-settings.ts';
import { isHttpUrl, isLogLevel, isLongKey, isPostgresUrl, isTrustProxy, listOf } from './setting-forms.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** How many processes serve the port. */
  readonly workers: number;
  /** Null: the address on which the server listens. */
  readonly publicUrl: string | null;
  readonly companyTimezone: string;
  readonly trustProxy: boolean | string;
  readonly dataDirectory: string;
  readonly databaseUrl: string | null;
  /** Where requests enter a cluster; none: at `databaseUrl`. */
  readonly requestsDatabaseUrls: readonly string[];
  /** Where questions in SQL are asked; null: at `databaseUrl`. */
  readonly reportingDatabaseUrl: string | null;
  readonly encryptionKey: string | null;
  /** The keys before it, the newest first. */
  readonly encryptionKeysPrevious: readonly string[];
  readonly bootstrapKeys: { readonly live: string | null; readonly test: string | null };
  readonly logLevel: string;
  readonly logFormat: LogFormat;
  readonly logAddresses: LogAddresses;
  readonly syncTimeoutMs: number;
  readonly lockWaitMs: number;
  readonly statementTimeoutMs: number;
  readonly requestsMax: number;
  readonly answersMemoryMb: number;
  readonly limitsPerMinute: { readonly key: number; readonly company: number; readonly address: number };
  readonly guessesPerMinute: number;
  readonly webhookDevHosts: ReadonlySet<string>;
  /** Below it are the folders in which files are left for banks; null: none. */
  readonly bankFilesDirectory: string | null;
  readonly blobs: BlobSettings;
  /** Who scans contents; null: nobody. */
  readonly scanner: ScannerSettings | null;
  readonly sending: SendingSettings;
}

/** How much of a client's address the log names: nothing, its network, or the whole. */
export type LogAddresses = 'none' | 'network' | 'whole';

interface Setting {
  readonly name: string;
  readonly standard: string;
  readonly meaning: string;
}

const folderOf = (text: string): string | null => (text === '' ? null : resolve(text));

/** A person who looks up borrowers by hand needs fewer. */
export const guessesPerMinute = 60;

const portUsual = 4000;

/** More cores than these are better used by the database. */
const workersUsual = 4;
const workersMax = 64;

/** In the order of the README. */
export const settings: readonly Setting[] = [
  { name: 'PORT', standard: String(portUsual), meaning: 'Port of the HTTP server; 0 takes a free one.' },
  { name: 'HOST', standard: '127.0.0.1', meaning: 'Address it listens on; `0.0.0.0` for all.' },
  {
    name: 'WORKERS',
    standard: 'cores, at most 4',
    meaning:
      'Processes that serve the port together; 1: the whole service is one process. Limits of a container count: of processor time as cores, and of memory, which two workers need 768 MiB of. What is bounded below is bounded for all of them together.',
  },
  {
    name: 'PUBLIC_URL',
    standard: '`http://HOST:PORT`',
    meaning:
      'Where clients reach the service. All links in answers start with it, never with the Host header. Where HOST stands for all addresses, the default is 127.0.0.1.',
  },
  {
    name: 'COMPANY_TIMEZONE',
    standard: 'America/New_York',
    meaning: 'Time zone of the company that the very first start creates.',
  },
  {
    name: 'TRUST_PROXY',
    standard: 'false',
    meaning:
      'The addresses of your proxies, whose `X-Forwarded-For` header is trusted. `true` trusts the header from every client; that is safe only where nobody but your proxy can connect.',
  },
  { name: 'DATA_DIR', standard: './data', meaning: 'Home of the embedded PostgreSQL and of its encryption key.' },
  {
    name: 'DATABASE_URL',
    standard: '(none)',
    meaning: 'A PostgreSQL 15 or newer of your own; nothing embedded starts then. Of a Citus cluster: its coordinator.',
  },
  {
    name: 'REQUESTS_DATABASE_URL',
    standard: '(none)',
    meaning:
      'Nodes of a Citus cluster, separated by commas, to which the connections of requests go in turn; one that is down is passed over. All else goes to `DATABASE_URL`, and requests too when it is not set.',
  },
  {
    name: 'REPORTING_DATABASE_URL',
    standard: '(none)',
    meaning:
      'A replica of `DATABASE_URL` at which questions in SQL are asked: their load stays there, and their answers may be some seconds old. Its login counts only where the account of `DATABASE_URL` may not make roles, since otherwise each company has a login of its own: then all questions are asked by it. It may be the same server with another login.',
  },
  {
    name: 'ENCRYPTION_KEY',
    standard: '(made on first start)',
    meaning:
      '32 bytes in base64 or hex, for personal data at rest. Made and kept in `DATA_DIR` with the embedded server; required with `DATABASE_URL`.',
  },
  {
    name: 'ENCRYPTION_KEY_PREVIOUS',
    standard: '(none)',
    meaning:
      'The key before, while `ENCRYPTION_KEY` is being changed: until `tenor encryption rotate` has ended, both are needed. Several are separated by commas.',
  },
  {
    name: 'BOOTSTRAP_LIVE_KEY',
    standard: '(none)',
    meaning: 'A fixed first live key of at least 32 characters, for automation.',
  },
  { name: 'BOOTSTRAP_TEST_KEY', standard: '(none)', meaning: 'The same for the first test key.' },
  {
    name: 'LOG_LEVEL',
    standard: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
  {
    name: 'LOG_FORMAT',
    standard: 'auto',
    meaning: '`json` for programs, `text` for people; `auto`: text at a terminal, and JSON elsewhere.',
  },
  {
    name: 'LOG_ADDRESSES',
    standard: 'none',
    meaning:
      'What the line of a request names of where its client is: `none`, `network` (the first 24 bits of an address, of version 6 the first 48) or `whole`. A whole address is about a person, and stays in the log when the person is erased.',
  },
  {
    name: 'SYNC_TIMEOUT_MS',
    standard: '20000',
    meaning: 'How long a call with `sync=true` waits before it answers 408.',
  },
  { name: 'LOCK_WAIT_MS', standard: '2000', meaning: 'How long a write waits for a lock before it answers 423.' },
  {
    name: 'STATEMENT_TIMEOUT_MS',
    standard: '30000',
    meaning:
      'How long the database may work on one statement before it is stopped, 423; one that does not even say so two seconds later is taken for lost, 503.',
  },
  {
    name: 'REQUESTS_MAX',
    standard: '256',
    meaning:
      'Requests under way at once; what comes beyond is refused at once with 503 and `Retry-After`. One key gets half of them at the most, a company two thirds: 429. 0 turns the bound off.',
  },
  {
    name: 'ANSWERS_MEMORY_MB',
    standard: '64',
    meaning:
      'Memory for answers that may be given again while nothing has changed: for ten minutes at the most, with the personal data in them. 0: none is kept.',
  },
  {
    name: 'RATE_LIMIT_PER_MINUTE',
    standard: '60000',
    meaning: 'Requests a minute for each API key; 0 turns the limit off.',
  },
  {
    name: 'RATE_LIMIT_COMPANY_PER_MINUTE',
    standard: '120000',
    meaning: 'The same for all API keys of a company together.',
  },
  {
    name: 'RATE_LIMIT_ADDRESS_PER_MINUTE',
    standard: '1200',
    meaning:
      'The same for each address (of version 6: each /64) that shows no API key we know: guesses, docs, health, metrics.',
  },
  {
    name: 'GUESSES_PER_MINUTE',
    standard: '60',
    meaning:
      'Searches for an identity number a minute for each API key, by which a number could be guessed; for all keys of a company and mode together five times as many. 0 turns the limit off.',
  },
  {
    name: 'WEBHOOK_DEV_HOSTS',
    standard: '(none)',
    meaning:
      'Hosts such as `127.0.0.1:9999`, separated by commas, that webhooks and single sign-on may reach although they are inside, over http too. For development only.',
  },
  {
    name: 'BANK_FILES_DIR',
    standard: '(none)',
    meaning:
      'Below it, in a folder for each mode and company, files are left for banks that are not reached by SFTP: a program of yours takes them there. All processes must share it.',
  },
  {
    name: 'BLOBS_DIR',
    standard: '(none)',
    meaning:
      'A folder for the contents of new documents, in place of the database: sealed, a file each. All processes must share it, and `tenor backup` has only its rows: copy the folder too.',
  },
  {
    name: 'BLOBS_S3_URL',
    standard: '(none)',
    meaning:
      'A bucket for them, at a store that speaks the protocol of S3: `https://storage.example.com/bucket`. https, unless on the same machine. Like `BLOBS_DIR`, which it precedes, it has to be backed up by itself.',
  },
  { name: 'BLOBS_S3_REGION', standard: 'us-east-1', meaning: 'The region that its requests are signed for.' },
  { name: 'BLOBS_S3_ACCESS_KEY', standard: '(none)', meaning: 'The id of the key by which they are signed.' },
  { name: 'BLOBS_S3_SECRET_KEY', standard: '(none)', meaning: 'The secret of this key.' },
  {
    name: 'SCANNER_CLAMD',
    standard: '(none)',
    meaning:
      'A scanner for the contents of documents that speaks the protocol of clamd: its socket `/run/clamav/clamd.ctl`, or its address `127.0.0.1:3310`. A content is given to nobody until it was found clean.',
  },
  {
    name: 'SCANNER_COMMAND',
    standard: '(none)',
    meaning:
      'The same by a program that reads a content from its standard input and ends with 0 for a clean one, with 1 where it has found something: `/usr/bin/clamdscan --stdout --no-summary -`.',
  },
  {
    name: 'SMTP_URL',
    standard: '(none)',
    meaning:
      'The mail server that takes emails: `smtp://user:password@mail.example.com:587`, or `smtps://` for TLS from the start. Without TLS only on the same machine.',
  },
  { name: 'MAIL_FROM', standard: '(none)', meaning: 'Who emails come from: `Acme <loans@example.com>`.' },
  {
    name: 'MESSAGES_WEBHOOK_URL',
    standard: '(none)',
    meaning:
      'Where text messages and calls are posted to, for a provider of yours to send. It may be inside; https, unless on the same machine.',
  },
  {
    name: 'MESSAGES_WEBHOOK_SECRET',
    standard: '(none)',
    meaning:
      'Signs them like webhooks, and what comes back at `/communicator/inbound`: 32 bytes in base64, as `openssl rand -base64 32` prints.',
  },
  {
    name: 'DKIM_DOMAIN',
    standard: '(none)',
    meaning: 'Emails are signed for this domain, that of MAIL_FROM as a rule; it goes with the next two.',
  },
  {
    name: 'DKIM_SELECTOR',
    standard: '(none)',
    meaning: 'The public key stands in the DNS at `SELECTOR._domainkey.DOMAIN`.',
  },
  {
    name: 'DKIM_PRIVATE_KEY_FILE',
    standard: '(none)',
    meaning: 'A file with the RSA key that signs, in PEM, as `openssl genrsa 2048` prints.',
  },
  {
    name: 'BOUNCE_DOMAIN',
    standard: '(none)',
    meaning:
      'What cannot be delivered comes back to an address of this domain that names the message: `b+…@bounces.example.com`. All its mail should arrive in one mailbox.',
  },
  {
    name: 'BOUNCES_IMAP_URL',
    standard: '(none)',
    meaning:
      'This mailbox: `imaps://user:password@mail.example.com/INBOX`. What was read is moved to the folder `Tenor` beside it, what is none of ours to `Tenor-Other`. Without TLS only on the same machine.',
  },
  {
    name: 'LETTERS_DIR',
    standard: '(none)',
    meaning:
      'Below it, in a folder for each company, letters are left for a printer: PDFs, and each day an index of them. All processes must share it.',
  },
  {
    name: 'LETTERS_SFTP_URL',
    standard: '(none)',
    meaning:
      'The same at a printer that is reached by SFTP: `sftp://user@press.example.com:22/incoming`. LETTERS_DIR precedes it.',
  },
  {
    name: 'LETTERS_SFTP_HOST_KEY',
    standard: '(none)',
    meaning: 'The fingerprint of the key of its host, as `ssh-keygen -l` shows it: `SHA256:…`.',
  },
  { name: 'LETTERS_SFTP_KEY_FILE', standard: '(none)', meaning: 'A file with the private key of the user.' },
];

/** The message has one sentence for each wrong setting, which says what would be right. */
export class WrongSettings extends Error {}

type Environment = Record<string, string | undefined>;

export function readConfig(environment: Environment = process.env): Config {
  const { config, wrong } = readSettings(environment);
  if (wrong.length > 0) throw new WrongSettings(wrong.join('\n'));
  return config;
}

export interface ReadSettings {
  /** Wrong settings are in it as they were given, for a caller that continues with them. */
  readonly config: Config;
  readonly wrong: readonly string[];
  /** The names of the settings that were given. */
  readonly given: readonly string[];
  /** A sentence for each name that is none of a setting and nearly one. */
  readonly mistyped: readonly string[];
}

export function readSettings(environment: Environment = process.env): ReadSettings {
  const wrong: string[] = [];
  const read = settingReader(environment, wrong);
  const host = read.text('HOST', '127.0.0.1');
  const port = read.whole('PORT', portUsual, 0, 65_535);
  const workers = read.whole('WORKERS', workersFitting(machineLimits(), workersUsual), 1, workersMax);
  const databaseUrl = read.optional(
    'DATABASE_URL',
    isPostgresUrl,
    'an address such as postgres://user@host:5432/tenor',
  );
  const publicUrl =
    read.optional('PUBLIC_URL', isHttpUrl, 'an address such as https://loans.example.com')?.replace(/\/+$/, '') ?? null;
  const config: Config = {
    port,
    host,
    workers,
    publicUrl,
    companyTimezone: read.checked(
      'COMPANY_TIMEZONE',
      'America/New_York',
      isZone,
      'a time zone such as America/Chicago',
    ),
    trustProxy: trustProxy(
      read.checked('TRUST_PROXY', 'false', isTrustProxy, 'true, false, or addresses such as 10.0.0.0/8,192.168.1.1'),
    ),
    dataDirectory: resolve(read.text('DATA_DIR', './data')),
    databaseUrl,
    requestsDatabaseUrls: requestsDatabaseUrls(read),
    reportingDatabaseUrl: read.optional(
      'REPORTING_DATABASE_URL',
      isPostgresUrl,
      'an address such as postgres://replica:5432/tenor',
    ),
    ...encryptionKeys(read),
    bootstrapKeys: {
      live: read.optional('BOOTSTRAP_LIVE_KEY', isLongKey, 'a secret of at least 32 printable characters'),
      test: read.optional('BOOTSTRAP_TEST_KEY', isLongKey, 'a secret of at least 32 printable characters'),
    },
    logLevel: read.checked('LOG_LEVEL', 'info', isLogLevel, 'fatal, error, warn, info, debug, trace or silent'),
    logFormat: read.oneOf('LOG_FORMAT', ['auto', 'json', 'text']),
    logAddresses: read.oneOf('LOG_ADDRESSES', ['none', 'network', 'whole']),
    ...limits(read),
    webhookDevHosts:
      parseDevHosts(
        read.checked(
          'WEBHOOK_DEV_HOSTS',
          '',
          (text) => parseDevHosts(text) !== undefined,
          'hosts such as 127.0.0.1:9999',
        ),
      ) ?? new Set(),
    bankFilesDirectory: folderOf(read.text('BANK_FILES_DIR', '')),
    blobs: blobSettings(read, wrong),
    scanner: scannerSettings(read, wrong),
    sending: sendingSettings(read, publicUrl, wrong),
  };
  if (config.bootstrapKeys.live !== null && config.bootstrapKeys.live === config.bootstrapKeys.test) {
    wrong.push('BOOTSTRAP_LIVE_KEY and BOOTSTRAP_TEST_KEY must differ: the key decides the mode.');
  }
  if (environment.ENCRYPTION_KEY_PREVIOUS && !environment.ENCRYPTION_KEY) {
    wrong.push(
      'ENCRYPTION_KEY_PREVIOUS goes with ENCRYPTION_KEY: it is the key before that one. Set both, or neither.',
    );
  }
  if (config.requestsDatabaseUrls.length > 0 && databaseUrl === null) {
    wrong.push('REQUESTS_DATABASE_URL goes with DATABASE_URL, which must name the coordinator of the cluster.');
  }
  if (config.reportingDatabaseUrl !== null && databaseUrl === null) {
    wrong.push('REPORTING_DATABASE_URL goes with DATABASE_URL, of which it must name a replica.');
  }
  if (databaseUrl !== null && !environment.ENCRYPTION_KEY) {
    wrong.push(
      'ENCRYPTION_KEY is required with DATABASE_URL. Make one with `openssl rand -base64 32` and keep it safe.',
    );
  }
  for (const name of namingDatabase.filter((one) => environment[one]?.trim() === ''))
    wrong.push(`${name} is empty, so nobody knows which database is meant. Say which one, or take the setting away.`);
  const given = settings.map(({ name }) => name).filter((name) => environment[name]?.trim());
  return { config, wrong, given, mistyped: mistypedIn(environment) };
}

/** Where one of them is there but empty, as where a variable of a script is not set, another database would be made. */
const namingDatabase = ['DATA_DIR', 'DATABASE_URL'];

const mistypedIn = (environment: Environment): string[] =>
  mistypedSettings(
    Object.keys(environment),
    settings.map(({ name }) => name),
  );

/** The same for a command, which says them before it works with other settings than were meant. */
export const mistypedNames = (): string[] => mistypedIn(process.env);

const requestsDatabaseUrls = (read: ReturnType<typeof settingReader>): string[] =>
  listOf(
    read.checked(
      'REQUESTS_DATABASE_URL',
      '',
      (text) => listOf(text).every(isPostgresUrl),
      'addresses such as postgres://user@host:5432/tenor, separated by commas',
    ),
  );

const encryptionKeys = (read: ReturnType<typeof settingReader>) => ({
  encryptionKey: read.optional(
    'ENCRYPTION_KEY',
    isKey,
    '32 bytes in base64 or hex, as `openssl rand -base64 32` prints',
  ),
  encryptionKeysPrevious: listOf(
    read.checked(
      'ENCRYPTION_KEY_PREVIOUS',
      '',
      (text) => listOf(text).every(isKey),
      '32 bytes in base64 or hex; several are separated by commas',
    ),
  ),
});

const limits = (read: ReturnType<typeof settingReader>) => ({
  syncTimeoutMs: read.whole('SYNC_TIMEOUT_MS', 20_000, 1, 600_000),
  lockWaitMs: read.whole('LOCK_WAIT_MS', 2_000, 1, 60_000),
  statementTimeoutMs: read.whole('STATEMENT_TIMEOUT_MS', 30_000, 100, 3_600_000),
  requestsMax: read.whole('REQUESTS_MAX', 256, 0, 1_000_000),
  answersMemoryMb: read.whole('ANSWERS_MEMORY_MB', 64, 0, 1_000_000),
  limitsPerMinute: {
    key: read.whole('RATE_LIMIT_PER_MINUTE', 60_000, 0, 1_000_000_000),
    company: read.whole('RATE_LIMIT_COMPANY_PER_MINUTE', 120_000, 0, 1_000_000_000),
    address: read.whole('RATE_LIMIT_ADDRESS_PER_MINUTE', 1_200, 0, 1_000_000_000),
  },
  guessesPerMinute: read.whole('GUESSES_PER_MINUTE', guessesPerMinute, 0, 1_000_000),
});

/**
 * The settings of commands that call a running service. They are no settings of the service, so only the commands' help
 * shows them.
 */
export interface ClientConfig {
  /** Where the service is, if the command does not say it: on this machine at PORT, if TENOR_URL is not set either. */
  readonly url: string;
  readonly key: string | null;
}

export const readClientConfig = (environment: Environment = process.env): ClientConfig => ({
  url: environment.TENOR_URL?.trim() || `http://127.0.0.1:${environment.PORT?.trim() || portUsual}`,
  key: environment.TENOR_API_KEY?.trim() || null,
});

function settingReader(environment: Environment, wrong: string[]) {
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const complain = (name: string, expected: string) => wrong.push(`${name} must be ${expected}.`);
  return {
    text: (name: string, standard: string): string => given(name) ?? standard,
    checked(name: string, standard: string, isRight: (text: string) => boolean, expected: string): string {
      const text = given(name) ?? standard;
      if (!isRight(text)) complain(name, expected);
      return text;
    },
    optional(name: string, isRight: (text: string) => boolean, expected: string): string | null {
      const text = given(name);
      if (text !== undefined && !isRight(text)) complain(name, expected);
      return text ?? null;
    },
    /** The first is the default. */
    oneOf<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value {
      const found = values.find((value) => value === (given(name) ?? values[0]));
      if (found === undefined) complain(name, `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`);
      return found ?? values[0];
    },
    whole(name: string, standard: number, min: number, max: number): number {
      const text = given(name) ?? String(standard);
      const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
      if (!(value >= min && value <= max)) complain(name, `a whole number from ${min} to ${max}`);
      return value;
    },
  };
}

const trustProxy = (text: string): boolean | string => (text === 'false' ? false : text === 'true' ? true : text);

const isKey = (text: string) => encryptionKeyBytes(text) !== null;

/** The 32 bytes of an encryption key, or null when the text is none. */
export function encryptionKeyBytes(text: string): Buffer | null {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return Buffer.from(text, 'base64');
  return null;
}
