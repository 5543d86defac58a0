// What a message to a borrower may be about: notices for the people of the company are none, and only the messages of the
// service about signing in have the theme that no do-not-interact covers.
import { impliedTheme, subjectNow, themeOf } from '#capabilities/interactions/index.ts';
import { subjectOf } from '#capabilities/templates/index.ts';
import { refuseField } from '#platform/errors.ts';

type Theme = ReturnType<typeof themeOf>;

/** Errors: InvalidRequest. */
export function themeToBorrowers(given: string, said: Theme | null | undefined): Theme {
  const subject = subjectNow(given);
  const theme = themeOf(subject, said);
  const wrong = said == null ? 'subject' : 'theme';
  if (theme === 'agentNotification') {
    throw refuseField(wrong, 'is for people of the company', 'what is written to borrowers');
  }
  if (theme === 'opsAccountCredentials' && !isAboutSigningIn(subject)) {
    const why = 'is for what the service itself says about signing in: no rule stands against that';
    throw refuseField(wrong, why, 'another one, such as opsServicing');
  }
  return theme;
}

/** A subject of the company's own that begins as one of ours is none. */
const isAboutSigningIn = (subject: string): boolean =>
  subjectOf(subject) !== undefined && impliedTheme(subject) === 'opsAccountCredentials';
