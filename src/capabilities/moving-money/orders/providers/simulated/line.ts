// The way to the simulator: it writes its own SQL in the test mode, and names its company in every statement itself.
import type { Chaos } from '@tenor/simulator/chaos.ts';
import type { Executor, Query } from '@tenor/simulator/executor.ts';
import { type Secret, secretOf } from '@tenor/simulator/secret.ts';
import { type Simulator, simulator } from '@tenor/simulator/simulator.ts';
import type { Compilable } from 'kysely';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { ProviderServices } from '../provider.ts';

/** Its own secret of a company, which stays when the encryption key changes. */
export const secretFor = ({ vault }: Pick<ProviderServices, 'vault'>, companyId: string): Secret =>
  secretOf(vault.secretHash('simulator', companyId));

export function lineTo(
  services: Pick<ProviderServices, 'database' | 'vault'>,
  companyId: string,
  { carrierId = 'simulator', chaos }: { readonly carrierId?: string; readonly chaos?: Chaos | undefined } = {},
): Simulator {
  const line = { company: companyId, secret: secretFor(services, companyId), carrier: carrierId, chaos };
  return simulator(executorOf(services.database), line);
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
