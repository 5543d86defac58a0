import { errorKinds } from '#platform/errors.ts';

export const peopleErrors = errorKinds({
  ContactCollision: {
    status: 400,
    title: 'The borrower has this contact already',
    remedy: 'Change the contact that is there, or archive it first. GET .../contacts?collidesWithEmail= finds it.',
  },
  PrimaryIdentity: {
    status: 400,
    title: 'The primary identity stays primary',
    remedy: 'Change its value with PUT. Only secondary identities can be archived or deleted.',
  },
});
