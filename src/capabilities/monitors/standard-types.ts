// How cases of a monitor are made where the company has no type for them: with what stands against talking while one is
// looked at, and when it is confirmed. The company may change both, as any type.
import { caseTypeFor, makeCaseType } from '#capabilities/case-types/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { CaseMonitor } from './words.ts';

/** What the law, or a claim against the lender, leaves open: military service and disasters close no channel. */
const closesContact: Readonly<Record<CaseMonitor, string | null>> = {
  bankruptcy: 'Bankruptcy',
  deceased: 'Deceased',
  militaryDuty: null,
  federalEmergency: null,
  oFACSanctionedIndividual: 'Sanctions',
};

const usualReleases = [
  { status: 'completed', outcome: 'rejected' },
  { status: 'completed', outcome: 'ended' },
  { status: 'canceled', outcome: null },
];

/** A record that is only possibly about the borrower makes a case, and closes nothing before somebody confirms it. */
const isLikely = '!has(case.matchQuality) || case.matchQuality != "possible"';

const typesOf = (words: string) => [
  {
    name: `${words}, under review`,
    onStatus: 'initiated',
    conditionText: isLikely,
    releaseOn: [...usualReleases, { status: 'completed', outcome: 'approved' }],
  },
  { name: `${words}, confirmed`, onStatus: 'completed', onOutcome: 'approved' },
];

/** A type that is there stays as it is, whatever it closes. */
export async function makeStandardTypes(ctx: CommandContext, tx: Tx, kind: CaseMonitor): Promise<void> {
  const words = closesContact[kind];
  if (words === null || (await caseTypeFor(tx, { caseType: kind })).id !== null) return;
  await makeCaseType(ctx, tx, { caseType: kind }, typesOf(words));
}
