// One try of somebody who may be anybody: counted before its outcome is known, and refused no sooner than any other.
import { stopwatch } from '#platform/clock.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { countAttempt, type Tried, type TriedKind } from './attempts.ts';
import type { Named } from './named-user.ts';
import { tellOwner } from './tell-owner.ts';

/** What differs between a known and an unknown name is shorter than this. */
const refusedAfterMs = 150;

export async function evenly<T>(ctx: OpenContext, work: Promise<T>): Promise<T> {
  const tookMs = stopwatch();
  try {
    return await work;
  } catch (error) {
    await ctx.holdBack(refusedAfterMs - tookMs());
    throw error;
  }
}

/** A user without a name to show is counted by the id. */
export type WhoTries = Pick<Named, 'realm' | 'userType' | 'name' | 'userId' | 'personId' | 'device'>;

/** In a commit of its own, for an unknown name too. The owner is told of the last one of a day. Errors: TooManyRequests. */
export async function counted(ctx: OpenContext, who: WhoTries, what: TriedKind): Promise<Tried> {
  const { realm, userId, personId } = who;
  const tried = triedBy(who, what, ctx.address);
  const isLast = realm !== undefined && (await ctx.transact(realm, (tx) => countAttempt(ctx, tx, tried)));
  if (isLast && userId !== undefined) await tellOwner(ctx, realm, { userId, personId, what });
  return tried;
}

/** A device is known as one of the user, whatever name was shown with it. */
export const triedBy = ({ userType, name, userId, device }: WhoTries, what: TriedKind, address: string): Tried => ({
  what,
  userType,
  whom: device === undefined ? name : (userId as string),
  device,
  address,
});
