// What commands, and endpoints that are open to everybody, both have: functions that serve both take this.
import type { MachineClock } from '#platform/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { CommandContext } from './context.ts';

export interface SecretTools {
  readonly vault: Vault;
  readonly clock: MachineClock;
}

export interface RowTools extends SecretTools {
  position(): number;
}

export const toolsOf = ({ vault, position, machineMicros }: CommandContext): RowTools => ({
  vault,
  position,
  clock: { micros: machineMicros },
});
