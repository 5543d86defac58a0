import { type Static, Type } from 'typebox';
import { Bool, DateTime, Described, Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { deliveryStates } from './states.ts';

export const webhookStates = ['active', 'failing', 'attention', 'disabled'] as const;

const EventTypes = Type.Array(Text({ min: 1, max: 100 }), {
  minItems: 1,
  maxItems: 200,
  description:
    'The event types to be sent: names such as contact.created, * for any run of signs. docs/events.md has all.',
});

const url = Text({
  min: 1,
  max: 2048,
  description: 'An https address on the public internet.',
  example: 'https://hooks.example.com/tenor',
});

export const WebhookCreate = Named('WebhookCreate')({
  webhookType: StringEnum(['direct', 'proxyGalileo'], { description: 'direct: events are posted to a URL of yours.' }),
  eventTypes: Type.Optional(Type.Array(Text({ min: 1, max: 100 }), { maxItems: 200 })),
  webhookDirectDetails: Type.Optional(Type.Object({ webhookUrl: url })),
  enabled: Type.Optional(Described(Bool, { description: 'True, if not given: events are sent from now on.' })),
});
export type WebhookCreate = Static<typeof WebhookCreate>;

/** The fields of a subscription; some have another schema in requests. */
export const webhookFields = {
  webhookType: StringEnum(['direct']),
  eventTypes: EventTypes,
  unknownEventTypes: Type.Array(Text({ min: 1, max: 100 }), {
    description: 'The names in eventTypes that nothing tells yet. They are kept: a later release may tell them.',
  }),
  webhookDirectDetails: Type.Object({
    webhookUrl: url,
    hmacSecretKey: Type.Optional(Text({ max: 44, description: 'Base64 of 32 bytes. Shown once, where it is made.' })),
  }),
  enabled: Type.Boolean(),
  disabledReason: Nullable(Text({ max: 200 }), {
    description: 'Why it was switched off, where nobody did it by hand.',
  }),
  state: StringEnum(webhookStates, {
    description:
      'active; failing: the receiver does not answer well, it is tried again and again; attention: deliveries were parked; disabled.',
  }),
  pending: Type.Integer({ description: 'Deliveries that wait, 10,000 at most.' }),
  parked: Type.Integer({ description: 'Deliveries that were given up, 10,000 at most: see recover.' }),
  deliveredTotal: Type.Integer(),
  failedTotal: Type.Integer({ description: 'Attempts that failed.' }),
  lastDeliveredAt: Nullable(DateTime, { description: 'By the real clock, as createdAt and updatedAt.' }),
  lastFailedAt: Nullable(DateTime, { description: 'By the real clock.' }),
  lastFailure: Nullable(Text({ max: 300 }), { description: 'What went wrong last.' }),
};
export const webhookTaken = {
  webhookDirectDetails: Type.Object({ webhookUrl: Type.Optional(url) }),
  enabled: Described(Bool, { description: 'False: nothing is planned or sent until it is true again.' }),
};

export const Delivery = Type.Object(
  {
    id: Text({ max: 12, description: 'EM-XXXX-XXXX.' }),
    object: Type.Literal('webhookDelivery'),
    webhookId: Text({ max: 12 }),
    eventId: Text({ max: 12 }),
    eventType: Text({ max: 100 }),
    subjectId: Text({
      max: 12,
      description: 'What the event is about. A delivery waits for those before it about the same.',
    }),
    messageId: Text({ max: 40, description: 'The webhook-id header: the same each time it is sent.' }),
    state: StringEnum(deliveryStates.states),
    attempts: Type.Integer(),
    nextAttemptAt: Nullable(DateTime, { description: 'When it is sent next; null once it is over.' }),
    tries: Type.Array(
      Type.Object({
        at: DateTime,
        status: Nullable(Type.Integer(), { description: 'The status of the answer; null where none came.' }),
        ms: Type.Integer(),
        problem: Nullable(Text({ max: 300 })),
      }),
      { description: 'The last ten attempts.' },
    ),
    createdAt: Described(DateTime, { description: 'By the real clock, as when it is tried and ends.' }),
    endedAt: Nullable(DateTime),
  },
  { title: 'WebhookDelivery' },
);
export type Delivery = Static<typeof Delivery>;

export const DeliveryWithBodies = Type.Object(
  {
    ...Delivery.properties,
    requestBody: Nullable(Type.String(), { description: 'As it is sent each time; null once its person is erased.' }),
    responseBody: Nullable(Type.String(), { description: 'The last answer, up to 64 kB.' }),
  },
  { title: 'WebhookDeliveryWithBodies' },
);
export type DeliveryWithBodies = Static<typeof DeliveryWithBodies>;

export const Recover = Named('WebhookRecover')({
  from: Described(DateTime, { description: 'Events created at this instant or later are sent, 30 days back at most.' }),
});

export const RotateSecret = Named('WebhookRotateSecret')({
  overlapHours: Type.Optional(
    Int({ min: 0, max: 168, description: 'How long the old secret signs as well; 24 if not given.', example: 24 }),
  ),
});
