// Signatures of both directions: Standard Webhooks. Of our requests the method and the path are signed too, so that no
// request of ours can be sent back to us as a notice.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { signer } from '#platform/egress/signature.ts';
import type { Delivery } from '../provider.ts';

interface Request {
  readonly method: 'GET' | 'POST';
  /** What stands after the company's URL. */
  readonly path: string;
  readonly body: string;
}

const standard = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

export function signedHeaders(
  secrets: readonly string[],
  id: string,
  seconds: number,
  { method, path, body }: Request,
): Record<string, string> {
  const all = signer(secrets.slice(0, 2))(id, seconds, `${method} ${path}\n${body}`);
  return Object.fromEntries(standard.map((name) => [name, all[name] as string]));
}

/** Clocks may differ by so much, and no more: an older delivery may be one that somebody kept. */
const toleranceSeconds = 300;

export function isGenuine(secrets: readonly string[], { headers, body }: Delivery, nowSeconds: number): boolean {
  const [id, timestamp, signatures] = standard.map((name) => headers[name]);
  if (id === undefined || signatures === undefined || !/^\d{1,12}$/.test(timestamp ?? '')) return false;
  if (Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds) return false;
  const right = secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timestamp}.${body}`).digest(),
  );
  return signatures
    .split(' ', 10)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
    .some((given) => right.some((one) => one.length === given.length && timingSafeEqual(one, given)));
}
