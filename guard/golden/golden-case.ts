// A golden case: a rule, a question, facts, and the answer as the citation alone gives it. It is asked twice: of the rule by
// itself, where the answer must be the whole verdict, and among all shipped rules, where the rule must say the same.
import type { Facts, Question } from '../contract.ts';

/** A rule is silent, warns, informs, or blocks until a moment; null: it does not end by itself. */
export type Answer = 'silent' | 'warns' | 'informs' | { readonly blocksUntil: string | null };

export interface GoldenCase {
  readonly rule: string;
  readonly says: string;
  /** When it is asked, with the offset of a place whose clock matters. */
  readonly at: string;
  readonly facts: Facts;
  /** A live call about collection to the borrower's own phone, but for this. */
  readonly asked?: Partial<Question>;
  readonly answer: Answer;
}

/** It does not end by itself. */
export const blocks: Answer = { blocksUntil: null };
export const until = (moment: string): Answer => ({ blocksUntil: moment });

/** A case in the order in which it is read. */
export const golden = (
  rule: string,
  says: string,
  at: string,
  facts: Facts,
  answer: Answer,
  asked: Partial<Question> = {},
): GoldenCase => ({ rule, says, at, facts, answer, asked });
