// What whoever changed a loan has said of the notice about it: it lies with the fact of the change; of a cancellation and of
// a taking over with the loan, of an offer with the settlement.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type LoanKeys, loanKeyTypes } from '../loan/named-loans.ts';

interface Change {
  readonly personId: string;
  readonly loanId: string;
  /** The type of the event. */
  readonly event: string;
  /** When the change was recorded. */
  readonly at: Instant;
  /** The settlement that was offered. */
  readonly settlementId: string | null;
}

/**
 * The facts that lead to an event. The clock of a test realm stands still, so that several changes of a loan may have been
 * recorded at one time.
 */
const factsOf: Readonly<Record<string, readonly string[]>> = {
  'draw.activated': ['drawActivation'],
  'loan.acceleration.processed': ['acceleration', 'chargeOff'],
  'loan.activated': ['activation'],
  'loan.chargeoff.processed': ['chargeOff'],
  'loan.closed': ['close'],
  'loan.collectionagency.assigned': ['agency'],
  'loan.collectionagency.unassigned': ['agency'],
  'loan.credit.limit.changed': ['limit'],
  'loan.draws.frozen': ['spending, frozen'],
  'loan.draws.unfrozen': ['spending'],
  'loan.duedate.defer': ['dueDateChange', 'cycleChange'],
  'loan.paymentplan.setup': ['plan'],
  'loan.reaged': ['reAge'],
  'loan.schedule.defer': ['deferral'],
  'loan.scra.capped': ['ceiling'],
  'loan.scra.ended': ['ceiling'],
};

type ByTime = { readonly [K in 'personId' | 'loanId' | 'at']: Change[K] };
type Said = { readonly said: boolean | null };
type SaidWithFact = Said & { readonly kind: string };
const typesByTime = { personId: 'text', loanId: 'text', at: 'timestamptz' } as const;

const saidWithFact = prepared<ByTime, SaidWithFact>(
  (db, placeholder) =>
    db
      .selectFrom('loan_facts')
      .select([
        sql<string>`case fact->>'drawsFrozen' when 'true' then kind || ', frozen' else kind end`.as('kind'),
        sql<boolean | null>`(details->>'sendNotice')::boolean`.as('said'),
      ])
      .where('person_id', '=', placeholder('personId'))
      .where('loan_id', '=', placeholder('loanId'))
      .where('recorded_at', '=', placeholder('at'))
      // Written as the condition of the index.
      .where(sql<boolean>`details->>'sendNotice' is not null`)
      .orderBy('number', 'desc'),
  typesByTime,
);

const saidWithLoan = prepared<LoanKeys, Said>(
  (db, placeholder) =>
    db
      .selectFrom('loans')
      .select('send_notice as said')
      .where('person_id', '=', placeholder('personId'))
      .where('id', '=', placeholder('loanId')),
  loanKeyTypes,
);

const saidWithOffer = prepared<{ readonly personId: string; readonly settlementId: string }, Said>(
  (db, placeholder) =>
    db
      .selectFrom('loan_settlements')
      .select('send_notice as said')
      .where('person_id', '=', placeholder('personId'))
      .where('id', '=', placeholder('settlementId')),
  { personId: 'text', settlementId: 'text' },
);

/** An active loan was canceled by nobody, and a canceled one taken over by nobody. */
const saidOfLoan: readonly string[] = ['loan.activated', 'loan.canceled'];

/** Null: nothing was said. */
export async function noticesSaid(reader: Reader, changes: readonly Change[]): Promise<(boolean | null)[]> {
  if (changes.length === 0) return [];
  const asked = changes.map(({ personId, loanId, event, at, settlementId }) =>
    settlementId === null
      ? [
          saidWithFact(reader.db, { personId, loanId, at }),
          ...(saidOfLoan.includes(event) ? [saidWithLoan(reader.db, { personId, loanId })] : []),
        ]
      : [saidWithOffer(reader.db, { personId, settlementId })],
  );
  const found: (Said | SaidWithFact)[][] = await reader.together(...asked.flat());
  const answers = found[Symbol.iterator]();
  return asked.map((own, i) => {
    const rows = own.flatMap(() => answers.next().value ?? []);
    const kinds = factsOf[changes[i]?.event ?? ''] ?? [];
    return rows.find((row) => row.said !== null && (!('kind' in row) || kinds.includes(row.kind)))?.said ?? null;
  });
}
