// Where the two guards differ about a history, and the smallest history in which they still do.
import type { Facts, Judge, Rule } from '../contract.ts';
import { judgeNaively } from '../naive/judge.ts';
import type { History } from './histories.ts';

/** What each says, side by side; nothing where they agree. */
export function difference({ question, facts, rules }: History, judge: Judge): string | undefined {
  const verdict = judge(question, facts, rules);
  const naive = judgeNaively(question, facts, rules);
  const having = (outcome: string): string[] =>
    verdict.rules.filter((rule) => rule.outcome === outcome).map((rule) => rule.ruleId);
  const first = words(verdict.result, having('blocks'), having('warns'), verdict.nextAllowedAt);
  const second = words(naive.result, naive.blocking, naive.warning, naive.nextAllowedAt);
  return first === second ? undefined : `the guard: ${first}\nthe naive one: ${second}`;
}

function words(result: boolean, blocking: readonly string[], warning: readonly string[], next: number | null): string {
  const sorted = (ids: readonly string[]): string => ids.toSorted().join(', ') || 'none';
  const when = next === null ? 'never' : new Date(next).toISOString();
  return `${result}; blocking ${sorted(blocking)}; warning ${sorted(warning)}; next ${when}`;
}

/** Takes away what can be taken away without the two agreeing. */
export function smallest(history: History, judge: Judge): History {
  let least = history;
  for (;;) {
    const smaller = waysToShrink(least).find((one) => namesWhatIs(one) && difference(one, judge) !== undefined);
    if (smaller === undefined) return least;
    least = smaller;
  }
}

/** The contact and the loans of a question are among the facts. */
const namesWhatIs = ({ question, facts }: History): boolean =>
  (question.contactId === null || facts.contacts.some((contact) => contact.id === question.contactId)) &&
  question.loanIds.every((id) => facts.loans.some((loan) => loan.id === id));

type ListOfFacts = Exclude<keyof Facts, 'person' | 'company'>;
const lists: readonly ListOfFacts[] = [
  'interactions',
  'cases',
  'consents',
  'requests',
  'representatives',
  'doNotInteracts',
  'loans',
  'contacts',
];

function* waysOf(history: History): Generator<History> {
  const { question, facts, rules } = history;
  for (const some of halves(rules)) yield { ...history, rules: some };
  for (const list of lists) {
    for (const some of halves<unknown>(facts[list])) yield { ...history, facts: { ...facts, [list]: some } };
  }
  const { statedTimes } = facts.person;
  if (statedTimes.length > 0) {
    yield { ...history, facts: { ...facts, person: { ...facts.person, statedTimes: statedTimes.slice(1) } } };
  }
  if (question.loanIds.length > 0) yield { ...history, question: { ...question, loanIds: [] } };
  if (question.knownAt !== null) yield { ...history, question: { ...question, knownAt: null } };
}

const waysToShrink = (history: History): IteratorObject<History> => waysOf(history);

/** Without a half, a quarter and so on, down to without each one. */
function* halves<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let size = Math.ceil(list.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < list.length; start += size) {
      yield list.filter((_, index) => index < start || index >= start + size);
    }
  }
}

export const show = ({ question, facts, rules }: History): string => {
  const ids = (some: readonly Rule[]): string =>
    some.length > 8 ? `${some.length} rules` : some.map((one) => one.id).join(', ');
  return JSON.stringify({ rules: ids(rules), question, facts }, null, 1);
};
