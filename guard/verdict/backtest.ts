// What a set of rules would have said of contacts that took place: each is asked for its own moment, by what came before it.
import type { Facts, InteractionFact, Question, Rule, Verdict } from '../contract.ts';
import { judge } from './judge.ts';

interface Judged {
  readonly interaction: InteractionFact;
  readonly verdict: Verdict;
}

/** In the order in which they took place. */
export function* judgePast(facts: Facts, rules: readonly Rule[]): Generator<Judged> {
  const past = facts.interactions.filter(isContact).toSorted((one, other) => one.at - other.at);
  for (const interaction of past) {
    // A contact does not count against itself.
    const others = facts.interactions.filter(({ id }) => id !== interaction.id);
    const verdict = judge(questionOf(interaction), { ...facts, interactions: others }, rules);
    yield { interaction, verdict };
  }
}

const isContact = ({ direction, status, knownUntil }: InteractionFact): boolean =>
  direction === 'outbound' && status !== 'scheduled' && status !== 'canceled' && knownUntil === null;

/** The question that should have been asked before it. */
const questionOf = (one: InteractionFact): Question => ({
  at: one.at,
  knownAt: null,
  channel: one.channel,
  direction: one.direction,
  theme: one.theme,
  subject: one.subject,
  loanIds: one.loanIds,
  contactId: one.contactId,
  isTransactional: one.isTransactional !== false,
  isAutodialed: one.isAutodialed === true,
  voice: 'live',
  checkAtCompanyNoon: false,
});
