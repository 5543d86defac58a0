// A tax filing, as it is found and shown.
import type { Cents } from '@tenor/engine/values/cents.ts';
import Type, { type Static } from 'typebox';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { Emit } from '#platform/events/emit.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Described,
  Int,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { taxFilingChanged } from '../events.ts';
import { partsOf } from '../forms/csv.ts';
import { type LeftOutReason, leftOutReasons, reasonsInWords } from '../forms/left-out.ts';
import { type FilingRow, taxFilings } from '../tables.ts';
import { filingStates } from './states.ts';

const id = (example: string) => Text({ max: 12, example });

const counts = Object.fromEntries(leftOutReasons.map((one) => [one, Type.Integer()])) as Record<
  LeftOutReason,
  ReturnType<typeof Type.Integer>
>;

const LeftOutDebt = Named('TaxFilingLeftOutDebt')({
  loanId: id('LN-7KQ2-M4XA'),
  personId: Described(id('BO-4H7K-2MXA'), { description: 'The debtor of whom no form is made.' }),
  reason: StringEnum(leftOutReasons, { description: reasonsInWords }),
});

export const taxYear = Int({
  min: 2000,
  max: 2999,
  description: 'The calendar year of the events. It is over.',
  example: 2025,
});

export const TaxFiling = Type.Object(
  {
    id: id('TF-7KQ2-M4XA'),
    object: Type.Literal('taxFiling'),
    companyId: id('CP-4H7K-2MXA'),
    taxYear,
    isCorrection: Described(Bool, {
      description: 'True: a filing of the year was sent before, and it has what has changed since.',
    }),
    includesInterest: Described(Bool, {
      description: 'True: the interest that was canceled is in the amounts (box 2), and alone in box 3.',
    }),
    state: StringEnum(filingStates, {
      description:
        '`made`: its forms stay as they are, whatever changes. `sent`: somebody has said so; what changes now is in the next filing of the year. `discarded`: it was not sent, and never counts.',
    }),
    operationId: Described(id('OP-7KQ2-M9XA'), { description: 'The operation that makes it.' }),
    numForms: Nullable(Type.Integer(), { description: 'How many forms it has.' }),
    numWithoutTin: Nullable(Type.Integer(), { description: 'How many of them lack the number of the debtor.' }),
    numParts: Described(Type.Integer(), { description: 'In how many parts it is downloaded.' }),
    totalAmount: Nullable(Amount, { description: 'What all its forms come to (box 2).' }),
    numLeftOut: Described(Type.Integer(), { description: 'How many debts, or debtors of one, are not in it.' }),
    leftOut: Described(Named('TaxFilingLeftOutCounts')(counts), { description: 'The same, by the reason.' }),
    leftOutDebts: Type.Array(LeftOutDebt, { description: 'The first hundred of them.' }),
    sentOn: Nullable(DateOnly, { description: 'When it was sent.' }),
    receiptId: Nullable(Text({ max: 100 }), { description: 'The receipt of the tax office, if somebody has said it.' }),
    errorMessage: Nullable(Text({ max: 1_000 }), { description: 'Why it could not be made.' }),
    finishedAt: Nullable(DateTime, { description: 'When it was made, or was not.' }),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'TaxFiling' },
);
type TaxFiling = Static<typeof TaxFiling>;

const present = presenter<typeof TaxFiling, FilingRow>(TaxFiling);

export function showFiling(row: FilingRow): TaxFiling {
  const { counts: found, debts } = row.left_out;
  const all = leftOutReasons.map((one) => [one, found[one] ?? 0] as const);
  return present(row, {
    numParts: partsOf(row),
    totalAmount: row.total_amount as Cents | null,
    numLeftOut: all.reduce((sum, [, count]) => sum + count, 0),
    leftOut: Object.fromEntries(all) as TaxFiling['leftOut'],
    leftOutDebts: [...debts],
  });
}

export const filingList = defineList({
  table: 'tax_filings',
  filters: { taxYear, state: StringEnum(filingStates) },
});

export const readFiling = (reader: Reader, filingId: string, lock = false): Promise<FilingRow | undefined> => {
  const query = reader.db.selectFrom('tax_filings').select(taxFilings.all).where('id', '=', filingId);
  return reader.row(lock ? query.forNoKeyUpdate() : query) as Promise<FilingRow | undefined>;
};

const param = 'taxFilingId';

export const filingOfPath: Subject<FilingRow> = {
  param,
  notFound: errors.NotFound,
  async find(reader, reference, lock, params) {
    const { companyId } = reader.realm;
    if (params?.companyId !== companyId && params?.companyId !== 'current')
      throw notFound('company', params?.companyId ?? '', 'companyId');
    const filing = await readFiling(reader, reference, lock);
    if (filing === undefined) throw notFound('tax filing', reference, param);
    return { id: companyId, subject: filing };
  },
};

export const tellFiling = (emit: Emit, companyId: string, row: FilingRow): void =>
  emit(taxFilingChanged, companyId, {
    taxFilingId: row.id,
    taxYear: row.tax_year,
    isCorrection: row.is_correction,
    state: row.state,
  });
