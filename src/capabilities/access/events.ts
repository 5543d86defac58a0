// The events of API keys.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Text } from '#platform/input/schemas.ts';

const key = { keyId: Text({ max: 12 }) };

const keyEvent = eventsAbout('company', key);

export const keyCreated = keyEvent('key.created', 'An API key was created.');
export const keyUpdated = keyEvent('key.updated', 'An API key was changed.');
export const keyRevoked = keyEvent('key.revoked', 'An API key was revoked.');

export const accessEvents = [keyCreated, keyUpdated, keyRevoked];
