// The door of compliance: whether a borrower may be contacted now, this way, and why.
import type { Capability } from '#platform/capability.ts';
import { backtestOperation } from './backtest/operation.ts';
import type { LeavingOfContacted } from './facts/read-facts.ts';
import { complianceRoutes } from './routes.ts';
import { complianceTables } from './tables.ts';

export type { KnownOfPerson, LeavingOfContacted } from './facts/read-facts.ts';
export { type Addressee, type Addressees, addresseesOf } from './verdicts/addressees.ts';
export {
  type JudgedMessage,
  keepMessageVerdict,
  type MessageGuard,
  messageGuard,
} from './verdicts/judge-messages.ts';
export { keepsVerdicts } from './verdicts/keep.ts';
export { rulesSpoken, type SpokenOutcome, spokenOutcomes } from './verdicts/spoken-rules.ts';

interface Beside {
  readonly leaving: LeavingOfContacted;
}

export const compliance = ({ leaving }: Beside): Capability => ({
  name: 'compliance',
  migrations: new URL('./migrations/', import.meta.url),
  tables: complianceTables,
  routes: () => complianceRoutes(leaving),
  operations: () => [backtestOperation],
});
