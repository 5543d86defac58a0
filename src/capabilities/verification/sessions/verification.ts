// How a verification is found and shown.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { asAsked, questionsOf } from '../questions/bank.ts';
import { type AttemptRow, type VerificationRow, verificationAttempts, verifications } from '../tables.ts';
import { currentSeconds } from '../words.ts';
import { Verification } from './schemas.ts';

export const verificationList = defineList({ table: 'verifications', below: 'person_id' });

export const verificationRows = (reader: Reader) => reader.db.selectFrom('verifications').select(verifications.all);

/** Errors: NotFound, with the path `verificationId`. */
export async function findVerification(reader: Reader, personId: string, id: string): Promise<VerificationRow> {
  const own = verificationRows(reader).where('person_id', '=', personId);
  const row = await reader.row(own.where('id', '=', id));
  if (row !== undefined) return row;
  throw notFound('verification', id, 'verificationId', 'This borrower');
}

/** The attempts at these verifications of one borrower, the earliest first. */
export const attemptsOf = (reader: Reader, personId: string, ids: readonly string[]): Promise<AttemptRow[]> =>
  reader.rows(
    reader.db
      .selectFrom('verification_attempts')
      .select(verificationAttempts.all)
      .where('person_id', '=', personId)
      .where(sql<boolean>`${sql.ref('verification_attempts.verification_id')} = any(${ids}::text[])`)
      .orderBy('position'),
  );

const present = presenter<typeof Verification, VerificationRow>(Verification);

export function showVerification(row: VerificationRow, attempts: readonly AttemptRow[], now: Instant): Verification {
  return present(row, {
    status: hasExpired(row, now) ? 'expired' : row.status,
    questions: questionsOf(row.question_ids).map(asAsked),
    attempts: attempts
      .filter(({ verification_id: of }) => of === row.id)
      .map(({ id, is_success: isSuccess, created_at: createdAt }) => ({
        id,
        object: 'verificationAttempt' as const,
        isSuccess,
        createdAt,
      })),
    currentUntil: currentUntil(row),
    deletedAt: null,
  });
}

export const hasExpired = ({ status, expires_at: end }: VerificationRow, now: Instant): boolean =>
  status === 'inProgress' && end <= now;

const currentUntil = ({ status, ended_at: end }: VerificationRow): Instant | null =>
  status === 'succeeded' && end !== null ? addSeconds(end, currentSeconds) : null;

export async function readVerification(reader: Reader, personId: string, id: string, now: Instant) {
  const row = await findVerification(reader, personId, id);
  return showVerification(row, await attemptsOf(reader, personId, [row.id]), now);
}
