// A file that a register gives: lines, each about one person.
import { type CivilDate, parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Identifying } from '#capabilities/people/index.ts';
import type { Finding } from '../rules/finding.ts';

/** What a line says of the person whom it is about. */
export interface Answer {
  readonly findings: readonly Finding[];
  /** True: what was known and is not said again is over. */
  readonly isWhole: boolean;
}

interface LineOfFile {
  /** Whom it is about: by the number, or by the reference that our request gave. */
  readonly who: { readonly ssn: string } | { readonly statusId: string };
  /** `asOf`: the day of the file. */
  answer(person: Identifying, asOf: CivilDate): Answer;
}

export interface Wrong {
  readonly message: string;
  readonly expected: string;
}

/** What a line says of a phone number, whoever has it. */
export interface LineOfPhone {
  /** Ten digits. */
  readonly phone: string;
  readonly askedOf: CivilDate;
  /** Whether somebody else may have it since then; null: the register does not know. */
  readonly isReassigned: boolean | null;
}

export type ReadLine = LineOfFile | LineOfPhone | Wrong;

export interface Format {
  /** The text is without its line end. */
  read(line: string): ReadLine;
}

export const wrong = (message: string, expected: string): Wrong => ({ message, expected });

/** Names as registers write them: capitals without signs. */
export const sameName = (one: string, other: string | null | undefined): boolean =>
  other != null && bareName(one) !== '' && bareName(one) === bareName(other);

const bareName = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');

export type Cut = (from: number, to: number) => string;

/** The text between two positions, as documents count them: from 1, both included. */
export const fixedWidth =
  (line: string): Cut =>
  (from, to) =>
    line.slice(from - 1, to).trim();

/** `undefined`: it is no date. Null: there is none. */
export function compactDate(text: string): CivilDate | null | undefined {
  if (/^0*$/.test(text)) return null;
  return /^\d{8}$/.test(text) ? parseCivilDate(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`) : undefined;
}

/** A record as it is kept: the number only by its last digits. */
export const withoutNumber = (line: string, ssn: string): string =>
  line.trimEnd().replaceAll(ssn, `*****${ssn.slice(-4)}`);

// ---- lines of JSON ---------------------------------------------------------------------------------------------------

export type Fields = Readonly<Record<string, unknown>>;

/** What is kept of a line at most. */
export const recordMax = 4_000;

export function objectOf(line: string): Fields | undefined {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** The reference that our request gave: the id of a monitoring status. */
export function referenceIn({ clientReference }: Fields): string | Wrong {
  if (typeof clientReference === 'string' && /^MS-[A-Z1-9]{4}-[A-Z1-9]{4}$/.test(clientReference))
    return clientReference;
  return wrong('has no reference of ours', 'clientReference, the id of a monitoring status, MS-XXXX-XXXX');
}
