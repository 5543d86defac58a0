// What a do-not-interact type may stand against, until when, and by what it is released.
import type { Static } from 'typebox';
import { Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { caseStatuses } from './base-types.ts';

/** Nothing is sent by fax any more, so nothing stands against it. */
export const channels = ['all', 'voice', 'email', 'text', 'chat', 'mail'] as const;
export type Channel = (typeof channels)[number];

export const themes = [
  'all',
  'opsCollDebt',
  'opsCollLocateBorrower',
  'opsCollVerifyEmployment',
  'opsCollContactEmployerNotice',
  'opsServicingDebtValidation',
  'opsServicingNegativeCreditReportNotice',
  'opsServicingTimeBarredNotice',
  'opsServicing',
] as const;
export type Theme = (typeof themes)[number];

export const durationUnits = ['calendarDays', 'businessDays'] as const;
export type DurationUnit = (typeof durationUnits)[number];

export const outcomeWord = Text({ min: 1, max: 50, example: 'approved' });

export const Release = Named('DoNotInteractRelease')({
  status: StringEnum(caseStatuses, { example: 'completed' }),
  outcome: Nullable(outcomeWord, { description: 'Null: whatever the outcome.' }),
});
export type Release = Static<typeof Release>;

/** The case was about somebody else, was made in error, or what it was about is over. */
export const usualReleases: readonly Release[] = [
  { status: 'completed', outcome: 'rejected' },
  { status: 'completed', outcome: 'ended' },
  { status: 'canceled', outcome: null },
];
