// SCRA caps: the interest of a loan that is bounded for military service (50 USC 3937).
import type { Rate as RateValue } from '@tenor/engine/values/rate.ts';
import { as, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { DateOnly, Described, Nullable, Rate, StringEnum } from '#platform/input/schemas.ts';
import { same, start, stateTable } from '#platform/states.ts';
import { thingOfLoan } from '../../core/loan/declared-thing.ts';
import { listsOf } from '../../core/loan/thing.ts';
import { eventsOf } from '../../core/loan/thing-events.ts';
import { at, dated, from, id, ofLoan } from '../../core/loan/thing-fields.ts';
import { refuseBy } from '../../core/loan/thing-states.ts';
import { scraErrors } from './errors.ts';

/** What a loan from before the service may cost at most in a year. */
export const scraRateMax = '0.06' as RateValue;

/** How long after the end of the service the lender still accepts a notice of it. */
export const noticeDaysMax = 180;

const statuses = ['active', 'ended', 'canceled'] as const;

export const caps = thingOfLoan({
  table: 'scra_caps',
  name: 'SCRA cap',
  object: 'scraCap',
  prefix: 'IC',
  fields: {
    ...ofLoan,
    status: from(
      'status',
      StringEnum(statuses, { description: 'ended: its last day is known. canceled: as if it had never been.' }),
    ),
    militaryServiceId: from('service_id', id('MY-4J7C-Z2QV')),
    annualRate: from('annual_rate', Described(Rate, { description: 'The interest of a day is at most this.' })),
    startDate: from('start_on', Described(DateOnly, { description: 'The day of the call to active duty.' })),
    endDate: from('end_on', Nullable(DateOnly, { description: 'The last day. Null: the service goes on.' })),
    cappedFrom: from(
      'capped_from',
      Described(DateOnly, {
        description:
          'The first day of the books that it bounds. Of a loan that was taken over from another system later than startDate, what lies between is for who serviced it then.',
      }),
    ),
    noticeReceivedDate: from(
      'notice_on',
      Described(DateOnly, { description: 'The day on which the notice and the orders came.' }),
    ),
    ...dated,
    canceledAt: from('canceled_at', at),
  },
  columns: { annual_rate: as<RateValue>('text'), fact_id: 'text' },
  changes: ['service_id', 'annual_rate', 'start_on', 'end_on', 'capped_from', 'notice_on', 'fact_id', 'canceled_at'],
});
export type ScraCapRow = RowOf<typeof caps.definition>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    scra_caps: Stored<typeof caps.definition>;
  }
}

export const scraTables = tablesByName(caps.definition);
export const capLists = listsOf(caps);

/** They do not say who serves: the person does. */
const ofCap = eventsOf(caps, {
  scraCapId: 'id',
  scraCapStatus: 'status',
  startDate: 'startDate',
  endDate: 'endDate',
});
export const tellCap = ofCap.tell;
export const scraEvents = {
  capped: ofCap.kind('loan.scra.capped', 'The interest of a loan was bounded for military service.'),
  changed: ofCap.kind('loan.scra.changed', 'An SCRA cap was given another beginning, rate or notice, or goes on.'),
  ended: ofCap.kind('loan.scra.ended', 'An SCRA cap was given an end, or another one.'),
  canceled: ofCap.kind('loan.scra.canceled', 'An SCRA cap was canceled, as if it had never been.'),
};

export const scraStates = stateTable({
  name: 'SCRA cap',
  states: statuses,
  verbs: { give: 'be given', change: 'be changed', end: 'be given an end', reopen: 'go on', cancel: 'be canceled' },
  rows: [
    [start, 'give', 'active', { emits: [scraEvents.capped] }],
    [['active', 'ended'], 'change', same, { emits: [scraEvents.changed] }],
    [['active', 'ended'], 'end', 'ended', { emits: [scraEvents.ended] }],
    ['ended', 'reopen', 'active', { emits: [scraEvents.changed] }],
    [['active', 'ended'], 'cancel', 'canceled', { emits: [scraEvents.canceled] }],
  ],
  refuse: refuseBy(scraErrors.ScraCapStatusForbids, 'An SCRA cap'),
});
