// Kysely builds and compiles queries; it never runs one here. Readers and transactions run them: they know the realm,
// name the statements and pipeline them.
import {
  DummyDriver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Tables } from './tables.ts';

class RefusingDriver extends DummyDriver {
  override async acquireConnection(): Promise<never> {
    throw new Error('This builder only builds. Run the query with rows(), row() or write() of the reader or the tx.');
  }
}

export type Builder = Pick<
  Kysely<Tables>,
  | 'selectFrom'
  | 'selectNoFrom'
  | 'insertInto'
  | 'updateTable'
  | 'deleteFrom'
  | 'with'
  | 'withRecursive'
  | 'fn'
  | 'dynamic'
>;

const kysely = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new RefusingDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** For the platform's own work on all companies of a mode: looking up API keys, moving the outbox, sweeping. */
export const unscopedBuilder: Builder = kysely;

export const builderWith = (plugin: KyselyPlugin): Builder => kysely.withPlugin(plugin);
