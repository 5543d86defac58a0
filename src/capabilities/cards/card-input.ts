// What may be sent of a card, and what the card is after it.

import { partsOfDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { isPast } from '#capabilities/instruments/index.ts';
import { changedAddress } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { mustHaveNone, type Problem, refuseField } from '#platform/errors.ts';
import { cardNumbersIn } from '#platform/input/card-number.ts';
import { fieldsAfter } from '#platform/resource/columns.ts';
import type { CardDetails, CardDetailsInput, CardInput } from './schemas.ts';

/** What a request says a card is: of an issuer, or with these details. */
type Said =
  | { readonly issuerId: string; readonly token: string; readonly details: undefined }
  | { readonly issuerId: undefined; readonly token: undefined; readonly details: CardDetailsInput };

/** Exactly one of both. Errors: InvalidRequest. */
export function saidOf({ issuerId, token, cardDetails, externalId }: CardInput): Said {
  mustHaveNone(cardNumbersIn({ externalId }));
  if (cardDetails) {
    if (issuerId || token) {
      throw refuseField(issuerId ? 'issuerId' : 'token', 'stands beside cardDetails', 'one of the two, not both');
    }
    return { issuerId: undefined, token: undefined, details: cardDetails };
  }
  if (!issuerId) throw refuseField('issuerId', 'is required', 'the id of a card issuer, and token; or cardDetails');
  const account = token?.trim();
  if (!account) throw refuseField('token', 'is required beside issuerId', "the issuer's id of the account");
  return { issuerId, token: account, details: undefined };
}

/** The details that are no status. */
export type Kept = Omit<CardDetails, 'status' | 'fulfillmentStatus'>;

const nothing: Kept = {
  cardNumberLastFour: null,
  usageType: null,
  expirationMonth: null,
  expirationYear: null,
  network: null,
  firstName: null,
  lastName: null,
  nickname: null,
  address: null,
};

/** `before`: undefined for a new card. What is not sent stays, and is not checked again. Errors: InvalidRequest. */
export function keptAfter(ctx: CommandContext, before: Kept | undefined, sent: CardDetailsInput): Kept {
  const { address, pan, cardNumberLastFour, ...others } = sent;
  const texts = Object.fromEntries(
    textFields.map((field) => [field, others[field] === undefined ? undefined : others[field]?.trim() || null]),
  );
  const stored = before ?? nothing;
  const lastFour = cardNumberLastFour?.trim() ?? pan ?? cardNumberLastFour;
  const after = fieldsAfter(stored, { ...others, ...texts, cardNumberLastFour: lastFour });
  mustHaveNone([
    ...numberProblems(before, after, sent),
    ...expiryProblems(ctx, stored, after),
    ...cardNumbersIn(Object.fromEntries(textFields.map((field) => [pathOf(field), others[field]]))),
  ]);
  if (address === undefined) return after;
  const at = pathOf('address');
  return { ...after, address: address && changedAddress(stored.address, address, { validate: true, at }) };
}

const textFields = ['network', 'firstName', 'lastName', 'nickname'] as const;

const pathOf = (field: string): string => `cardDetails.${field}`;

/** Only of an issuer's card the number may be unknown. */
function numberProblems(before: Kept | undefined, { cardNumberLastFour: after }: Kept, { pan }: CardDetailsInput) {
  const path = pathOf('cardNumberLastFour');
  const wrong = (message: string, expected: string): Problem[] => [{ path, message, expected }];
  if (after === null) {
    if (before !== undefined && before.cardNumberLastFour === null) return [];
    return wrong('is required', 'the last four digits of the card, or pan');
  }
  if (after !== before?.cardNumberLastFour && !/^\d{4}$/.test(after)) return wrong('is not right', 'four digits');
  return pan && pan !== after ? wrong('is not the end of pan', 'its last four digits, or nothing') : [];
}

function expiryProblems({ now, caller }: CommandContext, before: Kept, after: Kept): Problem[] {
  const { expirationMonth: month, expirationYear: year } = after;
  if (month === before.expirationMonth && year === before.expirationYear) return [];
  if (month === null && year === null) return [];
  if (month === null || year === null) {
    const [path, expected] =
      month === null ? ['expirationMonth', '1 to 12'] : ['expirationYear', 'a year in four digits'];
    return [{ path: pathOf(path), message: 'is required beside the other part of the end', expected }];
  }
  if (!isPast({ month, year }, partsOfDate(dateInZone(now, caller.timezone)))) return [];
  return [{ path: pathOf('expirationYear'), message: 'is past with its month', expected: 'this month or a later one' }];
}
