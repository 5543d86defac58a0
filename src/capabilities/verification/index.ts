// The door of verification: how agents make sure with whom they speak, and how contacts are confirmed.
import type { Capability } from '#platform/capability.ts';
import { takeCodeOfWrite } from './codes/confirm.ts';
import { eraseVerification } from './erase-verification.ts';
import { verificationErrors } from './errors.ts';
import { verificationEvents } from './events.ts';
import { findType } from './resources/verification-type.ts';
import { routes } from './routes.ts';
import { verificationSealed } from './sealed.ts';
import { verificationStates } from './states.ts';
import { verificationTables } from './tables.ts';
import { unlocked } from './unlocked.ts';

export const verification: Capability = {
  name: 'verification',
  migrations: new URL('./migrations/', import.meta.url),
  tables: verificationTables,
  sealed: verificationSealed,
  errors: { Verification: verificationErrors },
  events: verificationEvents,
  states: [verificationStates],
  routes,
  resolvers: { 'verification type': findType },
  unlocked,
  takesContactCode: takeCodeOfWrite,
  erasing: [eraseVerification],
};
