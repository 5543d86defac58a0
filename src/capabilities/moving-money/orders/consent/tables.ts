import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defaulted, defineTable, json, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import type { Authentication, AuthorizationKind, Channel, SecCode } from './authorization-values.ts';

/** What was agreed. Null: not limited by it. */
export interface Terms {
  /** The amount of a single debit, or the most that one of a series may take. */
  readonly amountMax: Cents | null;
  /** By which rule amounts vary, in the words that the consumer was shown. */
  readonly rule: string | null;
  /** The first day on which money may be taken. */
  readonly from: CivilDate;
  /** The last day on which money may be taken. A retry of a single debit may be later. */
  readonly until: CivilDate | null;
}

export const paymentAuthorizations = defineTable('payment_authorizations', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  loan_id: 'text?',
  instrument_id: 'text',
  account_last_four: 'text?',
  account_hash: 'bytes?',
  channel: as<Channel>('text'),
  sec_code: as<SecCode | null>('text?'),
  kind: as<AuthorizationKind>('text'),
  terms: json<Terms>(),
  agreement_document_id: 'text?',
  text_hash: 'text?',
  text_version: 'text?',
  language: 'text?',
  given_at: 'instant',
  given_by_type: as<Actor['type']>('text'),
  given_by_id: 'text?',
  authenticated_by: as<Authentication | null>('text?'),
  evidence_sealed: 'bytes?',
  stopped_dates: defaulted('texts'),
  revoked_at: 'instant?',
  revoked_by_type: as<Actor['type'] | null>('text?'),
  revoked_by_id: 'text?',
  revoked_reason: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const stoppedAccounts = defineTable('stopped_accounts', bySubject('person_id'), {
  person_id: 'text',
  account_hash: 'bytes',
  company_id: 'company',
  failures: 'int',
  stopped_position: 'bigint?',
  updated_at: 'instant',
});

export type AuthorizationRow = RowOf<typeof paymentAuthorizations>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    payment_authorizations: Stored<typeof paymentAuthorizations>;
    stopped_accounts: Stored<typeof stoppedAccounts>;
  }
}
