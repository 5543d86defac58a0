// The ids of events and of most commits follow from their places by a key, so they are stored nowhere and lead back
// without a look-up.
import { idOfNumber, idsOfPrefix, isOurId, numberOfId } from '#platform/ids.ts';
import { permutation } from './permutation.ts';

export interface EventIds {
  of(place: number): string;
  /** Undefined if the text has not the form of an event's id. That an event has the place is not said. */
  placeOf(id: string): number | undefined;
  /** The message id of a commit that is one row, by the place of the row. */
  messageOf(place: number): string;
  /** Undefined if it is the message id of no such commit. */
  placeOfMessage(id: string): number | undefined;
}

export function eventIds(key: string): EventIds {
  const { of, back } = permutation(key, idsOfPrefix);
  const [first, second] = [permutation(`${key} 1`, halfLimit), permutation(`${key} 2`, halfLimit)];
  const messageOf = (place: number): string => halfOf(first.of(place)) + halfOf(second.of(place));
  return {
    of: (place) => idOfNumber('EV', of(place)),
    placeOf: (id) => (id.startsWith('EV-') && isOurId(id) ? back(numberOfId(id)) : undefined),
    messageOf,
    placeOfMessage(id) {
      if (!messageForm.test(id)) return undefined;
      const place = first.back(Number.parseInt(id.slice(0, halfLength), 36));
      return messageOf(place) === id ? place : undefined;
    },
  };
}

/** A message id is twenty signs: the place made into two numbers, of which each leads back and must agree with the other. */
const halfLength = 10;
const halfLimit = 36 ** halfLength;
const messageForm = /^[a-z0-9]{20}$/;

const halfOf = (number: number): string => number.toString(36).padStart(halfLength, '0');
