// How the message of a row that waits is made: under which conditions it is still meant, and what its text is filled with.
import type { Recipe } from './notice.ts';
import { recipeOfTrigger } from './repayment/recipes.ts';
import { noticesOf } from './system-notices.ts';
import type { PendingRow } from './tables.ts';

const ofCase: Recipe = { when: {}, values: {}, channels: ['email'], otherwise: null, isRequired: false };

/** Undefined: a later release has no such notice any more. */
export function recipeOf(row: PendingRow): Recipe | undefined {
  if (row.source === 'case' || row.source === 'workflow') return ofCase;
  if (row.source === 'repayment') return recipeOfTrigger(row.told);
  const notice = noticesOf(String(row.told.event)).find(
    ({ subject, when }) => subject === row.subject && isStill(when, row),
  );
  if (notice === undefined) return undefined;
  const { when, values, isByLetter, isRequired } = notice;
  return { when: ofSources(when), values, channels: ['email'], otherwise: isByLetter ? 'mail' : null, isRequired };
}

/** One event may have two notices of a subject: the one is meant whose words of the event hold. */
const isStill = (when: Recipe['when'], { told }: PendingRow): boolean =>
  Object.entries(when).every(([from, condition]) => {
    if (!from.startsWith('told.') || typeof condition === 'string') return true;
    const word = String(told[from.slice('told.'.length)] ?? '');
    return 'not' in condition ? !condition.not.includes(word) : condition.includes(word);
  });

/** What the events alone decided when the row was made. */
const ofSources = (when: Recipe['when']): Recipe['when'] =>
  Object.fromEntries(Object.entries(when).filter(([from]) => !from.startsWith('told.') && !from.startsWith('beside.')));
