// Whether a delivery that somebody sends us is signed with a secret that we share: a Standard Webhooks signature.
import { createHmac, timingSafeEqual } from 'node:crypto';

interface Delivery {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** Clocks may differ by so much, and no more: an older delivery may be one that somebody kept. */
const toleranceSeconds = 300;

const standard = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

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

/** A header that came several times is not believed. */
export const singleHeaders = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  );
