// The words of monitors. A monitor has the name of the base type of its cases.
export const monitorKinds = [
  'bankruptcy',
  'deceased',
  'militaryDuty',
  'federalEmergency',
  'oFACSanctionedIndividual',
] as const;
export type MonitorKind = (typeof monitorKinds)[number];

export const checkResults = ['noHit', 'hit', 'error', 'unknown'] as const;
export type CheckResult = (typeof checkResults)[number];

/** How sure it is that a record is about the borrower, the surest first. */
export const matchQualities = ['exact', 'probable', 'possible'] as const;
export type MatchQuality = (typeof matchQualities)[number];

/** Whether what was found holds, is over, or was reported in error. */
export const standings = ['stands', 'ended', 'withdrawn'] as const;
export type Standing = (typeof standings)[number];

export const hitSources = ['simulated', 'file', 'declarations'] as const;
export type HitSource = (typeof hitSources)[number];

/** A register about people says nothing of a business. */
export const watchesBusinesses = (kind: MonitorKind): boolean => kind !== 'deceased' && kind !== 'militaryDuty';

/** How many days after a look the next one comes. */
export const usualRecheckDays: Readonly<Record<MonitorKind, number>> = {
  bankruptcy: 1,
  deceased: 7,
  militaryDuty: 30,
  federalEmergency: 1,
  oFACSanctionedIndividual: 30,
};
