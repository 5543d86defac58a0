// The id of the event of a loan and a day. It is stored nowhere: it is the loan's own id, moved along the alphabet by a
// hash of the day. So it is always the same, and with the day it leads back to the loan, as the cursor of a list must.
import { hash } from 'node:crypto';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789';

export const accrualId = (loanId: string, date: CivilDate): string => `EV${moved(loanId.slice(2), date, 1)}`;

export const loanIdOf = (eventId: string, date: CivilDate): string => `LN${moved(eventId.slice(2), date, -1)}`;

/** The message id that the events of a day have in common with no stored event. */
export const accrualMessageId = (loanId: string, date: CivilDate): string =>
  hash('sha256', `${loanId} ${date}`, 'hex').slice(0, 20);

function moved(text: string, date: CivilDate, way: 1 | -1): string {
  const steps = hash('sha256', `accrual ${date}`, 'buffer');
  return [...text]
    .map((letter, i) => {
      const at = alphabet.indexOf(letter);
      const step = (steps[i % steps.length] as number) % alphabet.length;
      return at === -1 ? letter : alphabet[(at + way * step + alphabet.length) % alphabet.length];
    })
    .join('');
}
