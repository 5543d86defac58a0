// The way to the simulator: it writes its own SQL in the test mode, and names its company in every statement itself.
import type { Chaos } from '@tenor/simulator/chaos.ts';
import type { Executor, Query } from '@tenor/simulator/executor.ts';
import { secretOf } from '@tenor/simulator/secret.ts';
import { type Simulator, simulator } from '@tenor/simulator/simulator.ts';
import type { Compilable } from 'kysely';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { ProviderServices } from '../provider.ts';

/** Of a company that has configured nothing: in a test realm the simulator carries everything. */
const simulatorId = 'simulator';

interface LineOptions {
  readonly carrierId?: string;
  readonly chaos?: Chaos | undefined;
}

export function lineTo(
  { database, vault }: Pick<ProviderServices, 'database' | 'vault'>,
  companyId: string,
  { carrierId = simulatorId, chaos }: LineOptions = {},
): Simulator {
  if (database === undefined) throw new Error('A command calls no provider: what it orders is sent after its commit.');
  const secret = secretOf(vault.secretHash('simulator', companyId));
  return simulator(executorOf(database), { company: companyId, secret, carrier: carrierId, chaos });
}

function executorOf(database: RealmDatabase): Executor {
  const test = database.unscoped('test');
  return {
    query: (text, values) => test.rows(asCompiled(text, values)),
    transact: (work) =>
      test.transact((tx) => work({ query: (text, values) => tx.rows(asCompiled(text, values)) } satisfies Query)),
  };
}

/** Its statements have no tree of ours: they are sent as they are. */
const asCompiled = <Row>(sql: string, parameters: readonly unknown[]): Compilable<Row> => ({
  compile: () => ({ sql, parameters }) as unknown as ReturnType<Compilable<Row>['compile']>,
});
