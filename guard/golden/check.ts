// Asks a guard a golden case, and says what is wrong with the answer; nothing if it is right.
import type { Facts, Question, Rule } from '../contract.ts';
import { asks, moment } from './given.ts';
import type { Answer, GoldenCase } from './golden-case.ts';

/** What is compared, of either guard. */
export interface Judged {
  readonly result: boolean;
  readonly nextAllowedAt: number | null;
  readonly outcomes: ReadonlyMap<string, 'blocks' | 'warns' | 'informs'>;
}

export type Guard = (question: Question, facts: Facts, rules: readonly Rule[]) => Judged;

export function wrongWith(one: GoldenCase, guard: Guard, shipped: readonly Rule[]): string | undefined {
  const rule = shipped.find((each) => each.id === one.rule);
  if (rule === undefined) return `${one.rule} is not shipped`;
  const question = asks(one.at, one.facts, one.asked);
  const alone = guard(question, one.facts, [{ ...rule, muted: false }]);
  const expected = wordsOf(one.answer, one.at);
  const found = wordsFound(alone, rule.id);
  if (found !== expected) return `${one.rule} by itself: ${found}, not ${expected}. ${one.says}`;
  const among = guard(question, one.facts, shipped).outcomes.get(rule.id) ?? 'silent';
  const outcome = rule.muted ? 'silent' : outcomeOf(one.answer);
  return among === outcome ? undefined : `${one.rule} among all: ${among}, not ${outcome}. ${one.says}`;
}

export const outcomeOf = (answer: Answer): string => (typeof answer === 'string' ? answer : 'blocks');

function wordsOf(answer: Answer, at: string): string {
  if (typeof answer === 'string') return `${answer}, allowed at ${textOf(moment(at))}`;
  return `blocks, allowed at ${answer.blocksUntil === null ? 'no time' : textOf(moment(answer.blocksUntil))}`;
}

function wordsFound(judged: Judged, ruleId: string): string {
  const next = judged.nextAllowedAt === null ? 'no time' : textOf(judged.nextAllowedAt);
  const outcome = judged.outcomes.get(ruleId) ?? 'silent';
  const isOdd = judged.result === (outcome === 'blocks') || [...judged.outcomes.keys()].some((id) => id !== ruleId);
  return `${outcome}, allowed at ${next}${isOdd ? ', and the result does not fit' : ''}`;
}

const textOf = (at: number): string => new Date(at).toISOString();
