// Every endpoint of cards and their issuers.

import { type ErrorKind, errors } from '#platform/errors.ts';
import { type Endpoint, endpoint, type Subject } from '#platform/http/endpoint.ts';
import { cardList, listCards, readCard } from './card.ts';
import { createCard, updateCard } from './commands/write-card.ts';
import * as told from './events.ts';
import * as example from './examples.ts';
import type { LineOfPath } from './line.ts';
import { cardIssuer } from './resources/card-issuer.ts';
import { Card, CardInput } from './schemas.ts';

const oneOfBoth = "Send `issuerId` with `token`, the issuer's id of the account; or `cardDetails`. Never both.";

export const issuerRoutes: Endpoint[] = cardIssuer.endpoints();

/** Below the loans of the path that `line` finds; it refuses others by `onlyForLines`. */
export const cardRoutes = (line: Subject<LineOfPath>, onlyForLines: ErrorKind): Endpoint[] => [
  endpoint({
    name: 'cards.list',
    method: 'GET',
    path: '/people/{personId}/loans/{loanId}/cards',
    summary: 'List the cards of a line of credit',
    permission: 'card:list',
    borrowers: {},
    shape: 'list',
    query: cardList.query,
    list: cardList,
    answer: Card,
    subject: line,
    errors: [onlyForLines],
    read: ({ reader, vault }, { query }, found) => listCards(reader, vault, found, query),
  }),
  endpoint({
    name: 'cards.create',
    method: 'POST',
    path: '/people/{personId}/loans/{loanId}/cards',
    summary: 'Record a card',
    description: `${oneOfBoth} The number of the card is dropped when it has been read: its last four digits are kept. Of the security code nothing is kept.`,
    permission: 'card:create',
    shape: 'single',
    status: 201,
    body: CardInput,
    answer: Card,
    subject: line,
    errors: [onlyForLines, errors.DuplicateExternalId],
    example: { body: example.cardCreate },
    emits: [told.cardCreated],
    command: (ctx, tx, { body }, found) => createCard(ctx, tx, found, body),
  }),
  endpoint({
    name: 'cards.read',
    method: 'GET',
    path: '/people/{personId}/loans/{loanId}/cards/{cardId}',
    summary: 'Read a card',
    permission: 'card:read',
    borrowers: {},
    shape: 'single',
    answer: Card,
    subject: line,
    errors: [onlyForLines],
    read: ({ reader, vault }, { params }, found) => readCard(reader, vault, found, params.cardId),
  }),
  endpoint({
    name: 'cards.update',
    method: 'PUT',
    path: '/people/{personId}/loans/{loanId}/cards/{cardId}',
    summary: 'Change a card',
    description: `${oneOfBoth} What is not sent stays: a card that gets details keeps its issuer, and the other way round.`,
    permission: 'card:update',
    shape: 'single',
    body: CardInput,
    answer: Card,
    subject: line,
    errors: [onlyForLines, errors.DuplicateExternalId],
    example: { body: example.cardUpdate },
    emits: [told.cardUpdated, told.cardStatusChanged, told.cardReplacementRequested],
    command: (ctx, tx, { params, body }, found) => updateCard(ctx, tx, found, params.cardId, body),
  }),
];
