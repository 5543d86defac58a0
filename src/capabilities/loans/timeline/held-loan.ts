// A loan as a command or a read holds it: its row, and the facts since its checkpoint.
import type { Fact } from '@tenor/engine/facts.ts';
import type { Records, State } from '@tenor/engine/state.ts';
import { rulesVersion } from '@tenor/engine/state.ts';
import type { Terms } from '@tenor/engine/terms.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import { type HoleOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { IndexKnown, LoanRow, StoredState } from '../tables.ts';

export interface HeldLoan {
  readonly row: LoanRow;
  /** Everything after the base; without a base, everything. */
  readonly facts: readonly Fact[];
  /** What the loan's type says of the index now, if the loan follows it. */
  readonly index: IndexKnown;
}

/** From where a replay begins, and the facts that come after it; those of the index are not among them. */
export interface Footing {
  readonly from: State | undefined;
  readonly facts: readonly Fact[];
}

const noRecords: Records = { steps: [], postings: [], segments: [], fees: [], obligations: [], events: [], moot: [] };

export const asState = (stored: StoredState): State => ({ ...stored, records: noRecords });

export const asStored = ({ rules, through, position }: StoredState): StoredState => ({ rules, through, position });

export function termsOf({ terms, id }: LoanRow): Terms {
  if (terms === null) throw new Error(`The loan ${id} has no terms before its origination.`);
  return terms;
}

export const followsIndex = ({ terms }: Pick<LoanRow, 'terms'>): boolean =>
  terms?.interest.rates.some(({ type }) => type === 'spread') ?? false;

/** Beside the row of a loan. What changes the origination fee counts from the start, whenever it came. */
export const factsSinceBase = (eb: ExpressionBuilder<Tables, 'loans'>) =>
  eb
    .selectFrom('loan_facts')
    .select(sql<Fact[] | null>`jsonb_agg(fact order by number)`.as('facts'))
    .whereRef('loan_facts.person_id', '=', 'loans.person_id')
    .whereRef('loan_facts.loan_id', '=', 'loans.id')
    .where((facts) =>
      facts.or([
        facts('loans.base_through', 'is', null),
        facts('loan_facts.effective_on', '>', facts.ref('loans.base_through')),
        facts('loan_facts.kind', '=', 'feeChange'),
      ]),
    )
    .as('facts');

const checkpointBefore = prepared((db, hole: HoleOf<{ personId: string; loanId: string; day: string }>) =>
  db
    .selectFrom('loan_checkpoints')
    .select('state')
    .where('person_id', '=', hole('personId'))
    .where('loan_id', '=', hole('loanId'))
    .where('rules', '=', rulesVersion)
    .where('through', '<', hole('day') as never)
    .orderBy('through', 'desc')
    .limit(1),
);

const everyFact = prepared((db, hole: HoleOf<{ personId: string; loanId: string }>) =>
  db
    .selectFrom('loan_facts')
    .select('fact')
    .where('person_id', '=', hole('personId'))
    .where('loan_id', '=', hole('loanId'))
    .orderBy('number'),
);

/** Where to begin so that nothing before `earliest` need be replayed: the base, or an older checkpoint, or the start. */
export async function footingFor(reader: Reader, { row, facts }: HeldLoan, earliest: Day): Promise<Footing> {
  const { base, base_through } = row;
  if (base_through === null) return { from: undefined, facts };
  if (base?.rules === rulesVersion && base.through < earliest) return { from: asState(base), facts };
  const ids = { personId: row.person_id, loanId: row.id };
  const [[older], all] = await reader.together(
    checkpointBefore(reader.db, { ...ids, day: dateOf(earliest) }),
    everyFact(reader.db, ids),
  );
  return { from: older && asState(older.state), facts: all.map(({ fact }) => fact) };
}

/** The whole life, for what asks of days long ago or of what was known then. */
export async function wholeLife(reader: Reader, { row, facts }: HeldLoan): Promise<readonly Fact[]> {
  if (row.base_through === null) return facts;
  const all = await reader.rows(everyFact(reader.db, { personId: row.person_id, loanId: row.id }));
  return all.map(({ fact }) => fact);
}
