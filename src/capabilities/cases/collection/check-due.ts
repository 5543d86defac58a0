import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueWatches } from './due.ts';

export const collectionsCheck = overdueCheck('collections', dueWatches);
