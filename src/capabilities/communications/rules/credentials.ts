// No rule stands against a message about signing in, so what it calls a code is one, and no text.
import { impliedTheme, subjectNow } from '#capabilities/interactions/index.ts';
import type { Problem } from '#platform/errors.ts';

const isCode = (value: unknown): boolean => /^[A-Za-z0-9-]{3,16}$/.test(String(value));

export function codeProblems(subject: string, context: Readonly<Record<string, unknown>>): Problem[] {
  const { code } = context;
  if (code == null || impliedTheme(subjectNow(subject)) !== 'opsAccountCredentials' || isCode(code)) return [];
  return [{ path: 'context.code', message: 'is no code', expected: '3 to 16 letters, digits and hyphens' }];
}
