// Proves to a receiver that a delivery is ours: a Standard Webhooks signature of id, time and body, and the plain HMAC
// of the body that older receivers check. During a rotation both secrets sign.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { randomBytes } from '#platform/random.ts';

const secretLength = 32;

/** In base64, the form that the company sees. */
export const newWebhookSecret = (): string => randomBytes(secretLength).toString('base64');

/** Unique for each event, and the same in each attempt: an event's id is unique together with its subject. */
export const messageId = (eventId: string, subjectId: string): string => `${eventId}_${subjectId}`;

/** The headers of one delivery. The signed body is the bytes that are sent; a string as its UTF-8. */
export type Signer = (id: string, timestampSeconds: number, body: Buffer | string) => Record<string, string>;

/** Prepares the keys, which costs more than a signature. Secrets newest first: one, or two during a rotation. */
export function signer(secrets: readonly string[]): Signer {
  const [newest, previous, ...more] = secrets.map(keysOf);
  if (newest === undefined || more.length > 0) throw new Error('A delivery is signed with one secret or two.');
  return (id, timestampSeconds, body) => {
    const opening = `${id}.${timestampSeconds}.`;
    const standard = (keys: Keys): string => `v1,${hmac(keys.decoded).update(opening).update(body).digest('base64')}`;
    const plain = (keys: Keys): string => hmac(keys.asShown).update(body).digest('hex');
    return {
      'webhook-id': id,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': previous ? `${standard(newest)} ${standard(previous)}` : standard(newest),
      'x-peach-hmac': plain(newest),
      ...(previous && { 'x-peach-hmac-previous': plain(previous) }),
    };
  };
}

const hmac = (key: KeyObject) => createHmac('sha256', key);

interface Keys {
  /** The bytes that the base64 encodes, for Standard Webhooks. */
  readonly decoded: KeyObject;
  /** The text itself, as the company sees it. */
  readonly asShown: KeyObject;
}

function keysOf(secret: string): Keys {
  const bytes = Buffer.from(secret, 'base64');
  if (bytes.length !== secretLength) throw new Error('A webhook secret is the base64 of 32 bytes.');
  return { decoded: createSecretKey(bytes), asShown: createSecretKey(secret, 'utf8') };
}
