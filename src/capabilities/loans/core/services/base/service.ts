// Services that are sold with a loan, such as a GAP waiver. They move no money: what the borrower pays for one is in the
// principal, in a fee of the agreement, or outside the loan.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Static } from 'typebox';
import { type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { Amount, DateOnly, Described, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { start, stateTable } from '#platform/states.ts';
import { thingOfLoan } from '../../loan/declared-thing.ts';
import { loanErrors } from '../../loan/errors.ts';
import type { LoanKeys } from '../../loan/named-loans.ts';
import { byLoan, eventsOf } from '../../loan/thing-events.ts';
import { dated, from, id, ofLoan } from '../../loan/thing-fields.ts';

const serviceKinds = [
  'creditLifeInsurance',
  'creditDisabilityInsurance',
  'creditUnemploymentInsurance',
  'creditPropertyInsurance',
  'gapWaiver',
  'debtCancellation',
  'serviceContract',
  'membership',
  'other',
] as const;

const charges = ['financed', 'periodicFee', 'apart'] as const;
export type Charge = (typeof charges)[number];

const rebates = ['proRata', 'ruleOf78'] as const;
export type Rebate = (typeof rebates)[number];

const statuses = ['active', 'canceled'] as const;

export const cancelReasons = ['borrowerRequest', 'paidOff', 'refinanced', 'totalLoss', 'lenderError', 'other'] as const;

/** What is said of a service when it is sold. */
export const sold = {
  kind: StringEnum(serviceKinds, { example: 'gapWaiver' }),
  provider: Text({ min: 1, max: 200, description: 'Who provides it: a business.', example: 'Wabash Assurance Co.' }),
  amount: Described(Amount, { description: 'Its price; of one paid by a periodic fee, that of a period.' }),
  charged: StringEnum(charges, {
    description:
      'financed: in the principal. periodicFee: by a fee of each period of the agreement. apart: paid outside the loan.',
  }),
  startDate: Described(DateOnly, { description: 'The first day of cover.' }),
  endDate: Nullable(DateOnly, { description: 'The last day of cover. Null: until it is canceled.' }),
};
export const rebate = StringEnum(rebates, {
  description: 'How the unearned part is computed. ruleOf78: as agreed, of a cover of whole months.',
});

export const services = thingOfLoan({
  table: 'loan_services',
  name: 'service',
  object: 'loanService',
  prefix: 'SR',
  fields: {
    ...ofLoan,
    kind: from('kind', sold.kind),
    provider: from('provider', sold.provider),
    amount: from('amount', sold.amount),
    charged: from('charged', sold.charged),
    startDate: from('start_date', sold.startDate),
    endDate: from('end_date', sold.endDate),
    rebate: from('rebate', rebate),
    status: from('status', StringEnum(statuses)),
    cancelReason: from('cancel_reason', Nullable(StringEnum(cancelReasons))),
    canceledOn: from(
      'canceled_on',
      Nullable(DateOnly, { description: 'The last day of cover of one that was canceled.' }),
    ),
    unearnedAmount: from(
      'unearned_amount',
      Nullable(Amount, { description: 'What of the price was unearned, where the service was canceled.' }),
    ),
    creditTransactionId: from(
      'credit_transaction_id',
      Nullable(id('TX-5KX8-W2NB'), { description: 'The service credit that gave it back. Null: none was asked for.' }),
    ),
    ...dated,
  },
  changes: ['cancel_reason', 'canceled_on', 'unearned_amount', 'credit_transaction_id'],
});
export type LoanService = Static<typeof services.schema>;
export type ServiceRow = RowOf<typeof services.definition>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loan_services: Stored<typeof services.definition>;
  }
}

export const serviceTables = tablesByName(services.definition);

/** What the borrower pays for it on the first day; what comes with each payment is a fee of the agreement. */
export const chargeOf = ({ status, charged, amount }: ServiceRow): Cents =>
  (status === 'active' && charged !== 'periodicFee' ? amount : 0) as Cents;

/** The service that was sold last comes first. */
export const servicesOf = (reader: Reader, keys: LoanKeys): Promise<ServiceRow[]> =>
  reader.rows(services.of(reader, keys).orderBy('position', 'desc'));

const ofService = eventsOf(services, { loanServiceId: 'id', kind: 'kind' }, byLoan);
export const tellService = ofService.tell;
export const serviceAdded = ofService.kind('loan.service.added', 'A service was sold with a loan.');
export const serviceCanceled = ofService.kind('loan.service.canceled', 'A service of a loan was canceled.');

export const serviceStates = stateTable({
  name: 'Service',
  states: statuses,
  verbs: { sell: 'be sold', cancel: 'be canceled' },
  rows: [
    [start, 'sell', 'active', { emits: [serviceAdded] }],
    ['active', 'cancel', 'canceled', { emits: [serviceCanceled] }],
  ],
  refuse: ({ state, said }) =>
    new Refusal(loanErrors.NothingToDo, `A service that is ${state} cannot ${said}.`, {
      data: { reason: `it is ${state} already` },
    }),
});
