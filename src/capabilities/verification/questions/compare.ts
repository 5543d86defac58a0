// Compares what was answered with what is known: all of it, in the same time whatever is right, so that nothing but the
// outcome as a whole can be learned.
import { createHash, timingSafeEqual } from 'node:crypto';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import type { Question } from './bank.ts';
import type { Known } from './known.ts';

interface Answer {
  readonly questionId: string;
  readonly value: string;
}

interface ReadAnswered {
  readonly question: Question;
  readonly value: string;
}

/** Each question is answered once, and in a form that can be read. Errors: InvalidRequest, which takes no attempt. */
export async function readAnswers(asked: readonly Question[], answers: readonly Answer[]): Promise<ReadAnswered[]> {
  const ids = asked.map(({ id }) => id);
  const strange = answers.flatMap(({ questionId }, i): Problem[] => {
    const path = `answers[${i}].questionId`;
    if (!ids.includes(questionId)) {
      return [{ path, message: 'is no question of this verification', expected: `one of ${ids.join(', ')}` }];
    }
    const isFirst = answers.findIndex((one) => one.questionId === questionId) === i;
    return isFirst ? [] : [{ path, message: 'is answered twice', expected: 'one answer for each question' }];
  });
  const open = ids.filter((id) => !answers.some(({ questionId }) => questionId === id));
  const missing = { path: 'answers', message: `has no answer to ${open.join(', ')}`, expected: 'an answer to each' };
  mustHaveNone([...strange, ...(open.length === 0 ? [] : [missing])]);
  const read = await Promise.all(
    answers.map(async ({ questionId, value }, i) => {
      const question = asked.find(({ id }) => id === questionId) as Question;
      const checked = await question.read(value);
      return { question, checked, path: `answers[${i}].value` };
    }),
  );
  mustHaveNone(
    read.flatMap(({ checked, path }) =>
      'value' in checked ? [] : [{ path, message: checked.problem, expected: checked.expected }],
    ),
  );
  return read.flatMap(({ question, checked }) => ('value' in checked ? [{ question, value: checked.value }] : []));
}

export async function areRight(answered: readonly ReadAnswered[], known: Known): Promise<boolean> {
  const each = await Promise.all(answered.map(({ question, value }) => isRight(question, value, known)));
  return each.every(Boolean);
}

async function isRight(question: Question, value: string, known: Known): Promise<boolean> {
  const right = await Promise.all(question.known(known).map((one) => question.read(one)));
  const each = right.map((checked) => ('value' in checked ? areEqual(checked.value, value) : false));
  return each.some(Boolean);
}

const areEqual = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other));

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
