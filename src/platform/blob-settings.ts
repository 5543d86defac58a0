// The settings of where contents lie, as config.ts reads them.
import { isLoopback } from './sending-settings.ts';

/** Null: there is no such store. Without any, contents lie in the database. */
export interface BlobSettings {
  readonly directory: string | null;
  readonly s3: S3Settings | null;
}

export interface S3Settings {
  /** The bucket, without a slash at its end. */
  readonly url: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

interface ReadsSettings {
  optional(name: string, isRight: (text: string) => boolean, expected: string): string | null;
  checked(name: string, standard: string, isRight: (text: string) => boolean, expected: string): string;
}

const isText = (text: string): boolean => /^[\x21-\x7e]{1,512}$/.test(text);

export function blobSettings(read: ReadsSettings, wrong: string[]): BlobSettings {
  const url = read.optional('BLOBS_S3_URL', isBucket, 'an address such as https://storage.example.com/bucket');
  const region = read.checked('BLOBS_S3_REGION', 'us-east-1', isText, 'a region such as eu-central-1');
  const accessKey = read.optional('BLOBS_S3_ACCESS_KEY', isText, 'the id of a key');
  const secretKey = read.optional('BLOBS_S3_SECRET_KEY', isText, 'the secret of the key');
  if (new Set([url === null, accessKey === null, secretKey === null]).size > 1) {
    wrong.push('BLOBS_S3_URL goes with BLOBS_S3_ACCESS_KEY and BLOBS_S3_SECRET_KEY: set all three, or none.');
  }
  const isWhole = url !== null && accessKey !== null && secretKey !== null;
  return {
    directory: read.optional('BLOBS_DIR', isFolder, 'an absolute path such as /var/lib/tenor/blobs'),
    s3: isWhole ? { url: url.replace(/\/+$/, ''), region, accessKey, secretKey } : null,
  };
}

const isFolder = (text: string): boolean => text.startsWith('/');

function isBucket(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:\/\/[^?#@]+$/.test(text) || url.pathname === '/') return false;
  return url.protocol === 'https:' || isLoopback(url.hostname);
}
