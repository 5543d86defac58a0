// The stores that this installation has: new contents go to the one of its settings, and each older one is found where
// its row says that it lies.
import type { BlobSettings } from '#platform/blob-settings.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { BlobStore, StoreName } from './blob-store.ts';
import { storeInDatabase } from './in-database.ts';
import { outsideStores } from './outside-stores.ts';

export interface BlobStores {
  /** The store of new contents. */
  readonly current: BlobStore;
  /** Errors: Unavailable, when the settings do not name it any more. */
  of(name: StoreName): BlobStore;
}

export function blobStores(database: RealmDatabase, settings: Partial<BlobSettings> = {}): BlobStores {
  const stores: readonly BlobStore[] = [...outsideStores(settings), storeInDatabase(database)];
  return {
    current: stores[0] as BlobStore,
    of(name) {
      const store = stores.find((one) => one.name === name);
      if (store !== undefined) return store;
      throw new Refusal(errors.Unavailable, `The content lies in a store that is not set any more: ${name}.`);
    },
  };
}
