// The stores that this installation has: new contents go to the one of its settings, and each older one is found where
// its row says that it lies.
import type { BlobSettings } from '#platform/blob-settings.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { BlobStore, StoreName } from './blob-store.ts';
import { storeInDatabase } from './in-database.ts';
import { storeInDirectory } from './in-directory.ts';
import { storeInS3 } from './in-s3.ts';

export interface BlobStores {
  /** The store of new contents. */
  readonly current: BlobStore;
  /** Errors: Unavailable, when the settings do not name it any more. */
  of(name: StoreName): BlobStore;
}

export function blobStores(database: RealmDatabase, { directory, s3 }: Partial<BlobSettings> = {}): BlobStores {
  const usual = storeInDatabase(database);
  const stores: Partial<Record<StoreName, BlobStore>> = {
    database: usual,
    ...(directory && { directory: storeInDirectory(directory) }),
    ...(s3 && { s3: storeInS3(s3) }),
  };
  return {
    current: stores.s3 ?? stores.directory ?? usual,
    of(name) {
      const store = stores[name];
      if (store !== undefined) return store;
      throw new Refusal(errors.Unavailable, `The content lies in a store that is not set any more: ${name}.`);
    },
  };
}
