import { errorKinds } from '#platform/errors.ts';
import { notFound } from '#platform/resource/not-found.ts';

export const accessErrors = errorKinds({
  AnotherMustDecide: {
    status: 409,
    title: 'Somebody who was not involved must decide about this',
    remedy:
      'Let another person decide: not the one who made or changed it, and no key or user that belongs to that person.',
  },
  KeyExpired: {
    status: 409,
    title: 'The API key has expired',
    remedy: 'It never works again. Create another key, and delete this one.',
  },
  KeyReplaced: {
    status: 409,
    title: 'The API key has a successor already',
    remedy: 'Rotate the successor, which data.id names: with overlapSeconds 0 if its key was lost on the way.',
  },
  TooManyKeys: {
    status: 409,
    title: 'The company has as many API keys in force as it may have in this mode',
    remedy: 'Delete keys that are not needed, or give new ones an expiresAt.',
  },
});

export const keyNotFound = (id: string) => notFound('API key', id, 'keyId');
