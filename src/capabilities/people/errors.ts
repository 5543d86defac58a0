import type { Wrong } from '#platform/contacts/checked.ts';
import { errorKinds, type Refusal, refuseField, refuseFields } from '#platform/errors.ts';

export const peopleErrors = errorKinds({
  BorrowerMayNotAgree: {
    status: 403,
    title: 'The borrower may not agree to this by signing in',
    remedy:
      'data.reason says why: inactive, or minor. What they can stop, they can stop; the lender agrees with them otherwise.',
  },
  ContactCollision: {
    status: 400,
    title: 'The borrower has this contact already',
    remedy:
      'Change the contact that is there, or archive it first. GET .../contacts with collidesWithEmail or collidesWithPhone finds it.',
  },
  PersonErased: {
    status: 409,
    title: 'The person was erased',
    remedy: 'Only its loans and their books are kept. Create another person.',
  },
  PrimaryIdentity: {
    status: 400,
    title: 'The primary identity stays primary',
    remedy: 'Change its value with PUT. Only secondary identities can be archived or deleted.',
  },
});

/** The refusal that names one field and what a rule found wrong with it. */
export const wrongField = (path: string, { problem, expected }: Wrong): Refusal => refuseField(path, problem, expected);

export const primaryStays = (path: string, { problem, expected }: Wrong): Refusal =>
  refuseFields(peopleErrors.PrimaryIdentity, [{ path, message: problem, expected }]);
