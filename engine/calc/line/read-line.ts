// A line of credit from JSON: its terms, and its facts in any order. Every mistake is refused with its path.

import { TermsRefused } from '../../account/terms.ts';
import { checkDrawTerms, checkIndexes, checkLineTerms } from '../../line/check-terms.ts';
import { checkCycle } from '../../line/cycle.ts';
import type { LineFact } from '../../line/facts.ts';
import type { DrawTerms, LineTerms } from '../../line/terms.ts';
import { startOf } from '../complete-facts.ts';
import { choice, InputError, object, type Reader, required } from '../input.ts';
import { byPath as factByPath } from '../question.ts';
import { readFacts } from './read-facts.ts';
import { lineTerms } from './read-terms.ts';

export interface LineFile {
  readonly terms: LineTerms;
  readonly facts: readonly LineFact[];
}

const anything: Reader<unknown> = { what: 'a list of facts', read: (value) => value };
const outline = object('an object with product, terms and facts', {
  product: required(choice('line')),
  terms: required(lineTerms),
  facts: required(anything),
});

/** `input` is the result of JSON.parse. Throws an InputError. */
export function readLineFile(input: unknown): LineFile {
  const { terms, facts: written } = outline.read(input, '');
  const facts = readFacts(written);
  startOf(facts);
  const draws = facts.flatMap(drawsOf);
  const hasGrace = draws.some(({ terms }) => terms.grace !== null);
  checkDays(terms.cycle, terms, hasGrace, 'terms.cycle');
  byPath('terms', () => checkLineTerms(terms, hasGrace));
  for (const draw of draws) byPath(draw.path, () => checkDrawTerms(terms, draw.terms));
  checkRatesOverIndex(facts);
  facts.forEach((fact, i) => {
    if (fact.kind === 'cycleChange') checkDays(fact.cycle, terms, hasGrace, `facts[${i}].cycle`);
  });
  return { terms, facts };
}

function checkRatesOverIndex(facts: readonly LineFact[]): void {
  try {
    checkIndexes(facts);
  } catch (error) {
    throw factByPath(error, facts);
  }
}

interface DrawInFile {
  readonly path: string;
  readonly terms: DrawTerms;
}

/** The draws that begin with a fact. */
function drawsOf(fact: LineFact, i: number): readonly DrawInFile[] {
  if (fact.kind === 'drawActivation') return [{ path: `facts[${i}].terms`, terms: fact.terms }];
  if (fact.kind !== 'migration') return [];
  return fact.draws.map(({ terms }, at) => ({ path: `facts[${i}].draws[${at}].terms`, terms }));
}

/** The days are written in another way than the engine takes them, so the whole cycle is named. */
function checkDays(cycle: LineTerms['cycle'], terms: LineTerms, hasGrace: boolean, path: string): void {
  const wrong = checkCycle(cycle, terms, hasGrace);
  if (wrong !== undefined) throw new InputError(path, `${path} is wrong. ${wrong}`);
}

function byPath(path: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof TermsRefused)) throw error;
    throw new InputError(`${path}.${error.path}`, `${path}.${error.message}.`);
  }
}
