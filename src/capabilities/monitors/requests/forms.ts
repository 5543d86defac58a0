// How a register is asked about borrowers: a line for each, with a reference of ours, which its answer gives back.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Identifying } from '#capabilities/people/index.ts';
import type { MonitorKind } from '../words.ts';

interface AskedAbout extends Pick<Identifying, 'name' | 'dateOfBirth'> {
  readonly ssn: string;
  /** The id of the monitoring status. */
  readonly reference: string;
}

export type Form = (asked: AskedAbout, today: CivilDate) => string;

const column = (text: string | null | undefined, width: number): string =>
  (text ?? '')
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^ -~]/g, '')
    .slice(0, width)
    .padEnd(width);

const compact = (date: CivilDate | null): string => date?.replaceAll('-', '') ?? '';

/** 119 characters, of the Defense Manpower Data Center: whether somebody serves on the day. */
const dutyRequest: Form = ({ ssn, reference, name, dateOfBirth }, today) =>
  [
    column(ssn, 9),
    column(compact(dateOfBirth), 8),
    column(name?.lastName, 26),
    column(name?.firstName, 20),
    column(reference, 28),
    column(compact(today), 8),
    column(name?.middleName, 20),
  ].join('');

/** For the locator of the federal courts. */
const courtRequest: Form = ({ ssn, reference, name }) =>
  JSON.stringify({
    clientReference: reference,
    ssn,
    lastName: name?.lastName ?? null,
    firstName: name?.firstName ?? null,
    middleName: name?.middleName ?? null,
  });

/** For whoever screens names against lists of sanctions: a number is not needed there, and not given. */
const sanctionsRequest: Form = ({ reference, name, dateOfBirth }) =>
  JSON.stringify({
    clientReference: reference,
    lastName: name?.lastName ?? null,
    firstName: name?.firstName ?? null,
    middleName: name?.middleName ?? null,
    dateOfBirth,
  });

/** The file of deaths is given whole. */
export const asksByFiles = (kind: MonitorKind): boolean =>
  kind === 'reassignedNumber' || requestForms[kind] !== undefined;

/** A number is asked about by itself, without a name (`numbers/`). */
export const requestForms: Partial<Record<MonitorKind, Form>> = {
  militaryDuty: dutyRequest,
  bankruptcy: courtRequest,
  oFACSanctionedIndividual: sanctionsRequest,
};
