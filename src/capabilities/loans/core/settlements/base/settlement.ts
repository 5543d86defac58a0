// Settlements: an agreed sum below what is owed. An offer is no more than words; one that is accepted is a fact of the
// loan, and its books say whether it was kept or broken, and say so anew when what was paid is corrected. The interface
// has no fields for them: all are ours.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type Static, Type } from 'typebox';
import type { Actor } from '#platform/actor.ts';
import { as, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { Amount, DateOnly, Described, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { start, stateTable } from '#platform/states.ts';
import { thingOfLoan } from '../../loan/declared-thing.ts';
import { listsOf } from '../../loan/thing.ts';
import { eventsOf } from '../../loan/thing-events.ts';
import { dated, from, ofBorrower, stampsOf } from '../../loan/thing-fields.ts';
import { refuseBy } from '../../loan/thing-states.ts';
import { settlementErrors } from './errors.ts';
import { settlementStatusChanged } from './events.ts';
import { settlementStatuses } from './words.ts';

export interface SettlementPart {
  readonly dueDate: CivilDate;
  readonly amount: number;
}

/** What a settlement that was kept has given up, in cents. */
export interface Forgiven {
  readonly on: CivilDate;
  readonly principal: number;
  readonly interest: number;
  readonly fees: number;
}

export const amount = (description: string) => Described(Amount, { description });
export const day = (description: string) => Described(DateOnly, { description });

const PartShown = Named('SettlementPart')({
  dueDate: day('By when it is to be paid.'),
  amount: amount('What is to be paid by then, besides the parts before.'),
  paidAmount: amount('What has been paid of it: the oldest part first.'),
  isOverdue: Type.Boolean({ description: 'Its date is over, and it is not paid in full.' }),
});

const CancellationOfDebt = Named('CancellationOfDebt')({
  identifiableEventDate: day('The day on which the agreed sum was reached.'),
  identifiableEventCode: Type.Literal('F', { description: 'By agreement.' }),
  principalAmount: amount('The stated principal in the amount that was given up.'),
  interestAmount: amount('The booked interest in the amount that was given up.'),
  feesAmount: amount('The fees in the amount that was given up.'),
  totalAmount: amount('All of it.'),
  isReportable: Type.Boolean({
    description: 'At least 600.00 of principal; a lender need not report the rest (26 CFR 1.6050P-1(a), (d)(3)).',
  }),
});

/** The id is also that of its fact. */
export const settlements = thingOfLoan({
  table: 'loan_settlements',
  name: 'settlement',
  object: 'settlement',
  prefix: 'SE',
  fields: {
    ...ofBorrower,
    status: from(
      'status',
      StringEnum(settlementStatuses, {
        description:
          'kept: the agreed sum is there, the rest is given up, and the loan is paid off. broken: it was not there by lastDate. Both follow from the books, also after a payment is corrected.',
      }),
    ),
    amount: from('amount', amount('What is to be paid instead of all that is owed.')),
    owedAmount: from('owed', amount('What paid the loan off on the day of the offer.')),
    paidAmount: from('paid', amount('What has been paid toward it since it was accepted.')),
    schedule: Type.Array(PartShown),
    acceptBy: from('accept_by', day('The last day on which the offer can be accepted.')),
    lastDate: from('last_day', day('The last day on which a payment counts.')),
    cancelReason: from(
      'cancel_reason',
      Nullable(Text({ max: 255 }), {
        description: 'Why it was canceled, if somebody said so; paidOff: the loan was paid off in another way.',
      }),
    ),
    cancellationOfDebt: Nullable(CancellationOfDebt, {
      description: 'For a settlement that was kept: the figures of Form 1099-C (26 USC 6050P). Otherwise null.',
    }),
    ...dated,
    ...stampsOf('accepted', 'kept', 'broken', 'canceled', 'expired'),
  },
  columns: {
    parts: json<readonly SettlementPart[]>(),
    zone: 'text',
    forgiven: json<Forgiven | null>('json?'),
    send_notice: 'bool?',
    act_at: 'instant?',
    offered_by_type: as<Actor['type']>('text'),
    offered_by_id: 'text?',
    timestamps: json<Record<string, Instant>>(),
  },
  changes: ['cancel_reason', 'act_at'],
});
export type Settlement = Static<typeof settlements.schema>;
export type SettlementRow = RowOf<typeof settlements.definition>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loan_settlements: Stored<typeof settlements.definition>;
  }
}

export const settlementTables = tablesByName(settlements.definition);
export const settlementLists = listsOf(settlements, { filters: { status: StringEnum(settlementStatuses) } });

export const tellSettlement = eventsOf(settlements, {
  settlementId: 'id',
  settlementStatus: 'status',
  cancelReason: 'cancelReason',
  amount: 'amount',
  currency: 'USD',
  lastDate: 'lastDate',
}).tell;

const told = { emits: [settlementStatusChanged] };

export const settlementStates = stateTable({
  name: 'Settlement',
  states: settlementStatuses,
  verbs: {
    offer: 'be offered',
    accept: 'be accepted',
    cancel: 'be canceled',
    expire: 'expire',
    keep: 'be kept',
    break: 'be broken',
    resume: 'be waited for again',
  },
  rows: [
    [start, 'offer', 'offered', told],
    ['offered', 'accept', 'accepted', told],
    [['offered', 'accepted', 'kept'], 'cancel', 'canceled', told],
    ['offered', 'expire', 'expired', told],
    [['accepted', 'broken', 'canceled'], 'keep', 'kept', told],
    [['accepted', 'kept', 'canceled'], 'break', 'broken', told],
    // The payment that completed it was taken back before the last day.
    [['kept', 'broken', 'canceled'], 'resume', 'accepted', told],
  ],
  refuse: refuseBy(settlementErrors.SettlementStatusForbids, 'A settlement'),
});
