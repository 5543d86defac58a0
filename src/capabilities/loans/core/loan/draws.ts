// Draws of lines, as they are found and written. What a draw means is in the rooms of lines.
import { drawTable } from './tables.ts';
import { thingOfLoans } from './thing.ts';

export const draws = thingOfLoans(drawTable, {
  name: 'draw',
  path: 'drawId',
  hasExternalId: true,
  changes: [
    'external_id',
    'nickname',
    'status',
    'is_closed',
    'is_amortized',
    'started_on',
    'decline_reason',
    'cancel_reason',
    'at_origination',
    'figures',
    'timestamps',
    'meta_data',
    'updated_at',
  ],
});

/** The most draws that a line may have in its books: each costs a little with every statement. */
export const drawsMax = 500;
