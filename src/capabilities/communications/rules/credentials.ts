// A message about signing in goes out whatever the rules of contact say. So that nobody sends other things as such a message,
// each value that goes into its text is a code, a number or one word, such as a masked address.
import { impliedTheme, subjectNow } from '#capabilities/interactions/index.ts';
import type { Problem } from '#platform/errors.ts';

const isCode = (value: unknown): boolean => /^[A-Za-z0-9-]{3,16}$/.test(String(value));

const isWord = (value: unknown): boolean =>
  value === null || typeof value === 'number' || typeof value === 'boolean' || isOneWord(value);

const isOneWord = (value: unknown): boolean =>
  typeof value === 'string' && /^[\p{L}\p{N}\x21-\x7e•]{0,500}$/u.test(value);

export function codeProblems(subject: string, context: Readonly<Record<string, unknown>>): Problem[] {
  if (impliedTheme(subjectNow(subject)) !== 'opsAccountCredentials') return [];
  return Object.entries(context).flatMap(([name, value]) => {
    const path = `context.${name}`;
    if (name === 'code' && value != null && !isCode(value))
      return [{ path, message: 'is no code', expected: '3 to 16 letters, digits and hyphens' }];
    if (isWord(value)) return [];
    return [
      { path, message: 'is more than one word', expected: 'a number, or one word or address of at most 500 signs' },
    ];
  });
}
