// The tables of the simulator. It writes and reads them by its own SQL; here they are stated, so that the service knows
// of them when it copies, spreads and looks at its rows.
import { defineTable, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';

const simulatedCharges = defineTable('simulated_charges', onCoordinator, {
  company_id: 'company',
  key: 'text',
  id: 'text',
  body_hash: 'text',
  outcome: 'text',
  deed: 'text',
  rail: 'text',
  amount_cents: 'bigint',
  instrument_hash: 'text',
  last_four: 'text',
  behaviour: 'text',
  of_id: 'text?',
  round: 'int',
  code: 'text?',
  settles_on: 'date?',
  settles_at: 'instant?',
  heard_at: 'instant',
});

const simulatedNotices = defineTable('simulated_notices', onCoordinator, {
  company_id: 'company',
  id: 'text',
  charge_id: 'text',
  charge_key: 'text',
  carrier: 'text',
  at: 'instant',
  what: 'text',
  code: 'text?',
  amount_cents: 'bigint',
  moves_cents: 'bigint',
  on_day: 'date?',
  respond_by: 'date?',
  case_number: 'text?',
  corrected: 'text?',
  due_at: 'instant?',
  times: 'int',
  failures: 'int',
  is_forged: 'bool',
  place: 'bigint?',
});

const simulatedLists = defineTable('simulated_lists', onCoordinator, {
  company_id: 'company',
  last_place: 'bigint',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    simulated_charges: Stored<typeof simulatedCharges>;
    simulated_notices: Stored<typeof simulatedNotices>;
    simulated_lists: Stored<typeof simulatedLists>;
  }
}

export const simulatedTables = tablesByName(simulatedCharges, simulatedNotices, simulatedLists);
