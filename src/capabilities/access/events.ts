// What is told of API keys.
import { defineEvent } from '#platform/events/event-kind.ts';
import { Text } from '#platform/input/schemas.ts';

const key = { keyId: Text({ max: 12 }) };

export const keyCreated = defineEvent({
  type: 'key.created',
  summary: 'An API key was created.',
  subject: 'company',
  fields: key,
});
export const keyUpdated = defineEvent({
  type: 'key.updated',
  summary: 'An API key was changed.',
  subject: 'company',
  fields: key,
});
export const keyRevoked = defineEvent({
  type: 'key.revoked',
  summary: 'An API key was revoked.',
  subject: 'company',
  fields: key,
});

export const accessEvents = [keyCreated, keyUpdated, keyRevoked];
