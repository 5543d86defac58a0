// What a message to a borrower may be about: notices for the people of the company are none.
import { subjectNow, themeOf } from '#capabilities/interactions/index.ts';
import { refuseField } from '#platform/errors.ts';

type Theme = ReturnType<typeof themeOf>;

/** Errors: InvalidRequest. */
export function themeToBorrowers(subject: string, said: Theme | null | undefined): Theme {
  const theme = themeOf(subjectNow(subject), said);
  if (theme !== 'agentNotification') return theme;
  throw refuseField(said == null ? 'subject' : 'theme', 'is for people of the company', 'what is written to borrowers');
}
