// The events of cards. They contain statuses and ids, never a digit of a number.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { cardStatuses, cardTypes, fulfillmentStatuses } from './card-values.ts';
import { cardIssuer } from './resources/card-issuer.ts';
import type { CardRow } from './tables.ts';

const cardEvent = eventsAbout('person', {
  cardId: Text({ max: 12 }),
  cardExternalId: ExternalId({ max: 50 }),
  cardIssuerId: Nullable(Text({ max: 12 })),
  cardType: Nullable(StringEnum(cardTypes)),
  status: StringEnum(cardStatuses),
  fulfillmentStatus: Nullable(StringEnum(fulfillmentStatuses)),
});

export const cardCreated = cardEvent('card.created', 'A line of credit got a card.');
export const cardUpdated = cardEvent('card.updated', 'A card was changed.');
export const cardStatusChanged = cardEvent('card.status.changed', 'The status of a card became another.', {
  previousStatus: StringEnum(cardStatuses),
});
export const cardReplacementRequested = cardEvent(
  'card.replacement.requested',
  'A card was ordered again: it was lost, stolen or worn.',
);

export const cardEvents = [cardCreated, cardUpdated, cardStatusChanged, cardReplacementRequested, ...cardIssuer.events];

export const toldOfCard = (row: CardRow) => ({
  cardId: row.id,
  cardExternalId: row.external_id,
  cardIssuerId: row.issuer_id,
  cardType: row.type,
  status: row.status,
  fulfillmentStatus: row.fulfillment_status,
});

export const aboutLoanOf = ({ loan_id: loanId }: CardRow) => ({ about: { loanId } });
