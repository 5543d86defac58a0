// Loan tape types: which columns a tape has, which loans, in which form, when, and for whom.
import { ownCompany } from '#capabilities/access/index.ts';
import { callersNumber } from '#capabilities/case-types/index.ts';
import { mustHaveNone, type Problem, Refusal } from '#platform/errors.ts';
import { mustBePublicKey } from '#platform/file-places/open-pgp.ts';
import { defineVersioned } from '#platform/resource/versioned.ts';
import { tapeErrors } from '../errors.ts';
import { loanTapeTypes, type TapeTypeRow } from '../tables.ts';
import { nextRunAfter } from './next-run.ts';
import { mustBeSound } from './problems.ts';
import { recipientColumns } from './recipient.ts';
import { takenFields, tapeTypeFields } from './schemas.ts';

export const tapeType = defineVersioned({
  name: 'loan tape type',
  plural: 'loan tape types',
  prefix: 'TY',
  below: { path: '/companies/{companyId}', subject: ownCompany },
  copiedBy: 'copyOf',
  table: loanTapeTypes,
  fields: tapeTypeFields,
  taken: takenFields,
  defaults: {
    description: '',
    tapeType: 'loans',
    calculatedColumns: [],
    fieldNameMappings: {},
    loanMetaDataFields: [],
    moneyUnit: 'subUnit100',
    tapeOutputFormat: 'CSV',
    fieldWidths: {},
    masks: {},
    compressionType: 'gzip',
    shouldReportDrawsSeparately: false,
    reportDaysWhenPaidOff: 10,
    reportDaysWhenChargedOff: 180,
    actionOnMissingData: 'excludeFromTape',
  },
  fixed: ['externalId', 'tapeType'],
  sort: ['createdAt'],
  endpoints: {
    list: { description: 'Lists every version of every type; tapes are made by the active ones.' },
    create: {
      description:
        'A draft, unless `status` is `active`. Needs `tapeName` and `fields`, or `copyOf` with the number of a type. Fields that show who a borrower is need the permission to read it, and a type with a recipient (`sftpSettings`) needs the right to download tapes.',
      body: {
        externalId: 'investor-monthly',
        tapeName: 'Monthly tape of the investor',
        status: 'active',
        fields: ['reportDate', 'loanId', 'status', 'outstandingTotalAmount', 'daysPastDue', 'exposureAmount'],
        calculatedColumns: [
          {
            name: 'exposureAmount',
            type: 'money',
            expression: 'loan.outstandingTotalAmount + loan.chargedOffTotalAmount',
          },
        ],
        fieldNameMappings: { loanId: 'loan_number' },
        filter: 'loan.product == "installment"',
        moneyUnit: 'fullUnit',
        compressionType: 'noCompression',
        schedule: 'P P 1 * *',
      },
    },
    read: {},
    update: {
      description:
        'What is not sent stays. A draft is changed as it stands. What is active is not changed: the answer is a new version with an id of its own, active in its place, or a draft if `status` is `draft`. A tape keeps the version by which it was made. Whatever is changed of a type with a recipient needs the right to download tapes.',
      body: { description: 'For the investor, on the first of each month' },
    },
    delete: { description: 'A draft is deleted; everything else is deprecated: no tape is made by it any more.' },
  },
  numberOfCaller: callersNumber,
  normal: async (_tx, sent) => sent,
  async check(ctx, tx, row, { follows }) {
    mustHaveNone(missing(row));
    const type = row as TapeTypeRow;
    mustBeSound(type, ctx.caller.permissions);
    if (type.open_pgp_public_key !== null) await mustBePublicKey(type.open_pgp_public_key);
    const before = follows as TapeTypeRow | undefined;
    return {
      ...recipientColumns(ctx, type, before),
      next_run_at: await nextRunAfter(tx, type, { now: ctx.now, follows: before }),
      changed_by_type: ctx.caller.actor.type,
      changed_by_id: ctx.caller.actor.id,
    };
  },
  // A tape keeps its version, so what has tapes is deprecated and not deleted.
  isNamed: async (tx, { id }) =>
    (await tx.row(
      tx.db
        .selectFrom('loan_tapes')
        .select('id')
        .where('loan_tape_type_id', '=', id as string)
        .limit(1),
    )) !== undefined,
});

const missing = ({ tape_name, fields }: object & { tape_name?: unknown; fields?: unknown }): Problem[] => [
  ...(tape_name == null ? [{ path: 'tapeName', message: 'is required', expected: 'the name of the tape' }] : []),
  ...(fields == null ? [{ path: 'fields', message: 'is required', expected: 'fields such as loanId' }] : []),
];

export const findTapeType = tapeType.parts.find;

/** Errors: TapeTypeNotActive. */
export function mustBeActive({ id, tape_name: name, status }: TapeTypeRow): void {
  if (status === 'active') return;
  throw new Refusal(tapeErrors.TapeTypeNotActive, `The version ${id} of ${name} is ${status}.`, {
    data: { path: 'loanTapeTypeId', status },
  });
}
