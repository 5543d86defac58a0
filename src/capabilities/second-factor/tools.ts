// What the work of this folder needs besides the transaction; a command and an open endpoint both have it.
import type { MachineClock } from '#platform/clock.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';

export interface FactorTools {
  readonly vault: Vault;
  readonly clock: MachineClock;
}

export const toolsOf = ({ vault, machineMicros }: CommandContext): FactorTools => ({
  vault,
  clock: { micros: machineMicros },
});

export const secondsOf = (clock: MachineClock): number => Math.floor(clock.micros() / 1_000_000);
