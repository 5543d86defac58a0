// How the newest prenote of an account is found and shown.
import { storedInstrument } from '#capabilities/instruments/index.ts';
import type { Builder } from '#platform/db/builder.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { attemptRow } from '../../orders/attempts/attempt.ts';
import { debitsFrom } from '../../orders/attempts/calendar.ts';
import type { AttemptRow } from '../../orders/attempts/tables.ts';
import type { Prenote } from './schemas.ts';
import type { PrenoteRow } from './tables.ts';

const ofInstrument = (db: Builder, personId: string, instrumentId: string) =>
  db.selectFrom('prenotes').selectAll().where('person_id', '=', personId).where('instrument_id', '=', instrumentId);

export const newestPrenote = (
  reader: Reader,
  personId: string,
  instrumentId: string,
): Promise<PrenoteRow | undefined> =>
  reader.row(ofInstrument(reader.db, personId, instrumentId).orderBy('number', 'desc').limit(1));

export const prenoteNumbered = (
  reader: Reader,
  personId: string,
  instrumentId: string,
  number: number,
): Promise<PrenoteRow | undefined> =>
  reader.row(ofInstrument(reader.db, personId, instrumentId).where('number', '=', number));

export async function presentPrenote(reader: Reader, row: PrenoteRow): Promise<Prenote> {
  const attempt = await reader.row(attemptRow(reader.db, { personId: row.person_id, id: row.attempt_id }));
  return shown(row, attempt);
}

function shown(row: PrenoteRow, attempt: Pick<AttemptRow, 'entry_date' | 'reason'> | undefined): Prenote {
  const settlesOn = attempt?.entry_date ?? null;
  return {
    object: 'prenote',
    paymentInstrumentId: row.instrument_id,
    number: row.number,
    status: row.outcome ?? 'underWay',
    settlesOn,
    verifiesOn: settlesOn && debitsFrom(settlesOn),
    reason: attempt?.reason ?? null,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}

/** The newest. Errors: NotFound. */
export async function readPrenote(reader: Reader, personId: string, reference: string): Promise<Prenote> {
  const { id } = await storedInstrument(reader, personId, reference);
  const row = await newestPrenote(reader, personId, id);
  if (row !== undefined) return presentPrenote(reader, row);
  throw notFound('prenote of', id, 'paymentInstrumentId', 'This borrower');
}
