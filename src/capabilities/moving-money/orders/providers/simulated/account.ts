// What the simulator knows of an account besides its orders.
export { balanceCentsOf, trialDepositCents } from '@tenor/simulator/behaviour.ts';
