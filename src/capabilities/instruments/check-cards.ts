import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueCards } from './due-cards.ts';

export const cardsCheck = overdueCheck('cards', dueCards);
