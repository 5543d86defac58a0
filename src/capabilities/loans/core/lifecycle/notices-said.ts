// What whoever changed a loan has said of the notice about it: it lies with the fact of the change; of a cancellation and of
// a taking over with the loan, of an offer with the settlement.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';

interface Change {
  readonly personId: string;
  readonly loanId: string;
  /** When the change was recorded. */
  readonly at: Instant;
  /** The settlement that was offered. */
  readonly settlementId: string | null;
}

type ByTime = { readonly [K in 'personId' | 'loanId' | 'at']: Change[K] };
type Said = { readonly said: boolean | null };
const typesByTime = { personId: 'text', loanId: 'text', at: 'timestamptz' } as const;

const saidWithFact = prepared<ByTime, Said>(
  (db, placeholder) =>
    db
      .selectFrom('loan_facts')
      .select(sql<boolean | null>`(details->>'sendNotice')::boolean`.as('said'))
      .where('person_id', '=', placeholder('personId'))
      .where('loan_id', '=', placeholder('loanId'))
      .where('recorded_at', '=', placeholder('at'))
      // Written as the condition of the index.
      .where(sql<boolean>`details->>'sendNotice' is not null`)
      .orderBy('number', 'desc')
      .limit(1),
  typesByTime,
);

const saidWithLoan = prepared<ByTime, Said>(
  (db, placeholder) =>
    db
      .selectFrom('loans')
      .select('send_notice as said')
      .where('person_id', '=', placeholder('personId'))
      .where('id', '=', placeholder('loanId'))
      .where((eb) =>
        eb.or([
          eb('status', '=', 'canceled'),
          sql<boolean>`(timestamps->>'activatedAt')::timestamptz = ${placeholder('at')}`,
        ]),
      ),
  typesByTime,
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

/** Null: nothing was said. */
export async function noticesSaid(reader: Reader, changes: readonly Change[]): Promise<(boolean | null)[]> {
  if (changes.length === 0) return [];
  const asked = changes.map(({ personId, settlementId, ...by }) =>
    settlementId === null
      ? [saidWithFact(reader.db, { personId, ...by }), saidWithLoan(reader.db, { personId, ...by })]
      : [saidWithOffer(reader.db, { personId, settlementId })],
  );
  const found: Said[][] = await reader.together(...asked.flat());
  let place = 0;
  return asked.map((own) => {
    const answers = found.slice(place, place + own.length);
    place += own.length;
    return answers.map(([row]) => row?.said ?? null).find((said) => said !== null) ?? null;
  });
}
