// Each contact that the company makes keeps its verdict: what the rules said of it when it was recorded, by what was known
// then. Nothing changes it: a later report may bring a better knowledge, and a backtest judges by that.
import type { InteractionListener, InteractionRow } from '#capabilities/interactions/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { preparedInserts } from '#platform/db/prepared.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { instantIf } from '../facts/moments.ts';
import { readFacts } from '../facts/read-facts.ts';
import { rulesOfPeople } from '../rules-of-people.ts';
import type { KeptVerdict } from '../schemas.ts';
import { interactionVerdicts, type VerdictRow } from '../tables.ts';
import { isContactMade, judgeInteraction } from './judge-interaction.ts';
import { keptRules } from './show.ts';
import { noteSpokenRules, type SpokenOutcomes } from './spoken-rules.ts';

export const keepsVerdicts: InteractionListener = {
  mayEmit: [],
  async reported(ctx, tx, { row, before }) {
    if (isContactMade(row) && (before === null || !isContactMade(before))) await keepVerdict(ctx, tx, row);
  },
};

async function keepVerdict(ctx: CommandContext, tx: Tx, row: InteractionRow): Promise<void> {
  const { vault, now, caller } = ctx;
  const { person_id: personId, id, started_at: at } = row;
  if (at === null) return;
  const asked = { people: [personId], from: at, until: at, knownAt: null, now, timezone: caller.timezone };
  const known = await readFacts({ reader: tx, vault }, asked);
  const { inForce } = known;
  const person = known.people.get(personId);
  if (person === undefined) return;
  const rulesOf = await rulesOfPeople({ reader: tx, vault }, inForce, [personId]);
  const verdict = judgeInteraction(row, person, rulesOf(personId));
  const kept = {
    person_id: personId,
    interaction_id: id,
    result: verdict.result,
    at,
    known_at: now,
    party: verdict.party,
    rules: JSON.stringify(keptRules(verdict)),
    next_allowed_at: instantIf(verdict.nextAllowedAt),
    set_number: inForce.setNumber,
    rules_version: inForce.version,
  };
  for (const insert of insertOnce(tx.db, [kept])) tx.write(insert);
  noteSpokenRules(tx, { personId, interactionId: id, now }, verdict, whenMade);
}

const whenMade: SpokenOutcomes = { blocks: 'made', warns: 'warned', informs: null };

/** One that was inbound for a while keeps the verdict that it had before. */
const insertOnce = preparedInserts(
  'interaction_verdicts',
  interactionVerdicts.all.filter((column) => column !== 'company_id'),
  (insert) => insert.onConflict((conflict) => conflict.doNothing()),
);

/** Errors: NotFound. */
export async function keptVerdict(reader: Reader, { person_id: personId, id }: InteractionRow): Promise<KeptVerdict> {
  const row = await reader.row(
    reader.db
      .selectFrom('interaction_verdicts')
      .select(interactionVerdicts.all)
      .where('person_id', '=', personId)
      .where('interaction_id', '=', id),
  );
  if (row !== undefined) return shownKept(row);
  throw notFound('verdict of the interaction', id, 'interactionId');
}

const shownKept = (row: VerdictRow): KeptVerdict => ({
  interactionId: row.interaction_id,
  object: 'interactionVerdict',
  result: row.result,
  at: row.at,
  knownAt: row.known_at,
  party: row.party,
  rules: row.rules,
  nextAllowedAt: row.next_allowed_at,
  ruleSet: { setNumber: row.set_number, version: row.rules_version },
});
