// The sealed columns of payment instruments, and the token that shows whether a borrower already has a number.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { numberToken, openNumber } from './instrument.ts';

export const instrumentSealed: readonly SealedTable[] = [
  { table: 'former_numbers', key: ['person_id', 'instrument_id', 'number'], byPerson: ['numbers_sealed'] },
  {
    table: 'payment_instruments',
    key: ['person_id', 'id'],
    byPerson: ['number_sealed', 'holder_sealed', 'link_token_sealed', 'balance_sealed'],
    tokens: {
      columns: ['number_token'],
      reads: ['instrument_type', 'number_sealed', 'is_external'],
      make({ person_id, id, instrument_type, number_sealed, is_external }, sealer, token) {
        // An external instrument has a number but no token; an erased one has neither.
        if (is_external || number_sealed === null) return { number_token: null };
        return { number_token: numberToken(token, person_id, instrument_type, openNumber(sealer, id, number_sealed)) };
      },
    },
  },
];
