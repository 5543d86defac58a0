// The register of test mode: the last four digits of the number say what is found, from the first day on which the
// borrower is watched. The guide of the simulator lists them.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Finding } from '../rules/finding.ts';
import type { CaseMonitor } from '../words.ts';
import type { Register } from './provider.ts';

interface Days {
  readonly since: CivilDate;
  readonly today: CivilDate;
}

type Story = (days: Days) => Omit<Finding, 'record'>;

const court = { courtId: 'insbke', courtDistrict: 'Southern Indiana', courtCaseNumber: '26-10482' };

const filed = (since: CivilDate, chapter: 'chapter7' | 'chapter13') => ({
  key: `${court.courtId}/${court.courtCaseNumber}`,
  quality: 'exact' as const,
  standing: 'stands' as const,
  asOf: since,
  fields: {
    ...court,
    courtCaseChapter: chapter,
    courtCaseFiledDate: since,
    courtCaseLastStatus: 'filed',
    courtCaseLastStatusUpdatedDate: since,
    // Seventy days after the order for relief (Rule 3002(c)).
    creditorClaimDeadlineDate: addDays(since, 70),
  },
});

const decided = (
  since: CivilDate,
  chapter: 'chapter7' | 'chapter13',
  how: 'dismissed' | 'discharged',
  on: CivilDate,
) => {
  const before = filed(since, chapter);
  const more = {
    courtCaseLastStatus: how,
    courtCaseLastStatusUpdatedDate: on,
    courtCaseDebtorDisposition: how,
    courtCaseDebtorDispositionDate: on,
  };
  const standing = how === 'dismissed' ? ('ended' as const) : ('stands' as const);
  return { ...before, standing, asOf: on, fields: { ...before.fields, ...more } };
};

const dead = (since: CivilDate, quality: Finding['quality']) => ({
  key: 'death',
  quality,
  standing: 'stands' as const,
  asOf: since,
  fields: { dateOfDeath: addDays(since, -10), deathSource: 'deathMasterFile', proofLevel: 'reported' },
});

const onDuty = (since: CivilDate, end: CivilDate | null) => ({
  key: since,
  quality: 'exact' as const,
  standing: 'stands' as const,
  asOf: since,
  fields: {
    dutyBeginDate: since,
    ...(end !== null && { dutyEndDate: end }),
    serviceComponent: 'AC',
    dutyCertificateId: 'TEST-CERTIFICATE',
    protection: 'scra',
  },
});

const sanctioned = (since: CivilDate, quality: Finding['quality'], matchScore: number) => ({
  key: 'SDN/99999',
  quality,
  standing: 'stands' as const,
  asOf: since,
  fields: { sanctionsListName: 'SDN', sanctionsEntryId: '99999', matchScore, screenedDate: since },
});

/** It takes another course on a later day. */
const until =
  (days: number, before: Story, after: (days: Days, on: CivilDate) => ReturnType<Story>): Story =>
  (asked) => {
    const on = addDays(asked.since, days);
    return asked.today < on ? before(asked) : after(asked, on);
  };

const stories: Readonly<Record<CaseMonitor, Readonly<Record<string, Story>>>> = {
  bankruptcy: {
    '7001': ({ since }) => filed(since, 'chapter7'),
    '7002': until(
      30,
      ({ since }) => filed(since, 'chapter13'),
      ({ since }, on) => decided(since, 'chapter13', 'dismissed', on),
    ),
    '7003': until(
      120,
      ({ since }) => filed(since, 'chapter7'),
      ({ since }, on) => decided(since, 'chapter7', 'discharged', on),
    ),
  },
  deceased: {
    '7101': ({ since }) => dead(since, 'exact'),
    '7102': ({ since }) => dead(since, 'probable'),
    '7103': until(
      7,
      ({ since }) => dead(since, 'exact'),
      ({ since }, on) => ({ ...dead(since, 'exact'), standing: 'withdrawn', asOf: on }),
    ),
    '7104': ({ since }) => dead(since, 'possible'),
  },
  militaryDuty: {
    '7201': ({ since }) => onDuty(since, null),
    '7202': until(
      90,
      ({ since }) => onDuty(since, null),
      ({ since }, on) => ({ ...onDuty(since, on), standing: 'ended', asOf: on }),
    ),
  },
  federalEmergency: {},
  oFACSanctionedIndividual: {
    '7301': ({ since }) => sanctioned(since, 'possible', 82),
    '7302': ({ since }) => sanctioned(since, 'exact', 100),
  },
};

/** A number that ends so belongs to somebody else by now. */
export const isReassignedInTests = (number: string): boolean => number.endsWith('7401');

export const simulatedRegister: Register = ({ kind, ssn, since, today }) => {
  const ending = ssn.slice(-4);
  const story = stories[kind][ending];
  if (story === undefined) return [];
  const found = story({ since, today });
  return [{ ...found, record: `simulated ${kind} ${ending} ${found.standing} as of ${found.asOf}` }];
};
