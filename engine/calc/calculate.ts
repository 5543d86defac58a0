// One door to every product that a file may hold: which it is, how it is read, and what can be asked of it.

import type { AnyFact } from '../account/order.ts';
import { installmentAnswers } from './answer-installment.ts';
import { at, choice, InputError, isObject } from './input.ts';
import { lineAnswers } from './line/answer.ts';
import { readLineFile } from './line/read-line.ts';
import { type Answers, byPath, type Calculation, type Question } from './question.ts';
import { readLoan } from './read-loan.ts';
import type { Report } from './report.ts';

export type { Calculation, Question } from './question.ts';

type Calculate = (what: Calculation, input: unknown, question: Question) => Report;

const products = {
  installment: answering('an installment loan', readLoan, installmentAnswers),
  line: answering('a line', readLineFile, lineAnswers),
} satisfies Readonly<Record<string, Calculate>>;

const productNames = choice(...(Object.keys(products) as (keyof typeof products)[]));

/**
 * `input` is the result of JSON.parse. Throws an InputError for what is wrong in it, and for terms and facts that the
 * engine refuses; it names the path.
 */
export function calculate(what: Calculation, input: unknown, question: Question): Report {
  const product = isObject(input) && input.product !== undefined ? input.product : 'installment';
  return products[productNames.read(product, at('', 'product'))](what, input, question);
}

function answering<Loan extends { readonly facts: readonly AnyFact[] }>(
  name: string,
  read: (input: unknown) => Loan,
  answers: Answers<Loan>,
): Calculate {
  return (what, input, question) => {
    const answer = answers[what];
    if (answer === undefined)
      throw new InputError('product', `Of ${name} tenor calc shows ${Object.keys(answers).join(', ')}, not ${what}.`);
    const loan = read(input);
    try {
      return answer(loan, question);
    } catch (error) {
      throw byPath(error, loan.facts);
    }
  };
}
