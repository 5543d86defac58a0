// The schema of an event: the same fields for every kind, and after them the fields of the kind.
import { type Static, Type } from 'typebox';
import { Amount, DateOnly, DateTime, Nullable, Text } from '#platform/input/schemas.ts';
import type { EventKind } from './event-kind.ts';

const OptionalId = (description: string) => Nullable(Text({ max: 64 }), { description });

const said = { title: 'Event', description: 'Kinds add their own fields: docs/events.md.', additionalProperties: true };

export const Event = Type.Object(
  {
    id: Text({ max: 12, description: 'The id of the event, EV-XXXX-XXXX.' }),
    object: Type.Literal('event'),
    eventType: Text({ max: 100, description: 'What happened, such as contact.created.' }),
    eventClass: Text({ max: 100, description: 'The same as the name of a class, such as ContactCreatedEvent.' }),
    discriminator: Text({ max: 100, description: 'Always empty; kept for clients that look for it.' }),
    parentId: Text({ max: 12, description: 'Always 0; kept for clients that look for it.' }),
    createdAt: DateTime,
    effectiveAt: DateTime,
    updatedAt: Nullable(DateTime, {
      description: 'When it was taken back, if it was: nothing else of an event changes.',
    }),
    deletedAt: Nullable(DateTime, { description: 'When a replay found that it does not hold.' }),
    accrualDate: Nullable(DateOnly, { description: 'The day whose interest this is, of events about interest.' }),
    companyId: Text({ max: 12 }),
    personId: OptionalId('The borrower it lies with; null for things of the company.'),
    personExternalId: OptionalId('Their external id at the time.'),
    loanId: OptionalId('The loan it is about.'),
    loanExternalId: OptionalId('Its external id at the time.'),
    loanTypeId: OptionalId('The type of the loan.'),
    periodId: OptionalId('The loan period it is about.'),
    caseId: OptionalId('The case it is about.'),
    caseExternalId: OptionalId('Its external id at the time.'),
    caseTypeId: OptionalId('The type of the case.'),
    interactionId: OptionalId('The interaction it is about.'),
    transactionId: OptionalId('The transaction it is about.'),
    transactionExternalId: OptionalId('Its external id at the time.'),
    paymentInstrumentId: OptionalId('The payment instrument it is about.'),
    paymentInstrumentExternalId: OptionalId('Its external id at the time.'),
    paymentInstrumentType: OptionalId('Its type.'),
    amount: Nullable(Amount, {
      description: 'The payment, the interest, or what is overdue: whatever the event is about.',
    }),
    currency: OptionalId('The currency of the amount.'),
    isExternal: Nullable(Type.Boolean(), { description: 'Whether the payment was made outside.' }),
    creatingMessageId: Text({ max: 20, description: 'The same for all events of one change.' }),
    requestId: OptionalId('The request that made it, as its answer named it in Request-Id.'),
    sessionId: OptionalId('The session of the acting user.'),
    userId: OptionalId('The acting user.'),
    apiKeyId: OptionalId('The acting API key.'),
  },
  said,
);
/**
 * The same for answers, which name every type there is. Filters and subscriptions take any name: clients know types
 * that nothing tells yet.
 */
export const eventOfKinds = (kinds: readonly EventKind[]): typeof Event =>
  Type.Object(
    {
      ...Event.properties,
      eventType: Type.Unsafe<string>({
        type: 'string',
        enum: kinds.map(({ type }) => type).toSorted(),
        description: 'What happened. A later release may tell more types.',
        examples: ['contact.created'],
      }),
    },
    said,
  );

export type Event = Static<typeof Event> & Record<string, unknown>;
