// What a command that failed says, and its exit code.
import { WrongSettings } from '#platform/config.ts';
import { EmbeddedUnavailable } from '#platform/db/embedded/index.ts';
import { MigrationRefused } from '#platform/db/migrate.ts';
import { DatabaseRefused } from '#platform/db/prepare.ts';
import { Refusal } from '#platform/errors.ts';
import { say } from './command.ts';
import { CalcRefused, ListenRefused, LoansDiffer } from './said-in-words.ts';
import { sentencesByCode } from './sentences-by-code.ts';

const sentences = [WrongSettings, CalcRefused, ListenRefused, DatabaseRefused, MigrationRefused, LoansDiffer];

/** A problem that a person can solve: its message is a sentence that says so. */
export const isForPeople = (error: unknown): error is Error =>
  [...sentences, EmbeddedUnavailable, Refusal].some((kind) => error instanceof kind);

/** What a person can solve is printed as a sentence; any other error with its stack. */
export function answerToError(error: unknown): number {
  if (isForPeople(error)) {
    say(error.message);
    return error instanceof CalcRefused ? 2 : 1;
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  say(sentencesByCode[code] ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
  return 1;
}
