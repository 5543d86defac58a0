// What an agency would be told of one loan as of a day, in words, and what of it is another than was told last. Nothing is
// written, and nothing leaves.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type, { type Static } from 'typebox';
import { timezoneOf } from '#capabilities/access/index.ts';
import { refuseField } from '#platform/errors.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { Bool, DateOnly, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { leftOutReasons, reasonsInWords } from '../accounts/left-out.ts';
import { type LoanReport, reportsOf } from '../accounts/report.ts';
import { type ReportRecord, recordOf } from '../accounts/said.ts';
import { creditAgency } from '../agencies/agency.ts';
import { differences, sentencesOf } from './in-words.ts';

const silences = ['endedBefore'] as const;

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
  isReported: Bool,
  notReportedBecause: Nullable(StringEnum([...leftOutReasons, ...silences]), {
    description: `${reasonsInWords} \`endedBefore\`: it has not begun, or its end was told.`,
  }),
  lastSaidAsOf: Nullable(DateOnly, {
    description: 'The month of which the agency has heard last before. Null: it has heard of none.',
  }),
  sentences: Type.Array(Text({ max: 400 }), { description: 'What it is told, in words.' }),
  changes: Type.Array(Change, {
    description: 'What is told otherwise than last, and why. What changes with each month is left out.',
  }),
});
type CreditReportPreview = Static<typeof CreditReportPreview>;

const casePermission = 'case:read';

/** What only cases know: deaths, bankruptcies, disputes. */
const withoutCases = (record: ReportRecord): ReportRecord => ({
  ...record,
  base: { ...record.base, compliance: '' },
  consumers: [],
});

const ofCases: readonly string[] = ['identityTheft', 'bankruptcyNotKnown'];

function reasonOf(report: LoanReport | undefined, maySeeCases: boolean): CreditReportPreview['notReportedBecause'] {
  if (report?.is !== 'leftOut') return 'endedBefore';
  return maySeeCases || !ofCases.includes(report.reason) ? report.reason : 'suppressed';
}

interface Asked {
  readonly personId: string;
  readonly loanId: string;
  readonly creditAgencyId: string;
  readonly asOf: CivilDate | undefined;
}

/** Errors: NotFound, InvalidRequest. */
export async function previewReport(
  ctx: ReadContext,
  { personId, loanId, creditAgencyId, asOf: sent }: Asked,
): Promise<CreditReportPreview> {
  const { reader, vault } = ctx;
  const agency = await creditAgency.find(reader, creditAgencyId);
  const [now, zone = 'UTC'] = await Promise.all([ctx.now(), timezoneOf(reader)]);
  const today = dateInZone(now, zone);
  if (sent !== undefined && sent > today) throw refuseField('asOf', 'has not come', `${today}, or a day before it`);
  const asOf = sent ?? today;
  const reporting = { reader, vault, agency, zone, asOf, knownAt: now, isCorrection: false };
  const [report] = await reportsOf(reporting, [{ person_id: personId, id: loanId }]);
  const seen = ctx.caller.permissions.has(casePermission) ? (one: ReportRecord) => one : withoutCases;
  const before = report?.before;
  const record = report?.is === 'reported' ? seen(recordOf(report.account)) : undefined;
  return {
    object: 'creditReportPreview',
    loanId,
    creditAgencyId: agency.id,
    asOf,
    isReported: record !== undefined,
    notReportedBecause: record !== undefined ? null : reasonOf(report, ctx.caller.permissions.has(casePermission)),
    lastSaidAsOf: before?.said.asOf ?? null,
    sentences: record === undefined ? [] : sentencesOf(record),
    changes: record === undefined || before === undefined ? [] : differences(seen(before.record), record),
  };
}
