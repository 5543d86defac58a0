// The events of verifications. Neither questions nor answers are in them.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { verificationType } from './resources/verification-type.ts';
import type { VerificationRow } from './tables.ts';
import { methods, statuses } from './words.ts';

const about = eventsAbout('person', {
  verificationId: Text({ max: 12 }),
  verificationTypeId: Nullable(Text({ max: 12 })),
  method: StringEnum(methods),
  status: StringEnum(statuses),
});

export const verificationStarted = about('verification.started', 'Somebody began to verify a borrower.');
export const verificationSucceeded = about('verification.succeeded', 'A borrower was verified.');
export const verificationFailed = about('verification.failed', 'The last attempt to verify a borrower was wrong.');

export const verificationEvents = [
  verificationStarted,
  verificationSucceeded,
  verificationFailed,
  ...verificationType.events,
];

export const toldOf = ({ id, verification_type_id, method, status }: VerificationRow) => ({
  verificationId: id,
  verificationTypeId: verification_type_id,
  method,
  status,
});
