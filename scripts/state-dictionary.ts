// Makes the dictionary against which stored states of loans are deflated: what random histories of both products have in
// common. The same histories give the same dictionary, so run it only to make one with the next number:
//
//   npx node scripts/state-dictionary.ts > src/capabilities/loans/core/loan/state-dictionary-2.txt
import { loanHistory } from '@tenor/engine/laws/histories.ts';
import { lineHistory } from '@tenor/engine/laws/line/line-histories.ts';
import fc from 'fast-check';
import type { LoanProduct } from '../src/capabilities/loans/core/loan/product.ts';
import { installment } from '../src/capabilities/loans/core/products/installment/installment.ts';
import { line } from '../src/capabilities/loans/core/products/line/line.ts';
import { asStored } from '../src/capabilities/loans/core/timeline/held-loan.ts';

const seed = 20_261_129;
const historiesOfEach = Number(process.argv[2] ?? 300);
/** A larger one takes longer to load than it saves. */
const bytesMax = Number(process.argv[3] ?? 6_000);
/** What is looked for as a whole, and how long the pieces are that are taken. */
const [gram, piece] = [8, Number(process.argv[4] ?? 48)];

/** A state that is packed is text, so it is seen as it is packed. */
function someStates(count: number, from = seed): string[] {
  const loans = fc.sample(loanHistory({ size: 'long' }), { numRuns: count, seed: from });
  const lines = fc.sample(lineHistory, { numRuns: count, seed: from });
  const stateOf = (product: LoanProduct, { terms, facts, through }: History): string => {
    const state = product.replay(terms as never, facts as never, { through });
    return state.position.standing === 'pending' ? '' : JSON.stringify(asStored(product, state));
  };
  return [...loans.map((one) => stateOf(installment, one)), ...lines.map((one) => stateOf(line as never, one))].filter(
    (text) => text !== '',
  );
}

interface History {
  readonly terms: unknown;
  readonly facts: readonly unknown[];
  readonly through: number;
}

/** In how many of the texts each stretch of letters occurs. */
function occurring(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const seen = new Set<string>();
    for (let at = 0; at + gram <= text.length; at++) seen.add(text.slice(at, at + gram));
    for (const one of seen) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return counts;
}

/** Takes the piece that saves the most, again and again. The best one comes last: what is near costs the fewest bits. */
function dictionaryOf(texts: readonly string[]): string {
  const left = occurring(texts);
  const taken: string[] = [];
  for (let bytes = 0; bytes < bytesMax; ) {
    const best = bestPiece(texts, left);
    if (best === '') break;
    for (let at = 0; at + gram <= best.length; at++) left.delete(best.slice(at, at + gram));
    taken.unshift(best);
    bytes += best.length;
  }
  return taken.join('').slice(-bytesMax);
}

function bestPiece(texts: readonly string[], left: ReadonlyMap<string, number>): string {
  let [best, most] = ['', 2];
  for (const text of texts) {
    const worth = Array.from(
      { length: Math.max(0, text.length - gram + 1) },
      (_, at) => left.get(text.slice(at, at + gram)) ?? 0,
    );
    let sum = 0;
    for (let at = 0; at < worth.length; at++) {
      sum += (worth[at] ?? 0) - (worth[at - piece] ?? 0);
      if (sum > most) [best, most] = [text.slice(Math.max(0, at - piece + 1), at + gram), sum];
    }
  }
  return best;
}

if (import.meta.main) process.stdout.write(dictionaryOf(someStates(historiesOfEach)));
