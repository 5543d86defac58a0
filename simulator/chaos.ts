// Faults by chance, for property tests: the same seed gives the same faults.
import { createHash } from 'node:crypto';

/** Shares from 0 to 1. */
export interface Chaos {
  readonly seed: number;
  /** The share of orders, answers and notices that are lost; an order or answer is lost once at most. */
  readonly lossRate: number;
  /** The share of notices that arrive twice. */
  readonly duplicateRate: number;
  /** The share of notices that are overtaken by those of the next hours. */
  readonly reorderRate: number;
  /** The share of notices that arrive up to three days late. */
  readonly delayRate: number;
}

/** From 0 up to 1, the same for the same seed and name. */
function chanceOf(seed: number, name: string): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32;
}

/** What becomes of a request: it never comes, its answer is lost, or nothing happens to it. */
export function lossOf(chaos: Chaos | undefined, key: string): 'request' | 'answer' | undefined {
  if (chaos === undefined) return undefined;
  const chance = chanceOf(chaos.seed, `loss of ${key}`);
  if (chance >= chaos.lossRate) return undefined;
  return chance < chaos.lossRate / 2 ? 'request' : 'answer';
}

const [reorderedMinutes, delayedMinutes] = [6 * 60, 3 * 24 * 60];

/** How late a notice comes, in minutes, and how often; not at all when it is lost. */
export function noticeChance(chaos: Chaos | undefined, id: string): { readonly times: number; readonly late: number } {
  if (chaos === undefined) return { times: 1, late: 0 };
  const chance = (name: string): number => chanceOf(chaos.seed, `${name} of ${id}`);
  if (chance('loss') < chaos.lossRate) return { times: 0, late: 0 };
  const within = (minutes: number): number => 1 + Math.floor(chance('lateness') * minutes);
  const late =
    chance('delay') < chaos.delayRate
      ? within(delayedMinutes)
      : chance('order') < chaos.reorderRate
        ? within(reorderedMinutes)
        : 0;
  return { times: chance('duplicate') < chaos.duplicateRate ? 2 : 1, late };
}
