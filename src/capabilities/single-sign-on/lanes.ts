// Whose response is read next. Anybody may send one, so strangers share a lane in each company: however many they are, a
// network from which somebody has come in before waits for one response of theirs and no more. Those who answer a request
// of ours and those who come unasked have a lane each, with few places, and a network has few of these.
import type { Realm } from '#platform/db/realm.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { networkOf } from '#platform/http/rate-limit.ts';
import type { GiveBack, Holder } from '#platform/http/supply.ts';

const placesOfLane = 12;
const placesOfNetwork = 4;

const taken = new Map<string, number>();

interface Place {
  /** By this name it waits for its turn. */
  readonly holder: Holder;
  readonly giveBack: GiveBack;
}

export interface Coming {
  readonly address: string;
  readonly isKnown: boolean;
  readonly isAsked: boolean;
}

/** Each process counts its own places. Errors: TooManyRequests. */
export function placeInLane(realm: Realm, { address, isKnown, isAsked }: Coming): Place {
  const network = networkOf(address);
  const lane = [realm.mode, realm.companyId, isKnown ? network : isAsked ? 'strangers' : 'unasked'].join(' ');
  const holder = { realm, actor: { type: 'provider' as const, id: lane } };
  return { holder, giveBack: isKnown ? () => {} : take([lane, placesOfLane], [`${lane} ${network}`, placesOfNetwork]) };
}

function take(...bounds: readonly (readonly [string, number])[]): GiveBack {
  if (bounds.some(([name, most]) => (taken.get(name) ?? 0) >= most)) {
    throw new Refusal(errors.TooManyRequests, 'Too many others are signing in to this company for the first time.', {
      headers: { 'retry-after': '1' },
    });
  }
  for (const [name] of bounds) add(name, 1);
  return () => {
    for (const [name] of bounds) add(name, -1);
  };
}

function add(name: string, by: number): void {
  const left = (taken.get(name) ?? 0) + by;
  if (left === 0) taken.delete(name);
  else taken.set(name, left);
}
