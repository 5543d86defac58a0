// The pure verdict of a borrower with 200 interactions in a year and all rules of a state and of the city. No database.
import type { Facts, InteractionFact, Question } from '@tenor/guard/contract.ts';
import { asks, call, debtor } from '@tenor/guard/golden/given.ts';
import { shippedRules } from '@tenor/guard/rules/shipped.ts';
import { judge } from '@tenor/guard/verdict/judge.ts';
import type { Cleanup } from '../cleanup.ts';

export const verdictName = 'guard';

const aimMicros = 100;
const interactionsOfYear = 200;
const hoursApart = (365 * 24) / interactionsOfYear;

const at = '2026-10-14T12:00:00-04:00';
const ago = (hours: number): string => new Date(Date.parse(at) - hours * 3_600_000).toISOString();

/** One every other day or so; each ninth a conversation, and the last one longer ago than a week where it is asked. */
const yearOf = (lastHours: number): InteractionFact[] =>
  Array.from({ length: interactionsOfYear }, (_, i) =>
    call(ago(lastHours + i * hoursApart), { conversation: i % 9 === 8, id: `interaction ${i}` }),
  );

const cases: readonly (readonly [what: string, facts: Facts])[] = [
  ['allowed', debtor('NYC', { interactions: yearOf(8 * 24) })],
  ['blocked by a count', debtor('NYC', { interactions: yearOf(24) })],
];

export async function measureVerdict(_cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const count = isQuick ? 5_000 : 50_000;
  for (const [what, facts] of cases) {
    const question = asks(at, facts);
    microsOf(count / 5, question, facts);
    const micros = microsOf(count, question, facts);
    console.log(
      `${verdictName}: a verdict over ${interactionsOfYear} interactions, ${what}: ${micros.toFixed(1)} microseconds of processor time (aim ${aimMicros})`,
    );
  }
}

function microsOf(count: number, question: Question, facts: Facts): number {
  const before = process.cpuUsage();
  for (let i = 0; i < count; i += 1) judge(question, facts, shippedRules);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}
