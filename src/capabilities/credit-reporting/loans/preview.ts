// What an agency would be told of one loan as of a day, in words, and what of it is another than was told last. Nothing is
// written, and nothing leaves.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type, { type Static } from 'typebox';
import { timezoneOf } from '#capabilities/access/index.ts';
import type { NamedLoan } from '#capabilities/loans/index.ts';
import { refuseField } from '#platform/errors.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { Bool, DateOnly, Described, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { leftOutReasons, reasonsInWords } from '../accounts/left-out.ts';
import { type LoanReport, reportsOf } from '../accounts/report.ts';
import { type ReportRecord, recordOf } from '../accounts/said.ts';
import { creditAgency } from '../agencies/agency.ts';
import type { AgencyRow } from '../tables.ts';
import { differences, sentencesOf } from './in-words.ts';

const silences = ['endedBefore', 'otherLoanType'] as const;

const Change = Named('CreditReportChange')({
  field: Text({ max: 100, example: 'account status' }),
  before: Text({ max: 100, example: '11' }),
  now: Text({ max: 100, example: '71' }),
  why: Text({ max: 200 }),
});

export const CreditReportPreview = Named('CreditReportPreview')({
  object: Type.Literal('creditReportPreview'),
  loanId: Text({ max: 12, example: 'LN-7KQ2-M4XA' }),
  creditAgencyId: Text({ max: 12, example: 'CA-5KX8-W2NB' }),
  asOf: DateOnly,
  isWithoutCases: Described(Bool, {
    description:
      'True: you may not read cases, so this is what would be told if there were none. Deaths, bankruptcies, disputes and identity theft may change what is told, or keep it back.',
  }),
  isReported: Bool,
  notReportedBecause: Nullable(StringEnum([...leftOutReasons, ...silences]), {
    description: `${reasonsInWords} \`endedBefore\`: it has not begun, or its end was told. \`otherLoanType\`: the agency is not told of loans of its type.`,
  }),
  lastSaidAsOf: Nullable(DateOnly, {
    description: 'The month of which the agency has heard last before. Null: it has heard of none.',
  }),
  sentences: Type.Array(Text({ max: 400 }), { description: 'What it is told, in words.' }),
  changes: Type.Array(Change, {
    description:
      'What is told otherwise than last, and why. What changes with each month is left out; so is a comment in whose place a case had told of military duty, for whoever may not read cases.',
  }),
});
type CreditReportPreview = Static<typeof CreditReportPreview>;

const casePermission = 'case:read';

/**
 * What was said, without what only cases can have brought into it: the day of a petition stands as the first delinquency of
 * an account that is current.
 */
const withoutCases = (record: ReportRecord): ReportRecord => {
  const { status, firstDelinquency = null } = record.base;
  const late = status === '11' ? null : firstDelinquency;
  return { ...record, base: { ...record.base, compliance: '', firstDelinquency: late }, consumers: [] };
};

/**
 * Military duty that was reported may come from a case, which the caller may not read. So a comment of duty before is shown
 * as if it had been the comment of now: no change is seen.
 */
const withoutDuty = (before: ReportRecord, { base: now }: ReportRecord): ReportRecord =>
  before.base.comment === 'AI' ? { ...before, base: { ...before.base, comment: now.comment ?? '' } } : before;

interface Asked {
  readonly personId: string;
  readonly loan: Pick<NamedLoan, 'id' | 'loanTypeId'>;
  readonly creditAgencyId: string;
  readonly asOf: CivilDate | undefined;
}

/** Errors: NotFound, InvalidRequest. */
export async function previewReport(
  ctx: ReadContext,
  { personId, loan, creditAgencyId, asOf: sent }: Asked,
): Promise<CreditReportPreview> {
  const { reader, vault } = ctx;
  const agency = await creditAgency.find(reader, creditAgencyId);
  const [now, zone = 'UTC'] = await Promise.all([ctx.now(), timezoneOf(reader)]);
  const today = dateInZone(now, zone);
  if (sent !== undefined && sent > today) throw refuseField('asOf', 'has not come', `${today}, or a day before it`);
  const asOf = sent ?? today;
  const isWithoutCases = !ctx.caller.permissions.has(casePermission);
  const reporting = { reader, vault, agency, zone, asOf, knownAt: now, isCorrection: false, isWithoutCases };
  const [report] = await reportsOf(reporting, [{ person_id: personId, id: loan.id }]);
  const seen = isWithoutCases ? withoutCases : (one: ReportRecord) => one;
  const seenBefore = (one: ReportRecord, told: ReportRecord) => (isWithoutCases ? withoutDuty(seen(one), told) : one);
  const before = report?.before;
  const because = silenceOf(agency, loan, report);
  const record = because === null && report?.is === 'reported' ? seen(recordOf(report.account)) : undefined;
  return {
    object: 'creditReportPreview',
    loanId: loan.id,
    creditAgencyId: agency.id,
    asOf,
    isWithoutCases,
    isReported: record !== undefined,
    notReportedBecause: because,
    lastSaidAsOf: before?.said.asOf ?? null,
    sentences: record === undefined ? [] : sentencesOf(record),
    changes: record === undefined || before === undefined ? [] : differences(seenBefore(before.record, record), record),
  };
}

function silenceOf(
  { loan_type_ids: types }: AgencyRow,
  { loanTypeId: type }: Asked['loan'],
  report: LoanReport | undefined,
): CreditReportPreview['notReportedBecause'] {
  if (types.length > 0 && !types.includes(type)) return 'otherLoanType';
  if (report?.is === 'reported') return null;
  return report?.is === 'leftOut' ? report.reason : 'endedBefore';
}
