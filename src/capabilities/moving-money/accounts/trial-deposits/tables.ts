import { as, defaulted, defineTable, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';

export type DepositOutcome = 'settled' | 'failed';
type EndReason = 'verified' | 'usedUp' | 'expired' | 'failed' | 'erased';

export const trialDeposits = defineTable('trial_deposits', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  instrument_id: 'text',
  carrier_id: 'text',
  account_hash: 'bytes?',
  amounts_sealed: 'bytes?',
  first_outcome: as<DepositOutcome | null>('text?'),
  second_outcome: as<DepositOutcome | null>('text?'),
  tries: defaulted('int'),
  open_until: 'instant?',
  created_at: 'instant',
  end_reason: as<EndReason | null>('text?'),
  ended_at: 'instant?',
});

export type TrialDepositsRow = RowOf<typeof trialDeposits>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    trial_deposits: Stored<typeof trialDeposits>;
  }
}
