// Whether a debit rests on an authorization. It is asked when the debit is released, in the very commit that orders it.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { authorizationInUse } from './authorization.ts';
import type { SecCode } from './authorization-values.ts';

interface Debit {
  readonly personId: string;
  readonly authorizationId: string | null;
  readonly instrumentId: string;
  readonly amount: Cents;
  /** The planned day. */
  readonly date: CivilDate;
}

interface ValidAuthorization {
  readonly id: string;
  readonly secCode: SecCode | null;
  readonly isRecurring: boolean;
  /** Two debits in a row have failed since it was given: it carries none of a covered loan any more. */
  readonly isStopped: boolean;
}

/** The most that a debit of the series may take, null without a limit; undefined: it was revoked. */
export async function standingSeries(
  reader: Reader,
  personId: string,
  id: string,
): Promise<(Pick<ValidAuthorization, 'isStopped'> & { readonly amountMax: Cents | null }) | undefined> {
  const row = await authorizationInUse(reader, personId, id);
  if (row === undefined || row.revoked_at !== null) return undefined;
  return { amountMax: row.terms.amountMax, isStopped: row.is_stopped };
}

/** The authorization that covers the debit; undefined: `authorizationMissing`. */
export async function validAuthorization(reader: Reader, debit: Debit): Promise<ValidAuthorization | undefined> {
  if (debit.authorizationId === null) return undefined;
  const row = await authorizationInUse(reader, debit.personId, debit.authorizationId);
  if (row === undefined || row.revoked_at !== null || row.instrument_id !== debit.instrumentId) return undefined;
  const { amountMax, from, until } = row.terms;
  const covers =
    (amountMax === null || debit.amount <= amountMax) &&
    debit.date >= from &&
    (until === null || debit.date <= until) &&
    !row.stopped_dates.includes(debit.date);
  if (!covers) return undefined;
  return { id: row.id, secCode: row.sec_code, isRecurring: row.kind === 'recurring', isStopped: row.is_stopped };
}
