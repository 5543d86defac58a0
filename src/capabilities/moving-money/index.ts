// The door of moving money: orders, whoever carries them, and what becomes of them.
import type { Capability } from '#platform/capability.ts';
import { type Deliver, simulatorDay } from './providers/simulated/step.ts';
import { simulatedTables } from './providers/simulated/tables.ts';

interface Needs {
  readonly deliver: Deliver;
}

export const movingMoney = ({ deliver }: Needs): Capability => ({
  name: 'moving-money',
  migrations: new URL('./migrations/', import.meta.url),
  tables: { ...simulatedTables },
  dailySteps: [simulatorDay(deliver)],
});
