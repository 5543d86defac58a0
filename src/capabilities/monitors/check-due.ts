import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueChecks } from './due.ts';
import { dueActions } from './loan-actions/due.ts';
import { placesCheck } from './places/check-places.ts';

export const monitorChecks = [
  overdueCheck('monitors', dueChecks),
  overdueCheck('monitor-actions', dueActions),
  placesCheck,
];
