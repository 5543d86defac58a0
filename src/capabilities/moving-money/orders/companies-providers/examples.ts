// The examples of the endpoints.
export const bridge = {
  kind: 'http',
  http: { url: 'https://payments.example.com/tenor', rails: ['card'], absenceIsFinal: true },
  credentials: { secret: 'f2vQ0b7mY1nT4kX8sJ5rL3wE6uH9cA0zD2gP7iV1oBM=' },
};

export const provider = {
  id: 'PV-7KQ2-M9XA',
  object: 'paymentProvider',
  companyId: 'CP-2W8D-K4TN',
  instrumentType: 'card',
  kind: 'http',
  http: {
    url: 'https://payments.example.com/tenor',
    rails: ['card'],
    deeds: ['debit', 'credit', 'refund'],
    keyLifetimeHours: 720,
    findLagSeconds: 0,
    absenceIsFinal: true,
    poll: true,
    isSameDay: false,
    amountMax: null,
    cutOff: '16:00',
    timezone: 'America/New_York',
    timeoutSeconds: 60,
  },
  ach: null,
  previousCredentialsUntil: null,
  noticesPath: '/api/payment-notices/CP-2W8D-K4TN/PV-7KQ2-M9XA?mode=live',
  replacedAt: null,
  createdAt: '2026-03-02T14:05:09.120344+00:00',
  updatedAt: null,
};
