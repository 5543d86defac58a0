// Reporting marks: what somebody says of a loan toward credit agencies. The one of its kind that was set last and has begun
// holds; what was set before it never holds again, so nothing is rewritten.
import { type Static, Type } from 'typebox';
import { type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { DateOnly, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { madeByFields } from '#platform/resource/made-by.ts';
import { thingOfLoan } from '../../core/loan/declared-thing.ts';
import { byLoan, eventsOf } from '../../core/loan/thing-events.ts';
import { dated, from, ofLoan } from '../../core/loan/thing-fields.ts';
import { markKinds } from './words.ts';

const kind = StringEnum(markKinds, { example: 'complianceConditionCode' });
const code = Text({
  min: 1,
  max: 20,
  description:
    'A code of Metro 2, such as XB. Of a suppression its reason: identityTheft, litigation, bankruptcy, disaster, dataError, other.',
  example: 'XB',
});
const endDate = Nullable(DateOnly, { description: 'The last day. Null: until another one of its kind begins.' });

export const marks = thingOfLoan({
  table: 'reporting_marks',
  name: 'reporting mark',
  object: 'reportingMark',
  prefix: 'LS',
  fields: {
    ...ofLoan,
    kind: from('kind', kind),
    code: from('code', code),
    startDate: from('start_date', DateOnly),
    endDate: from('end_date', endDate),
    createdByType: from('created_by_type', madeByFields.createdByType),
    createdById: from('created_by_id', madeByFields.createdById),
    ...dated,
  },
  changes: ['end_date'],
});
export type ReportingMark = Static<typeof marks.schema>;
export type MarkRow = RowOf<typeof marks.definition>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    reporting_marks: Stored<typeof marks.definition>;
  }
}

export const reportingTables = tablesByName(marks.definition);

export const ReportingMarkCreate = Named('ReportingMarkCreate')({
  kind,
  code,
  startDate: Type.Optional(Nullable(DateOnly, { description: 'Today if not given, in the zone of the loan.' })),
  endDate: Type.Optional(endDate),
});
export type ReportingMarkCreate = Static<typeof ReportingMarkCreate>;

export const ReportingMarkUpdate = Named('ReportingMarkUpdate')({ endDate });
export type ReportingMarkUpdate = Static<typeof ReportingMarkUpdate>;

const ofMark = eventsOf(marks, { reportingMarkId: 'id', kind: 'kind', endDate: 'endDate' }, byLoan);
export const tellMark = ofMark.tell;
export const markCreated = ofMark.kind('loan.reportingmark.created', 'A code for credit agencies was set on a loan.');
export const markUpdated = ofMark.kind(
  'loan.reportingmark.updated',
  'A code for credit agencies got another last day.',
);
