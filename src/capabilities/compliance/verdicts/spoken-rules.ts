// Which rules stood against what the company wanted to send, or has done: a row for each of them and what came of it, written
// in the commit that keeps the verdict. The kept verdict of a message is replaced when it leaves; these rows are not.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Verdict } from '@tenor/guard/contract.ts';
import { sql } from 'kysely';
import { preparedInserts } from '#platform/db/prepared.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';

/**
 * What came of a rule that blocks: the message is held or dropped, goes out because the company has set it so, or the contact
 * was made and is recorded. `warned`: a rule warned of a message that goes out, or of a contact that was made.
 */
export const spokenOutcomes = ['held', 'dropped', 'sent', 'made', 'warned'] as const;
export type SpokenOutcome = (typeof spokenOutcomes)[number];

interface Judged {
  readonly personId: string;
  readonly interactionId: string;
  readonly now: Instant;
}

/** What comes of it when a rule speaks; null: nothing yet. */
export interface SpokenOutcomes {
  readonly blocks: Exclude<SpokenOutcome, 'warned'> | null;
  readonly warns: 'warned' | null;
  readonly informs: null;
}

export function noteSpokenRules(
  tx: Tx,
  { personId, interactionId, now }: Judged,
  { rules }: Verdict,
  comes: SpokenOutcomes,
): void {
  const rows = rules.flatMap(({ ruleId, outcome: speech }) => {
    const outcome = comes[speech];
    if (outcome === null) return [];
    return [{ person_id: personId, interaction_id: interactionId, rule_id: ruleId, outcome, at: now }];
  });
  for (const insert of insertOnce(tx.db, rows)) tx.write(insert);
}

const insertOnce = preparedInserts(
  'spoken_rules',
  ['person_id', 'interaction_id', 'rule_id', 'outcome', 'at'],
  (insert) => insert.onConflict((conflict) => conflict.doNothing()),
);

interface Span {
  /** The first moment, and the first one after it. */
  readonly from: Instant;
  readonly until: Instant;
}

/** How often each rule spoke, by what came of it: once for each message or contact. */
export const rulesSpoken = (reader: Reader, { from, until }: Span) =>
  reader.rows(
    reader.db
      .selectFrom('spoken_rules')
      .select(['rule_id as ruleId', 'outcome', sql<number>`count(*)::integer`.as('count')])
      .where('at', '>=', from)
      .where('at', '<', until)
      .groupBy(['rule_id', 'outcome']),
  );
