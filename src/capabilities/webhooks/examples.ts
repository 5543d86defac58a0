// The requests of the examples.
export const webhookCreate = {
  webhookType: 'direct',
  eventTypes: ['contact.*', 'person.created'],
  webhookDirectDetails: { webhookUrl: 'https://hooks.example.com/tenor' },
  enabled: true,
};
