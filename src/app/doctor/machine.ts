// Checks that need no database: the product, the settings, the key's file, the service at its address.
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { clockMetricNames } from '#platform/clock-jumps.ts';
import { type Config, encryptionKeyBytes, type ReadSettings } from '#platform/config.ts';
import { type Check, counted, type Finding, fine, inTime, orFine, warning, wrong } from '#platform/doctor/check.ts';
import { machineLimits, memoryShort } from '#platform/machine-limits.ts';
import { keyFile } from '../encryption-key.ts';
import { productVersion } from '../product-version.ts';
import { urlOf } from '../url-of.ts';

export interface InspectedMachine {
  readonly settings: ReadSettings;
  /** Returns the status and the body of an answer. */
  ask(url: string): Promise<{ readonly status: number; readonly body: string }>;
}

export const version: Check<InspectedMachine> = {
  name: 'version',
  async look() {
    return [fine(`This is Tenor ${productVersion} on Node.js ${process.versions.node}.`)];
  },
};

/** The values of these settings must not be shown to anybody. */
const isSecret = (name: string): boolean => name === 'DATABASE_URL' || name.includes('_KEY');

export const settings: Check<InspectedMachine> = {
  name: 'settings',
  async look({ settings: { config, wrong: complaints, given, mistyped } }) {
    const shown = given.map((name) => (isSecret(name) ? `${name} (a secret)` : name));
    const says =
      shown.length === 0 ? 'No setting is given: all have their defaults.' : `Given and right: ${shown.join(', ')}.`;
    return orFine(
      [
        ...complaints.map((says) => wrong(says, 'The table in README.md tells what each setting may be.')),
        ...mistyped.map((says) => warning(says, 'Give it the right name, or take it away.')),
        ...daring(config),
      ],
      says,
    );
  },
};

const isOpen = (host: string): boolean => host === '0.0.0.0' || host === '::';

function daring({
  host,
  port,
  publicUrl,
  trustProxy,
  limitsPerMinute,
  guessesPerMinute,
  logLevel,
  webhookDevHosts,
  workers,
}: Config): Finding[] {
  const findings: Finding[] = [];
  if (isOpen(host) && publicUrl === null) {
    findings.push(
      warning(
        `Links in answers begin with ${urlOf(host, port)}, which leads elsewhere from other machines.`,
        'Set PUBLIC_URL to where clients reach the service.',
      ),
    );
  }
  if (trustProxy === true && isOpen(host)) {
    findings.push(
      warning(
        'TRUST_PROXY=true believes every client what address it comes from.',
        'Set TRUST_PROXY to the addresses of your proxies.',
      ),
    );
  }
  const unlimited: readonly (readonly [number, string, string])[] = [
    [limitsPerMinute.key, 'Requests of a key', 'RATE_LIMIT_PER_MINUTE'],
    [limitsPerMinute.company, 'Requests of a company', 'RATE_LIMIT_COMPANY_PER_MINUTE'],
    [limitsPerMinute.address, 'Guesses of keys', 'RATE_LIMIT_ADDRESS_PER_MINUTE'],
    [guessesPerMinute, 'Searches that guess identity numbers', 'GUESSES_PER_MINUTE'],
  ];
  for (const [perMinute, what, name] of unlimited) {
    if (perMinute === 0) findings.push(warning(`${what} are not limited.`, `Unset ${name}, or set it to a number.`));
  }
  const short = memoryShort(workers, machineLimits());
  if (short !== null) findings.push(warning(short, 'Raise the limit, or set WORKERS to 1.'));
  if (logLevel === 'silent') {
    findings.push(warning('The service logs nothing.', 'Unset LOG_LEVEL.'));
  }
  if (webhookDevHosts.size > 0) {
    findings.push(
      warning(
        `Webhooks may reach inside hosts: ${[...webhookDevHosts].join(', ')}.`,
        'Unset WEBHOOK_DEV_HOSTS where this is no development.',
      ),
    );
  }
  return findings;
}

const othersMay = 0o077;

/** The file is used only with the embedded database, and only when ENCRYPTION_KEY is not set. */
export const keptKey: Check<InspectedMachine> = {
  name: 'key file',
  async look({ settings: { config } }) {
    if (config.encryptionKey !== null) return [givenKey(config.encryptionKey)];
    if (config.databaseUrl !== null) {
      return [
        wrong('There is no encryption key.', 'Set ENCRYPTION_KEY to the one that the database was written with.'),
      ];
    }
    const file = keyFile(config.dataDirectory);
    const made = await stat(file).catch(() => undefined);
    const database = await stat(join(config.dataDirectory, 'db')).catch(() => undefined);
    if (made === undefined && database === undefined) return [fine('There is no encryption key yet, and no database.')];
    if (made === undefined) {
      return [
        wrong(
          `The encryption key ${file} is missing.`,
          'Put it back from a backup, or set ENCRYPTION_KEY: without it nothing personal can be read.',
        ),
      ];
    }
    const open = await openToOthers(config.dataDirectory);
    if (open.length > 0) {
      const files = open.join(' ');
      return [wrong(`Others than its owner may use the encryption key: ${files}.`, `"chmod 600 ${files}".`)];
    }
    return [fine(`The encryption key lies in ${file}, for its owner alone.`)];
  },
};

