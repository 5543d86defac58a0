import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { as, defaulted, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject, onCoordinator } from '#platform/db/tables.ts';
import type { Deed, OrderSubject, PayoutKind, Rail } from '../order/order.ts';
import type { ProviderReport } from '../providers/provider.ts';
import type { AttemptState } from './states.ts';

export const paymentAttempts = defineTable('payment_attempts', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  subject_kind: as<OrderSubject['kind']>('text'),
  subject_id: 'text',
  number: 'int',
  state: as<AttemptState>('text'),
  rail: as<Rail>('text'),
  deed: as<Deed>('text'),
  amount_cents: as<Cents>('bigint'),
  instrument_id: 'text',
  carrier_id: 'text',
  carrier_kind: 'text',
  entry_date: as<CivilDate | null>('date?'),
  body_sealed: 'bytes?',
  provider_id: 'text?',
  of_provider_id: 'text?',
  disputed_cents: as<Cents | null>('bigint?'),
  reason: 'text?',
  code: 'text?',
  claim: defaulted('int'),
  held_until: 'bigint?',
  asked: defaulted('int'),
  act_at: 'instant?',
  created_at: 'instant',
  first_sent_at: 'instant?',
  last_sent_at: 'instant?',
  accepted_at: 'instant?',
  settled_on: as<CivilDate | null>('date?'),
  confirmed_at: 'instant?',
  ended_at: 'instant?',
  payout_kind: as<PayoutKind | null>('text?'),
  turned_at: 'instant?',
  account_token: 'bytes?',
  approval_id: 'text?',
});

export type AttemptRow = RowOf<typeof paymentAttempts>;

/** Whose word let money go out. */
const paymentOrderers = defineTable('payment_orderers', bySubject('person_id'), {
  person_id: 'text',
  attempt_id: 'text',
  ordered_by: 'text',
  company_id: 'company',
  created_at: 'instant',
});

const providerMessages = defineTable('provider_messages', onCoordinator, {
  company_id: 'company',
  carrier_id: 'text',
  event_id: 'text',
  position: 'bigint',
  outcome: as<'taken' | 'known' | 'waiting' | 'break'>('text'),
  what: as<ProviderReport['what']>('text'),
  code: 'text?',
  amount_cents: as<Cents>('bigint'),
  provider_id: 'text?',
  attempt_id: 'text?',
  told_sealed: 'bytes',
  due_at: 'bigint?',
  waits_until: 'bigint?',
  received_at: 'instant',
  file_id: 'text?',
});

/** It is locked while an order begins to be sent: one node alone must hold that lock. */
const moneySwitches = defineTable('money_switches', onCoordinator, {
  company_id: 'company',
  stopped_at: 'instant?',
  reason: 'text?',
});

/** A transaction that counts orders locks this row first (`turn.ts`). */
const moneyTurns = defineTable('money_turns', onCoordinator, {
  company_id: 'company',
  turns: 'bigint',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    payment_attempts: Stored<typeof paymentAttempts>;
    payment_orderers: Stored<typeof paymentOrderers>;
    provider_messages: Stored<typeof providerMessages>;
    money_switches: Stored<typeof moneySwitches>;
    money_turns: Stored<typeof moneyTurns>;
  }
}

export const attemptTables = tablesByName(
  paymentAttempts,
  paymentOrderers,
  providerMessages,
  moneySwitches,
  moneyTurns,
);
