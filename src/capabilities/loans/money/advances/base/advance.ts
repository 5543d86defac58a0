// Advances: what is lent on a running installment loan besides its principal. A scheduled one is no more than announced; a
// pending one is on the books like a settled one, and may still come back. Source: resource shapes 3.9.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import {
  Amount,
  DateOnly,
  DateTime,
  Described,
  ExternalId,
  ForStaff,
  MetaData,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { start, stateTable } from '#platform/states.ts';
import { pointsOfSale } from '../../../core/loan/advance-schemas.ts';
import { thingOfLoan } from '../../../core/loan/declared-thing.ts';
import { listsOf } from '../../../core/loan/thing.ts';
import { at, from, id, ofLoan } from '../../../core/loan/thing-fields.ts';
import { refuseBy } from '../../../core/loan/thing-states.ts';
import { advanceErrors } from './errors.ts';
import { advanceStatusChanged } from './events.ts';
import { type AdvanceStatus, advanceStatuses } from './words.ts';

export interface AdvanceDetails {
  /** What was said of it, and nothing computes with. */
  readonly said: {
    readonly description?: string | null;
    readonly pointOfSaleType?: 'online' | 'physical' | null;
    readonly categoryId?: string | null;
    readonly merchantId?: string | null;
    readonly merchantName?: string | null;
    /** The text of it, as of all metadata. */
    readonly metadata?: string | null;
  };
  readonly cancelReason: string | null;
  /** Set when the service pays the money out: the status follows from the disbursement. */
  readonly disbursementId?: string;
  /** On the books as it was planned: the schedule has known it from the start. */
  readonly keepsPayment?: boolean;
}

const Details = Named('AdvanceDetails')({
  description: Nullable(Text({ max: 255 })),
  pointOfSaleType: Nullable(StringEnum(pointsOfSale)),
  categoryId: Nullable(Text({ max: 64 })),
  merchantId: Nullable(Text({ max: 259 })),
  merchantName: Nullable(Text({ max: 200 })),
  metadata: ForStaff(Nullable(MetaData)),
});

export const advances = thingOfLoan({
  table: 'loan_advances',
  name: 'advance',
  object: 'advance',
  prefix: 'LA',
  hasExternalId: true,
  fields: {
    externalId: from('external_id', ExternalId({ max: 50 })),
    ...ofLoan,
    status: from(
      'status',
      StringEnum(advanceStatuses, {
        description:
          'scheduled: announced, canceled by itself the day after its date. pending and settled: owed from its date on. canceled: as if it had never been.',
      }),
    ),
    amount: from('amount', Described(Amount, { description: 'What is lent.' })),
    originalAmount: from('original_amount', Described(Amount, { description: 'As it was agreed or first sent.' })),
    advanceDate: from('advance_on', Described(DateOnly, { description: 'The day from which it is owed.' })),
    isPlanned: Type.Boolean({
      description: 'Agreed with the loan, and its day is not over: the schedule counts on it.',
    }),
    disbursementId: Nullable(id('DB-5QW2-N7XC'), { description: 'Where the service pays it out.' }),
    cancelReason: Nullable(Text({ max: 40 }), {
      description:
        'Why it was canceled, where nobody did so by hand: notPaidOut, payoutFailed, beforeActivation or afterLastDueDate.',
    }),
    advanceDetails: Details,
    metadata: ForStaff(Nullable(MetaData)),
    timestamps: Named('AdvanceTimestamps')({
      createdAt: DateTime,
      updatedAt: at,
      deletedAt: Type.Null(),
      scheduledAt: at,
      pendingAt: at,
      settledAt: at,
      canceledAt: at,
    }),
  },
  columns: {
    planned_on: 'date?',
    fact_id: 'text?',
    act_at: 'instant?',
    details: json<AdvanceDetails>(),
    meta_data: 'text?',
    timestamps: json<Record<string, Instant>>(),
    created_at: 'instant',
    updated_at: 'instant?',
  },
  changes: [
    'external_id',
    'amount',
    'original_amount',
    'advance_on',
    'planned_on',
    'fact_id',
    'act_at',
    'details',
    'meta_data',
  ],
});
export type Advance = Static<typeof advances.schema>;
export type AdvanceRow = RowOf<typeof advances.definition>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loan_advances: Stored<typeof advances.definition>;
  }
}

export const advanceTables = tablesByName(advances.definition);

export const advanceLists = listsOf(advances, {
  sort: { createdAt: 'created_at', advanceDate: 'advance_on', amount: 'amount', status: 'status' },
  filters: {
    status: {
      schema: Type.Array(StringEnum(advanceStatuses), {
        maxItems: 4,
        description: 'One or several; all if not given.',
      }),
      where: (asked: readonly string[] = []) =>
        asked.length === 0 ? undefined : sql<boolean>`status in (${sql.join(asked)})`,
    },
  },
});

const told = { emits: [advanceStatusChanged] };

export const advanceStates = stateTable({
  name: 'Advance',
  states: advanceStatuses,
  verbs: {
    schedule: 'be scheduled',
    await: 'be pending',
    settle: 'be settled',
    cancel: 'be canceled',
    payOut: 'be paid out by the service',
    change: 'be given another amount or date',
  },
  rows: [
    [start, 'schedule', 'scheduled', told],
    [[start, 'scheduled'], 'await', 'pending', told],
    [[start, 'scheduled', 'pending'], 'settle', 'settled', told],
    [['scheduled', 'pending', 'settled'], 'cancel', 'canceled', told],
    ['scheduled', 'payOut', 'scheduled'],
    ['scheduled', 'change', 'scheduled'],
  ],
  refuse: refuseBy(advanceErrors.AdvanceStatusForbids, 'An advance'),
});

/** The verb that a client asks for by sending this status. */
export const verbOfStatus = { scheduled: 'schedule', pending: 'await', settled: 'settle', canceled: 'cancel' } as const;

export const isScheduled = (status: AdvanceStatus): boolean => status === advanceStates.to('schedule');
export const isOnBooks = (status: AdvanceStatus): boolean =>
  status === advanceStates.to('await') || status === advanceStates.to('settle');
