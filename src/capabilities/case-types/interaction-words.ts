// The channels and themes that a do-not-interact type may block, the units of its duration, and what releases it.
import type { Static } from 'typebox';
import { Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { caseStatuses } from './base-types.ts';

/** Fax is missing: nothing is sent by fax any more, so there is nothing to block. */
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

/** The default: the case was about somebody else (`rejected`), its cause is over (`ended`), or it was made in error. */
export const usualReleases: readonly Release[] = [
  { status: 'completed', outcome: 'rejected' },
  { status: 'completed', outcome: 'ended' },
  { status: 'canceled', outcome: null },
];
