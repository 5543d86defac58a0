// Holds what is stored of promises to pay against the money that has come since.
import { isDeepStrictEqual } from 'node:util';
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Unlike } from '../timeline/unlike-facts.ts';
import { standingOf } from './base/kept.ts';
import { type PromiseRow, promiseStates } from './base/promise.ts';
import { followedMax } from './base/stored.ts';

/** What has come of each period. Whether that was in time depends on the day on which somebody looked. */
export function unlikePromises(
  facts: readonly { readonly number: number; readonly fact: Fact }[],
  promises: readonly PromiseRow[],
): Unlike[] {
  const followed = promises.filter(({ status }) => status !== promiseStates.to('cancel')).slice(0, followedMax);
  return followed.flatMap((row) => {
    const since = facts.filter(({ number, fact }) => number > row.after_fact && isOfMoney(fact));
    const { periods } = standingOf(
      row,
      since.map(({ fact }) => fact),
      anyDay,
    );
    if (isDeepStrictEqual(row.periods, periods)) return [];
    return [{ where: `${row.id} periods`, stored: row.periods, computed: periods }];
  });
}

const isOfMoney = ({ kind }: Fact): boolean => kind === 'payment' || kind === 'undo';

const anyDay = { today: 0, paidOffOn: null };
