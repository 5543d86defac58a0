// What the simulator knows of an account besides its orders.
export { trialDepositCents } from '@tenor/simulator/behaviour.ts';
