// What instruments ask of whoever moves money: whether a card is charged here, and two small amounts to a new account.
import type { Verifying } from '#capabilities/instruments/index.ts';
import { sendPair } from './send-pair.ts';

export const verifying: Verifying = {
  knowsCards: async () => false,
  async sendDeposits(ctx, tx, owner, instrumentId) {
    await sendPair(ctx, tx, owner, instrumentId);
  },
};
