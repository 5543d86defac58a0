// Fee types: those that the settings of a loan type can charge, with ids that stay, and those that were added to be
// charged by hand.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { sql } from 'kysely';
import Type from 'typebox';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { Amount, Bool, Described, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import type { Maker } from '#platform/resource/resource-rows.ts';
import { productErrors } from '../errors.ts';
import { loanType } from '../loan-type.ts';
import { addedFees, feeKinds, settledFeesOf } from '../schemas.ts';
import type { LoanTypeSettings } from '../settings/schema.ts';
import { wholeSettings } from '../settings/settings.ts';
import { type FeeTypeRow, feeTypes, type LoanTypeRow } from '../tables.ts';

const FeeName = Type.Object({
  displayName: Text({ min: 1, max: 100, description: 'What borrowers read.', example: 'Copy of documents' }),
  apiName: Type.Unsafe<string>({
    type: 'string',
    maxLength: 60,
    pattern: '^[A-Za-z][A-Za-z0-9_]*$',
    'x-expected': 'a name of up to 60 letters, digits and underscores that begins with a letter, such as documentCopy',
    description: 'What programs say: letters, digits and underscores. Once in a loan type.',
    examples: ['documentCopy'],
  }),
});

const includeUncharged = {
  schema: Described(Bool, { description: 'Includes those that the present settings do not charge.', example: false }),
  where(asked: boolean | undefined, { settings }: LoanTypeRow) {
    const whole = wholeSettings(settings);
    const settled = settledFeesOf[whole.type].filter((kind) => asked || chargedBy(whole, kind) !== undefined);
    return sql<boolean>`fee_type = any(${[...settled, ...addedFees]}::text[])`;
  },
};

export const feeType = defineResource({
  name: 'fee type',
  plural: 'fee types',
  prefix: 'FT',
  table: feeTypes,
  below: { path: '/loan-types/{loanTypeId}', subject: loanType, column: 'loan_type_id', words: 'The loan type' },
  fields: {
    feeType: StringEnum(feeKinds, { example: 'adHoc' }),
    name: FeeName,
    amount: Nullable(Amount, {
      description:
        'What is charged at once, where it is fixed. Null where it differs: an origination fee is that of the loan, a late fee may be a percentage.',
    }),
    capAmount: Nullable(Amount, { description: 'What all of them together are at most. Null: no cap.' }),
  },
  onlyShown: ['capAmount'],
  taken: {
    feeType: StringEnum(addedFees, { description: 'The others follow from the settings.', example: 'adHoc' }),
    amount: Nullable(Amount, { description: 'Charged where no other amount is given. Null (the default): none.' }),
  },
  sort: ['createdAt', 'feeType', 'displayName', 'apiName'],
  filters: { includeUncharged },
  told: { feeType: StringEnum(feeKinds), apiName: Text({ max: 60 }) },
  events: { created: 'A fee type was added to a loan type by hand.' },
  endpoints: {
    list: {
      summary: 'List the fee types of a loan type',
      description:
        'What its settings charge, and what was added to be charged by hand. The id of each stays under all versions of the settings.',
    },
    create: {
      description: 'One that is charged by hand. What is charged by itself follows from the settings of the loan type.',
      errors: [productErrors.FeeTypeExists],
      body: {
        feeType: 'adHoc',
        name: {
          displayName: 'Copy of documents',
          apiName: 'documentCopy',
        },
        amount: 5,
      },
    },
  },
  whenTaken: {
    fee_types_name: ({ api_name }, cause) =>
      new Refusal(productErrors.FeeTypeExists, `There is a fee type ${api_name} of this loan type.`, {
        data: { path: 'name.apiName' },
        cause,
      }),
  },
  present(rows, { parent }) {
    const settings = wholeSettings(parent.settings);
    return rows.map(({ fee_type, display_name, api_name, amount }) => ({
      name: { displayName: display_name, apiName: api_name },
      ...(chargedBy(settings, fee_type) ?? { amount, capAmount: null }),
    }));
  },
});

export const feeTypeRoutes = feeType.endpoints({
  async beforeWrite(_ctx, _tx, { sent: { name, amount } }) {
    if (amount != null && amount <= 0) {
      throw refuseField('amount', 'must be above zero', 'an amount above zero, or null for none');
    }
    return { display_name: name?.displayName as string, api_name: name?.apiName as string };
  },
});

type SettledFee = (typeof settledFeesOf)[LoanTypeSettings['type']][number];

const settledNames: Readonly<Record<SettledFee, string>> = {
  originationFee: 'Origination fee',
  drawFee: 'Draw fee',
  serviceFee: 'Service fee',
  membershipFee: 'Membership fee',
  lateFee: 'Late fee',
  nsfFee: 'Returned payment fee',
};

/** These are created with their loan type: each keeps its id, however the settings change. */
export function addSettledFeeTypes(maker: Maker, tx: Tx, loanTypeId: string, type: LoanTypeSettings['type']): void {
  for (const kind of settledFeesOf[type]) {
    const columns = { fee_type: kind, display_name: settledNames[kind], api_name: kind };
    feeType.add(maker, tx, {}, columns, loanTypeId);
  }
}

/** For loans: all fee types, also those that the present settings do not charge. */
export const feeTypesOf = (reader: Reader, loanTypeId: string): Promise<FeeTypeRow[]> =>
  reader.rows(
    reader.db.selectFrom('fee_types').select(feeTypes.all).where('loan_type_id', '=', loanTypeId).orderBy('position'),
  );

interface Charged {
  readonly amount: Cents | null;
  readonly capAmount: Cents | null;
}

/** What the settings charge for a kind of fee; undefined: nothing. */
function chargedBy(settings: LoanTypeSettings, kind: FeeTypeRow['fee_type']): Charged | undefined {
  const { nsfAmount, service, membership } = settings.fees;
  switch (kind) {
    case 'originationFee':
    case 'drawFee':
      return isChargedAtFirst(settings) ? { amount: null, capAmount: null } : undefined;
    case 'serviceFee':
      return service ?? undefined;
    case 'membershipFee':
      return membership ?? undefined;
    case 'lateFee':
      return lateFeeOf(settings);
    case 'nsfFee':
      return nsfAmount === null ? undefined : { amount: nsfAmount, capAmount: null };
    default:
      return undefined;
  }
}

/** Whether there is an origination fee, or a draw fee: its amount is that of the loan, or of the draw. */
function isChargedAtFirst(settings: LoanTypeSettings): boolean {
  if (settings.type === 'installment') return settings.fees.origination !== null;
  const { amount, percentageOfPrincipal } = settings.fees.draw;
  return amount > 0 || Number(percentageOfPrincipal) > 0;
}

function lateFeeOf(settings: LoanTypeSettings): Charged | undefined {
  // A repeated late fee of a line has another amount than the first.
  if (settings.type === 'lineOfCredit')
    return settings.fees.late === null ? undefined : { amount: null, capAmount: null };
  const { late } = settings.fees;
  if (late === null) return undefined;
  return { amount: late.rule === 'flat' ? late.flatAmount : null, capAmount: late.lifetimeCapAmount };
}
