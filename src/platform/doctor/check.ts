// The parts of `tenor doctor`: a check is a value, and its findings are sentences. A check only reads. One that cannot
// read says so, and never prevents the others from running.
import type { ClientBase } from 'pg';
import type { MachineClock } from '../clock.ts';
import type { Ask } from '../db/ask.ts';
import type { Migration } from '../db/migrate.ts';
import { type Mode, modes } from '../db/realm.ts';
import type { TableClasses } from '../db/tables.ts';
import { isSqlError } from '../sqlstate.ts';

export type Level = 'ok' | 'warning' | 'error';

export interface Finding {
  readonly level: Level;
  /** One sentence. */
  readonly says: string;
  /** What to do, with the command if there is one; null when there is nothing to do. */
  readonly remedy: string | null;
}

export interface Check<Inspected> {
  readonly name: string;
  look(inspected: Inspected): Promise<readonly Finding[]>;
}

export const fine = (says: string): Finding => ({ level: 'ok', says, remedy: null });
export const warning = (says: string, remedy: string): Finding => ({ level: 'warning', says, remedy });
export const wrong = (says: string, remedy: string): Finding => ({ level: 'error', says, remedy });

/** The findings, or a finding that all is well. */
export const orFine = (findings: readonly Finding[], says: string): readonly Finding[] =>
  findings.length > 0 ? findings : [fine(says)];

/** The database that checks look at, over one connection that may only read. */
export interface InspectedDatabase {
  readonly client: ClientBase;
  /** True for the embedded server; otherwise it is the operator's own. */
  readonly isEmbedded: boolean;
  /** How many processes a service has here. */
  readonly workers: number;
  /** How long a write waits for a lock. */
  readonly lockWaitMs: number;
  /** Where each table would lie on a cluster. */
  tables(): Promise<TableClasses>;
  readonly clock: MachineClock;
  /** The migrations that this version runs. */
  readonly migrations: readonly Migration[];
  /** The folder that the server writes to, if it is on this machine; null when only SQL can tell. */
  readonly directory: string | null;
  /** The disk of a folder. */
  diskOf(directory: string): Promise<Disk>;
}

export interface Disk {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** A check that looks at one mode after the other; `fineSays`: what is said when nothing was found in either. */
export const checkOfModes = (
  name: string,
  fineSays: string,
  look: (inspected: InspectedDatabase, mode: Mode) => Promise<readonly Finding[]>,
): Check<InspectedDatabase> => ({
  name,
  async look(inspected) {
    const findings: Finding[] = [];
    for (const mode of modes) findings.push(...(await look(inspected, mode)));
    return orFine(findings, fineSays);
  },
});

export async function rowsOf<Row>(
  { client }: Pick<InspectedDatabase, 'client'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await client.query(text, values)).rows as Row[];
}

/** The same for what asks elsewhere too. */
export const asking =
  (inspected: Pick<InspectedDatabase, 'client'>): Ask =>
  (text, values) =>
    rowsOf(inspected, text, values);

export interface Looked extends Finding {
  readonly check: string;
}

export async function lookAt<Inspected>(checks: readonly Check<Inspected>[], inspected: Inspected): Promise<Looked[]> {
  const looked: Looked[] = [];
  for (const { name, look } of checks) {
    const findings = await look(inspected).catch((error) => [couldNotLook(error)]);
    looked.push(...findings.map((finding) => ({ check: name, ...finding })));
  }
  return looked;
}

function couldNotLook(error: unknown): Finding {
  const code = isSqlError(error) ? error.code : '';
  if (code === '42P01' || code === '42703' || code === '3F000') {
    return warning(
      'This cannot be looked at: the database has not got the tables of this version.',
      'Bring it up to date with "tenor migrate", or look with the version that runs on it.',
    );
  }
  if (code === '42501') {
    return warning(
      'This cannot be looked at: the account of DATABASE_URL may not read it.',
      'Let the account own the database, and grant it pg_monitor.',
    );
  }
  return wrong(`This cannot be looked at: ${error instanceof Error ? error.message : String(error)}.`, 'Look again.');
}

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

export function inBytes(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

export function inTime(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} hours` : `${Math.round(seconds / 86_400)} days`;
}

/** `1 thing`, `3 things`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
