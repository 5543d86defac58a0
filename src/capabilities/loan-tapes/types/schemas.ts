// What a tape type says of its tapes.
import Type, { type Static, type TSchema } from 'typebox';
import { SftpInput, SftpShown } from '#capabilities/campaigns/index.ts';
import {
  Bool,
  Described,
  ExternalId,
  Int,
  Named,
  Nullable,
  NullIsSaid,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { columnTypes, expressionLengthMax } from '../catalogue/expression.ts';
import { compressions, masks, missingActions, moneyUnits, outputFormats, tapeTypes } from './words.ts';

const columnsMax = 300;
const nameMax = 100;
const name = Text({ min: 1, max: nameMax, example: 'monthlyRate' });

const CalculatedColumn = Named('CalculatedColumn')({
  name: Text({ min: 1, max: 60, example: 'totalExposureAmount', description: 'By which `fields` names it.' }),
  type: StringEnum(columnTypes, {
    description: 'What it gives. `money` is in cents, as all money in expressions.',
  }),
  expression: Text({
    min: 1,
    max: expressionLengthMax,
    example: 'loan.outstandingTotalAmount + loan.chargedOffTotalAmount',
    description:
      'In the Common Expression Language: fields of the catalogue as `loan.…`, literals, arithmetic, comparisons, `a ? b : c` and `has(…)`. Where a field that it needs has no value, the column is empty.',
  }),
});
export type CalculatedColumn = Static<typeof CalculatedColumn>;
export type Sftp = Static<typeof SftpShown>;

const byField = <S extends TSchema>(value: S, description: string) =>
  Type.Record(Type.String(), value, { description });

export const tapeTypeFields = {
  externalId: ExternalId({ max: 255, example: 'investor-monthly' }),
  tapeName: name,
  description: Text({ max: 500 }),
  tapeType: StringEnum(tapeTypes, {
    description:
      'What a row is. `loans`: a loan, as it stood at the end of a day. `payments`: what was posted of a payment at once in a span of days; a payment that is taken back has a second row. It is said when a type is created.',
  }),
  fields: Type.Array(Text({ min: 1, max: 60, example: 'loanId' }), {
    minItems: 1,
    maxItems: columnsMax,
    description:
      'The columns in their order: fields of the catalogue (docs/loan-tape-fields.md), `loanMetaData`, and calculated columns.',
  }),
  calculatedColumns: Type.Array(CalculatedColumn, { maxItems: 50, description: 'Columns of your own.' }),
  fieldNameMappings: byField(
    Text({ min: 1, max: nameMax }),
    'The names of columns in the file, where they are others.',
  ),
  loanMetaDataFields: Type.Array(Text({ min: 1, max: 100 }), {
    maxItems: 50,
    description:
      'Needed with `loanMetaData`, which is a column for each of these keys. A loan that lacks the key has an empty cell.',
  }),
  filter: NullIsSaid(
    Nullable(Text({ min: 1, max: 2_000, example: 'loan.status != "canceled" && loan.daysPastDue < 90' }), {
      description:
        'Which loans or payments stand in it: a condition over the catalogue, which is named `loan` or `payment`. Null: all.',
    }),
  ),
  moneyUnit: StringEnum(moneyUnits, { description: '`subUnit100`: cents. `fullUnit`: dollars with two decimals.' }),
  tapeOutputFormat: StringEnum(outputFormats, {
    description: '`parquet` has money as exact decimals, whatever `moneyUnit` says, and is compressed inside.',
  }),
  fieldWidths: byField(
    Int({ min: 1, max: 500 }),
    'The widths of columns with `fixedWidth`, where they are not the usual ones. Numbers stand to the right.',
  ),
  masks: byField(
    StringEnum(masks),
    'What is hidden of a text: all but the last four signs, all but the first, all of a date but the year, or all.',
  ),
  compressionType: StringEnum(compressions),
  shouldReportDrawsSeparately: Described(Bool, {
    description:
      'Whether a tape of loans has a row for each draw of a line, too, right after the row of the line. Its amounts are those of the draw; all else is that of the line. The filter is asked of each row.',
  }),
  reportDaysWhenPaidOff: Int({
    min: 10,
    max: 3_660,
    description:
      'For so many days a loan that is paid off is reported. Payments are reported whatever became of the loan.',
  }),
  reportDaysWhenChargedOff: Int({
    min: 10,
    max: 3_660,
    description: 'For so many days a loan that is charged off is reported.',
  }),
  actionOnMissingData: StringEnum(missingActions, {
    description: 'What becomes of loans whose books have not begun by the day.',
  }),
  customFileName: Nullable(Text({ min: 1, max: 100, example: 'acme-%Y-%m-%d-{{loanTapeId}}' }), {
    description:
      'How files are called, without their ending: letters, digits, dots and dashes; %Y, %m and %d of the day, `{{loanTapeTypeId}}`, and `{{loanTapeId}}`, which must be there: so no file takes the place of another. Null: the id of the tape.',
  }),
  schedule: Nullable(Text({ min: 1, max: 100, example: 'P P 1 * *' }), {
    description:
      'When a tape is made by itself, in the zone of the company: five fields of cron, P for minute and hour, which the service chooses: between 6 and 7 in the morning. It is as of the day before; one of payments goes on where the one before it ended, and begins with the first of the month. Null: only by hand.',
  }),
  sftpSettings: Nullable(SftpShown, { description: 'Where tapes are left. Null: they are only downloaded.' }),
  openPgpPublicKey: Nullable(Text({ min: 100, max: 20_000 }), {
    description: 'A public key, armored: what is left at the host is encrypted for whoever has the other half.',
  }),
};

export const takenFields = { sftpSettings: Nullable(SftpInput) };
