// Fields of what was agreed, and of what was disclosed when it was.
import type { Fields, Kind, TapeField, TapeRow, Value } from './field.ts';

type Agreed = Readonly<Record<string, unknown>>;

/** Products agree on different things: what a loan has not is empty, and so is what was not agreed by then. */
const agreedOf = ({ loan }: TapeRow): Agreed => (loan.agreed ?? {}) as Agreed;

const plain = (value: unknown): Value =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

const agreed = (kind: Kind, name: string, meaning: string): TapeField<TapeRow> => ({
  kind,
  source: 'agreement',
  meaning,
  of: (row) => plain(agreedOf(row)[name]),
});

const inside = (kind: Kind, part: string, name: string, meaning: string): TapeField<TapeRow> => ({
  kind,
  source: 'agreement',
  meaning,
  of: (row) => plain((agreedOf(row)[part] as Agreed | null | undefined)?.[name]),
});

interface AgreedRate {
  readonly rate?: unknown;
  readonly interestType?: unknown;
  readonly days?: unknown;
}
const firstOf = (row: TapeRow, list: string): AgreedRate | undefined =>
  (agreedOf(row)[list] as readonly AgreedRate[] | null | undefined)?.[0];

const first = (kind: Kind, list: string, of: (rate: AgreedRate) => unknown, meaning: string): TapeField<TapeRow> => ({
  kind,
  source: 'agreement',
  meaning,
  of: (row) => {
    const found = firstOf(row, list);
    return found === undefined ? null : plain(of(found));
  },
});

const countOf = (list: string, meaning: string): TapeField<TapeRow> => ({
  kind: 'integer',
  source: 'agreement',
  meaning,
  of: (row) =>
    row.loan.agreed === null ? null : ((agreedOf(row)[list] as readonly unknown[] | null | undefined)?.length ?? 0),
});

const disclosed = (kind: Kind, name: string, meaning: string): TapeField<TapeRow> => ({
  kind,
  source: 'agreement',
  meaning,
  of: ({ loan }) => plain((loan.figures as Agreed)[name]),
});

