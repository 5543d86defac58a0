// The stores outside of the database that the settings name.
import type { BlobSettings } from '#platform/blob-settings.ts';
import type { OutsideStore } from './blob-store.ts';
import { storeInDirectory } from './in-directory.ts';
import { storeInS3 } from './in-s3.ts';

/** The first one is for new contents. */
export const outsideStores = ({ directory, s3 }: Partial<BlobSettings>): readonly OutsideStore[] => [
  ...(s3 ? [storeInS3(s3)] : []),
  ...(directory ? [storeInDirectory(directory)] : []),
];
