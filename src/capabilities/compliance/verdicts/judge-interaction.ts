// Judges a contact that took place: the question is made of the interaction, which does not count itself.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Facts, Question, Rule, Verdict } from '@tenor/guard/contract.ts';
import { judge } from '@tenor/guard/verdict/judge.ts';
import { type CountedInteraction, isOffer } from '#capabilities/interactions/index.ts';
import { momentOf } from '../facts/moments.ts';
import { factsAt, type KnownOfPerson } from '../facts/read-facts.ts';

/** Only what the company has begun meets a rule, and only what has begun at all. */
export const isContactMade = ({ direction, status, started_at }: CountedInteraction): boolean =>
  direction === 'outbound' && started_at !== null && status !== 'scheduled' && status !== 'canceled';

export function judgeInteraction(row: CountedInteraction, known: KnownOfPerson, rules: readonly Rule[]): Verdict {
  const at = row.started_at as Instant;
  const facts = factsAt(known, at, null);
  return judge(questionOf(row, facts, at), without(facts, row.id), rules);
}

function questionOf(row: CountedInteraction, { contacts, loans }: Facts, at: Instant): Question {
  return {
    at: momentOf(at),
    knownAt: null,
    channel: row.channel,
    direction: row.direction,
    theme: row.theme,
    subject: row.subject,
    loanIds: row.loan_ids.filter((id) => loans.some((loan) => loan.id === id)),
    // A contact may be gone since.
    contactId: contacts.some(({ id }) => id === row.contact_id) ? row.contact_id : null,
    isTransactional: row.is_transactional ?? !isOffer(row.subject),
    isAutodialed: row.is_autodialed ?? false,
    voice: row.voice_kind ?? 'live',
    checkAtCompanyNoon: false,
  };
}

/** The facts without the interaction that is asked about, if there is one. */
export const without = (facts: Facts, interactionId: string | null): Facts =>
  interactionId === null
    ? facts
    : { ...facts, interactions: facts.interactions.filter(({ id }) => id !== interactionId) };