export const agreementFields: Fields<TapeRow> = {
  amountFinanced: agreed('money', 'amountFinanced', 'What was financed.'),
  principalAmountAgreed: agreed('money', 'principalAmount', 'What was lent at first.'),
  downPaymentAmount: agreed('money', 'downPaymentAmount', 'What was paid before.'),
  creditLimitAmountAgreed: agreed('money', 'creditLimitAmount', 'The credit limit that was agreed, for a line.'),
  duration: agreed('integer', 'duration', 'How many payments were agreed.'),
  enforcedEndDate: agreed('date', 'enforcedEndDate', 'The last due date, where it was agreed.'),
  paymentFrequency: agreed('word', 'paymentFrequency', 'How often it is paid.'),
  periodicPaymentAmountAgreed: agreed('money', 'periodicPaymentAmount', 'The payment, where it was agreed.'),
  interestRate: first(
    'rate',
    'interestRates',
    ({ rate }) => rate,
    'The first rate of interest for a year: 0.0999 is 9.99 %.',
  ),
  interestType: first(
    'word',
    'interestRates',
    ({ interestType }) => interestType ?? 'absolute',
    'Whether the first rate is added to an index: spread, or absolute.',
  ),
  interestRateDays: first(
    'integer',
    'interestRates',
    ({ days }) => days,
    'For how many days the first rate holds; empty: for good.',
  ),
  interestRatesCount: countOf('interestRates', 'How many rates were agreed, one after the other.'),
  promoRate: first('rate', 'promoRates', ({ rate }) => rate, 'By how much the first promotional rate lowers the rate.'),
  promoRateDays: first(
    'integer',
    'promoRates',
    ({ days }) => days,
    'For how many days the first promotional rate holds.',
  ),
  promoRatesCount: countOf('promoRates', 'How many promotional rates were agreed.'),
  originationFeeAmount: inside('money', 'fees', 'originationFeeAmount', 'The origination fee that was agreed.'),
  serviceFeeAmount: inside('money', 'fees', 'serviceFeeAmount', 'The service fee of each due date that was agreed.'),
  serviceFeeCapAmount: inside('money', 'fees', 'serviceFeeCapAmount', 'What all service fees together are at most.'),
  totalOtherFeesAmount: inside(
    'money',
    'fees',
    'totalOtherFeesAmount',
    'All other fees, as the lender disclosed them.',
  ),
  financeChargeAmount: agreed(
    'money',
    'financeChargeAmount',
    'The whole charge of interest, where it was fixed at the start.',
  ),
  addOnRate: agreed('rate', 'addOnRate', 'The same charge as a rate.'),
  totalInterestCapAmount: agreed('money', 'totalInterestCapAmount', 'Interest beyond this total is forgone.'),
  firstRateResetDate: agreed('date', 'firstRateResetDate', 'When the rate is reset first.'),
  aprNominalDisclosed: agreed('rate', 'aprNominal', 'The nominal annual percentage rate, as the lender disclosed it.'),
  aprEffectiveDisclosed: agreed(
    'rate',
    'aprEffective',
    'The effective annual percentage rate, as the lender disclosed it.',
  ),
  totalInterestAmountDisclosed: agreed('money', 'totalInterestAmount', 'All interest, as the lender disclosed it.'),
  totalDiscountAmountDisclosed: agreed(
    'money',
    'totalDiscountAmount',
    'By how much promotional rates lower it, as the lender disclosed it.',
  ),
  aprNominalAtOrigination: disclosed(
    'rate',
    'aprNominalAtOrigination',
    'The nominal annual percentage rate of the terms, as it was computed at the origination.',
  ),
  aprEffectiveAtOrigination: disclosed(
    'rate',
    'aprEffectiveAtOrigination',
    'The effective annual percentage rate, as it was computed at the origination.',
  ),
  maprAtOrigination: disclosed(
    'rate',
    'maprAtOrigination',
    'The military annual percentage rate; only for a covered borrower.',
  ),
  periodicPaymentAmountAtOrigination: disclosed(
    'money',
    'periodicPaymentAmount',
    'The first payment of the schedule as it was originated.',
  ),
  totalInterestAmountAtOrigination: disclosed(
    'money',
    'totalInterestAmount',
    'All interest of the schedule as it was originated.',
  ),
  totalDiscountAmountAtOrigination: disclosed(
    'money',
    'totalDiscountAmount',
    'By how much promotional rates lowered it.',
  ),
  aprNominalAtActivation: disclosed(
    'rate',
    'aprNominalAtActivation',
    'The nominal annual percentage rate, as it was computed at the activation.',
  ),
  aprEffectiveAtActivation: disclosed(
    'rate',
    'aprEffectiveAtActivation',
    'The effective annual percentage rate, as it was computed at the activation.',
  ),
  coveredBorrower: agreed(
    'boolean',
    'coveredBorrower',
    'Whether the credit was made to a covered borrower (10 USC 987).',
  ),
  skipCreditReporting: agreed('boolean', 'skipCreditReporting', 'Whether it is kept from credit agencies.'),
  originationLicense: agreed('text', 'originationLicense', 'The license under which it was originated.'),
  originatingCreditorName: agreed('text', 'originatingCreditorName', 'Who has lent it.'),
  itemsOrServicesFinanced: agreed('text', 'itemsOrServicesFinanced', 'What was bought with it.'),
  merchantId: agreed('id', 'merchantId', 'The merchant where it was spent.'),
  investorIdAgreed: {
    kind: 'id',
    source: 'agreement',
    meaning: 'The first investor of the agreement.',
    of: (row) =>
      plain((agreedOf(row).investors as readonly { investorId: string }[] | null | undefined)?.[0]?.investorId),
  },
};
