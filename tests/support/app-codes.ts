// The app of a user that shows codes.
import { totpCode } from '#capabilities/second-factor/totp.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { SignedIn } from './signed-in.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

/** What the app shows, some steps of thirty seconds from now. */
export const shownBy = (secret: string, clock: MachineClock, stepsAway = 0): string =>
  totpCode(fromBase32(secret), Math.floor(clock.micros() / 30_000_000) + stepsAway);

/** Sets it up, and returns its secret. The clock moves on, so that the next code counts. */
export async function withApp(
  agent: SignedIn,
  clock: MachineClock & { moveOn(seconds: number): void },
): Promise<string> {
  const { secret } = (await agent.post('/auth/second-factors/totp')).body.data;
  const { status, body } = await agent.put('/auth/second-factors/totp', { code: shownBy(secret, clock) });
  if (status !== 200) throw new Error(JSON.stringify(body));
  clock.moveOn(30);
  return secret;
}
