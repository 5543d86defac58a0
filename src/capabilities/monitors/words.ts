// The words of monitors. A monitor that makes cases has the name of their base type.
export const monitorKinds = [
  'bankruptcy',
  'deceased',
  'militaryDuty',
  'federalEmergency',
  'oFACSanctionedIndividual',
  'reassignedNumber',
] as const;
export type MonitorKind = (typeof monitorKinds)[number];

/** A number that somebody else has by now is about a phone, and makes no case. */
export type CaseMonitor = Exclude<MonitorKind, 'reassignedNumber'>;

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
  reassignedNumber: 30,
};
