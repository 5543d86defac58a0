// The engine of lines as a reader of golden cases. On each day that a case reads, the laws of accounts hold too.

import { FactRefused } from '../../account/facts.ts';
import { checkDrawTerms, checkIndexes, checkLineTerms } from '../../line/check-terms.ts';
import { checkCycle } from '../../line/cycle.ts';
import type { LineFact } from '../../line/facts.ts';
import { replayLine } from '../../line/replay.ts';
import type { LineTerms } from '../../line/terms.ts';
import { parseInstant } from '../../values/instant.ts';
import { assertAccountLaws } from './account-laws.ts';
import { engineReading } from './engine-reading.ts';
import type { LineReader } from './line-checks.ts';

/** A replay trusts its terms: the service checks them when it records them. Golden cases are recorded by nobody, so this does. */
function checkTerms(terms: LineTerms, facts: readonly LineFact[]): void {
  const draws = facts.flatMap((fact) => (fact.kind === 'drawActivation' ? [fact.terms] : []));
  const hasGrace = draws.some(({ grace }) => grace !== null);
  checkLineTerms(terms, hasGrace);
  for (const draw of draws) checkDrawTerms(terms, draw);
  checkIndexes(facts);
  for (const fact of facts) {
    const wrong = fact.kind === 'cycleChange' ? checkCycle(fact.cycle, terms, hasGrace) : undefined;
    if (wrong !== undefined) throw new FactRefused(fact.id, wrong);
  }
}

export const knowing = (known: string | undefined) => (known === undefined ? {} : { knownAt: parseInstant(known)! });

export const theLineEngine: LineReader = {
  reading({ terms, facts }, through, known) {
    checkTerms(terms, facts);
    const options = { through, ...knowing(known) };
    assertAccountLaws(terms, replayLine(terms, facts, options));
    return engineReading(terms, facts, options);
  },
};
