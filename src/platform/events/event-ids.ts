// The id of an event is a keyed permutation of its place, so it is stored nowhere and leads back without a look-up.
import { idOfNumber, idsOfPrefix, isOurId, numberOfId } from '#platform/ids.ts';
import { permutation } from './permutation.ts';

export interface EventIds {
  of(place: number): string;
  /** Undefined if the text has not the form of an event's id. That an event has the place is not said. */
  placeOf(id: string): number | undefined;
}

export function eventIds(key: string): EventIds {
  const { of, back } = permutation(key, idsOfPrefix);
  return {
    of: (place) => idOfNumber('EV', of(place)),
    placeOf: (id) => (id.startsWith('EV-') && isOurId(id) ? back(numberOfId(id)) : undefined),
  };
}
