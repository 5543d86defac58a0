import { errorKinds } from '#platform/errors.ts';
import { notFound } from '#platform/resource/not-found.ts';

export const accessErrors = errorKinds({
  KeyExpired: {
    status: 409,
    title: 'The API key has expired',
    remedy: 'It never works again. Create another key, and delete this one.',
  },
  TooManyKeys: {
    status: 409,
    title: 'The company has as many API keys in force as it may have in this mode',
    remedy: 'Delete keys that are not needed, or give new ones an expiresAt.',
  },
});

export const keyNotFound = (id: string) => notFound('API key', id, 'keyId');
