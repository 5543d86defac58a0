import type { Vault } from '#platform/crypto/vault.ts';
import type { BreakWork } from '../breaks/write-break.ts';

/** What reading a statement needs; a command and the command line have it. */
export interface StatementWork extends BreakWork {
  readonly vault: Vault;
}
