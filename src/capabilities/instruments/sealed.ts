// What of payment instruments is sealed, and the token that tells whether a borrower has a number already.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { numberToken, openNumber } from './instrument.ts';

export const instrumentSealed: readonly SealedTable[] = [
  {
    table: 'payment_instruments',
    key: ['person_id', 'id'],
    byPerson: ['number_sealed', 'holder_sealed'],
    tokens: {
      columns: ['number_token'],
      reads: ['instrument_type', 'number_sealed', 'number_token'],
      make({ person_id, id, instrument_type, number_sealed, number_token }, sealer, token) {
        // One that is only recorded has a number and no token.
        if (number_token === null) return { number_token };
        return { number_token: numberToken(token, person_id, instrument_type, openNumber(sealer, id, number_sealed)) };
      },
    },
  },
];