/** Files of the key, of a rotation's keys and of copies that somebody made, which others may read. */
async function openToOthers(dataDirectory: string): Promise<string[]> {
  const file = keyFile(dataDirectory);
  const names = (await readdir(dataDirectory)).filter((name) => name.startsWith(basename(file)));
  const open: string[] = [];
  for (const name of names.sort()) {
    const path = join(dataDirectory, name);
    if (((await stat(path)).mode & othersMay) !== 0) open.push(path);
  }
  return open;
}

const givenKey = (text: string): Finding =>
  encryptionKeyBytes(text) === null
    ? wrong('ENCRYPTION_KEY holds no key.', 'Set it to 32 bytes in base64 or hex.')
    : fine('The encryption key is that of ENCRYPTION_KEY.');

export const service: Check<InspectedMachine> = {
  name: 'service',
  async look({ settings: { config }, ask }) {
    if (config.port === 0) return [fine('With PORT=0 nobody knows where the service listens.')];
    const url = serviceUrl(config, '/health/ready');
    const answer = await ask(url).catch(() => undefined);
    if (answer === undefined) {
      return [
        warning(`No service answers at ${url}.`, 'Start it with "tenor start", or set PORT and HOST as it has them.'),
      ];
    }
    if (answer.status === 200 && answer.body.includes('"ready"')) return [workersOf(url, answer.body)];
    if (answer.status === 503) {
      return [
        wrong(
          `The service at ${url} is not ready: ${reasonIn(answer.body)}.`,
          'The findings about the database below say more; so does the log of the service.',
        ),
      ];
    }
    return [
      wrong(
        `What answers at ${url} is no Tenor that is well: ${answer.status}.`,
        'Set PORT to that of the service, or end the other program.',
      ),
    ];
  },
};

/** What is wrong if the database does not run: a service that is ready has its own running. */
export async function usesAnother({ settings: { config }, ask }: InspectedMachine): Promise<Finding[]> {
  const url = serviceUrl(config, '/health/ready');
  const answer = config.port === 0 ? undefined : await ask(url).catch(() => undefined);
  if (answer?.status !== 200) return [];
  return [
    wrong(
      `The service at ${url} is ready, and works with another database than that in ${config.dataDirectory}: what follows is not about it.`,
      'Give DATA_DIR, or DATABASE_URL and ENCRYPTION_KEY, as the service has them.',
    ),
  ];
}

function workersOf(url: string, body: string): Finding {
  const [, running, wanted] = /"running":(\d+),"wanted":(\d+)/.exec(body) ?? [];
  if (running === undefined) return fine(`The service at ${url} is ready.`);
  if (running === wanted) return fine(`The service at ${url} is ready, with ${running} workers.`);
  return warning(
    `The service at ${url} is ready, but only ${running} of ${wanted} workers run.`,
    'Look again in a minute; if it is still so, the log says why the others end.',
  );
}

const reasonIn = (body: string): string => /"status":"([^"]+)"/.exec(body)?.[1] ?? 'it gives no reason';

const aheadSecondsMax = 1;

/** Only the service knows how far its clock is from the machine's; it shows that in its metrics. */
export const serviceClock: Check<InspectedMachine> = {
  name: 'service clock',
  async look({ settings: { config }, ask }) {
    const answer = config.port === 0 ? undefined : await ask(serviceUrl(config, '/metrics')).catch(() => undefined);
    const read = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(answer?.body ?? '')?.[1]);
    const jumps = read(clockMetricNames.jumps);
    const aheadSeconds = -read(clockMetricNames.offset);
    if (Number.isNaN(jumps)) return [];
    if (aheadSeconds > aheadSecondsMax) return [setBack(aheadSeconds)];
    if (jumps > 0) return [jumped(jumps)];
    return [fine('The clock of the machine has not jumped since the service was started.')];
  },
};

const setBack = (seconds: number): Finding =>
  wrong(
    `The clock of the machine was set back; that of the service is ${inTime(seconds)} ahead of it and runs at half speed until the machine has caught up.`,
    'Restart the service to follow at once: what it recorded meanwhile stays dated in the future. Let the machine keep time by NTP.',
  );

const jumped = (jumps: number): Finding =>
  warning(
    `The clock of the machine has jumped ${counted(jumps, 'time')} by more than a second since the service was started.`,
    'The log of the service says when, and how far. Unless the machine sleeps, let it keep time by NTP: "timedatectl" tells whether it does.',
  );

const serviceUrl = ({ host, port }: Config, path: string): string => `${urlOf(host, port)}${path}`;
