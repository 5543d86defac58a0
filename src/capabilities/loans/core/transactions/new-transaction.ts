// A transaction that is not stored yet, and its fact.
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { newId } from '#platform/ids.ts';
import type { MetaData } from '#platform/input/metadata.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import { notApplied } from '../books/write-splits.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { TransactionRow } from '../loan/tables.ts';
import { noDetails, type TransactionDetails } from './transaction.ts';

interface NewTransaction {
  readonly transaction_type: TransactionRow['transaction_type'];
  readonly status: TransactionRow['status'];
  readonly is_external: boolean;
  readonly amount: number;
  readonly on: Day;
  readonly externalId?: string | null | undefined;
  readonly instrumentId?: string | undefined;
  readonly metaData?: MetaData | null | undefined;
  readonly releaseAt?: Instant | null;
  readonly details: Partial<TransactionDetails> & Pick<TransactionDetails, 'createdBy'>;
}

const momentOf = {
  initiated: 'initiatedAt',
  pending: 'pendingAt',
  succeeded: 'succeededAt',
  failed: 'failedAt',
  canceled: 'canceledAt',
  inDispute: 'inDisputeAt',
  chargeback: 'chargebackAt',
} as const;

/** The time at which it got its status. */
export const momentsOf = (status: string, now: Instant): Readonly<Record<string, Instant>> =>
  status in momentOf ? { [momentOf[status as keyof typeof momentOf]]: now } : {};

/** On the timeline it is a fact with the transaction's own id, as soon as it is on the books. */
export function newTransaction(
  ctx: Pick<CommandContext, 'now' | 'position'>,
  { row: loan }: HeldLoan,
  made: NewTransaction,
): TransactionRow {
  const id = newId('TX');
  const details: TransactionDetails = {
    ...noDetails,
    order: loan.facts_count,
    ...made.details,
  };
  return {
    person_id: loan.person_id,
    id,
    company_id: loan.company_id,
    loan_id: loan.id,
    position: ctx.position(),
    external_id: made.externalId ?? null,
    transaction_type: made.transaction_type,
    status: made.status,
    is_external: made.is_external,
    amount: made.amount,
    effective_on: dateOf(made.on),
    original_effective_on: dateOf(made.on),
    instrument_id: made.instrumentId ?? null,
    fact_id: id,
    ...notApplied,
    release_at: made.releaseAt ?? null,
    details: { ...details },
    timestamps: made.status === 'scheduled' ? {} : { initiatedAt: ctx.now, ...momentsOf(made.status, ctx.now) },
    meta_data: storedMetaData(made.metaData ?? null),
    created_at: ctx.now,
    updated_at: null,
  };
}
