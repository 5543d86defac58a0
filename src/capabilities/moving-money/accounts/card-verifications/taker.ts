// What a provider says of a card that it has looked at: it is good, or of no use, or nobody could say.
import { addSeconds } from '@tenor/engine/values/instant.ts';
import {
  cardNotVerified,
  instrumentDeactivated,
  instrumentUpdated,
  markCardVerified,
} from '#capabilities/instruments/index.ts';
import type { Takers } from '../../orders/attempts/taker.ts';
import { failureRule } from '../../orders/order/failure-reasons.ts';
import { orderVerification } from './verify-card.ts';

/** Nobody could say: it is asked again after an hour, three times in all. */
const unclear: readonly string[] = ['technical', 'wait'];
const [againSeconds, triesMax] = [3_600, 3];
/** These say nothing of the card. */
const ours: readonly string[] = [...unclear, 'neverReceived', 'dataError'];

export const cardVerificationTaker: NonNullable<Takers['cardVerification']> = {
  emits: [instrumentUpdated, instrumentDeactivated],
  async take(work, tx, { what, personId, subject: { id: instrumentId }, number, reason, particulars }) {
    const avsResult = particulars.avsResult ?? null;
    if (what === 'accepted') return markCardVerified(work, tx, personId, instrumentId, avsResult);
    if (what !== 'refused') return;
    const why = reason ?? 'other';
    const { short, long } = failureRule(why);
    const isOfNoUse = !ours.includes(why);
    const isWaiting = await cardNotVerified(work, tx, personId, instrumentId, {
      avsResult,
      isOfNoUse,
      failure: { reason: why, short, long },
    });
    if (isWaiting && unclear.includes(why) && number < triesMax) {
      const at = addSeconds(work.now, againSeconds);
      await orderVerification(work, tx, { personId, instrumentId }, number + 1, at);
    }
  },
};
