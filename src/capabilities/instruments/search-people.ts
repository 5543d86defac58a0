// Finds borrowers by what they pay with. Only what is stored plainly is looked at: numbers are sealed, and no search
// opens them.
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { SubjectSearch } from '#platform/subject-search.ts';
import { type InstrumentType, instrumentTypes } from './rules/instrument-values.ts';

/** By the last four digits of an account or a card, by a kind of instrument, or by the beginning of a network's name. */
export const byPaymentMethod: SubjectSearch = {
  permission: 'payment.instrument:list',
  async find(reader, text) {
    const asked = text.trim().toLowerCase();
    if (/^\d{4}$/.test(asked)) return { rows: living(reader).where('last_four', '=', asked) };
    const kind = kindOf(asked);
    if (kind !== undefined) return { rows: living(reader).where('instrument_type', '=', kind) };
    if (/\p{L}/u.test(asked)) return { rows: living(reader).where(networkBegins(asked)) };
    return {
      problem: 'is no payment method',
      expected: 'the last four digits of an account or a card, a kind of instrument or the name of a network',
    };
  },
};

/** Instruments that were deleted, or belonged to an erased person, find nobody. */
const living = (reader: Reader) =>
  reader.db.selectFrom('payment_instruments').select('payment_instruments.person_id').where('deleted_at', 'is', null);

/** Also as people write it: `bank account`. */
function kindOf(asked: string): InstrumentType | undefined {
  const joined = asked.replace(/[\s_-]/g, '');
  return instrumentTypes.find((type) => type.toLowerCase() === joined);
}

/** Written as the index has it. */
const networkBegins = (asked: string) =>
  sql<boolean>`lower(network_name) like ${`${asked.replace(/[\\%_]/g, '\\$&')}%`}`;
