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

/** Refusals of whatever needs a second person. */
export const secondPersonErrors = errorKinds({
  SecondPersonNeeded: {
    status: 403,
    title: 'Somebody else must approve this order',
    remedy:
      'data.reason says why you may not: you ordered it, one of you made the other or set how the other signs in or what they may do (over any number of users and keys between), you or somebody so joined with you changed the payment instrument or a contact of the borrower within ten days, or, of a break, sent its statement or made its payment; of an order of the service, recorded its credit or made its account; or it is not known who offered a settlement. Ask a colleague with whom you have nothing to do.',
  },
  OrdererLostRight: {
    status: 409,
    title: 'Whoever gave this order may not give it any more',
    remedy: 'Reject it. Somebody who has the permission that data.permission names can give the order anew.',
  },
});

export const keyNotFound = (id: string) => notFound('API key', id, 'keyId');
