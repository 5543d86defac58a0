export const webhookCreate = {
  webhookType: 'direct',
  eventTypes: ['contact.*', 'person.created'],
  webhookDirectDetails: { webhookUrl: 'https://hooks.example.com/tenor' },
  enabled: true,
};

export const webhook = {
  id: 'WH-7KQ2-M9XA',
  object: 'webhook',
  companyId: 'CP-2W8D-K4TN',
  webhookType: 'direct',
  eventTypes: ['contact.*', 'person.created'],
  unknownEventTypes: [],
  webhookDirectDetails: { webhookUrl: 'https://hooks.example.com/tenor' },
  enabled: true,
  disabledReason: null,
  state: 'active',
  pending: 0,
  parked: 0,
  deliveredTotal: 214,
  failedTotal: 3,
  lastDeliveredAt: '2026-03-02T14:05:09.151002+00:00',
  lastFailedAt: null,
  lastFailure: null,
  createdAt: '2026-03-02T14:05:09.120344+00:00',
  updatedAt: null,
  deletedAt: null,
};

export const newWebhook = {
  ...webhook,
  webhookDirectDetails: {
    ...webhook.webhookDirectDetails,
    hmacSecretKey: 'gqZ1u0cQyH5pX8m2LwRtKj7vNbF4sDaE6iYoUx3hTzM=',
  },
  deliveredTotal: 0,
  failedTotal: 0,
  lastDeliveredAt: null,
};

export const delivery = {
  id: 'EM-4N8Q-TZ1C',
  object: 'webhookDelivery',
  webhookId: webhook.id,
  eventId: 'EV-4N8Q-TZ1C',
  eventType: 'contact.created',
  subjectId: 'BO-7KQ2-M9XA',
  messageId: 'EV-4N8Q-TZ1C_BO-7KQ2-M9XA',
  state: 'delivered',
  attempts: 1,
  nextAttemptAt: null,
  tries: [{ at: '2026-03-02T14:05:09.139871+00:00', status: 200, ms: 11, problem: null }],
  createdAt: '2026-03-02T14:05:09.131410+00:00',
  endedAt: '2026-03-02T14:05:09.139871+00:00',
};
