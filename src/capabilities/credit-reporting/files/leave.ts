// Leaves files with their agencies.
import { machineNow } from '#platform/clock.ts';
import { leavingFiles } from '#platform/file-places/leaving-files.ts';
import { creditAgency } from '../agencies/agency.ts';
import { placeOfAgency, secretsOf } from '../agencies/secrets.ts';
import { waitingCreditFiles } from './waiting-files.ts';

export const leavingCreditFiles = leavingFiles({
  rows: waitingCreditFiles,
  inVain: 'a file for a credit agency was not left',
  async destinationOf({ vault }, reader, row) {
    const agency = await creditAgency.find(reader, row.agency_id);
    const place = placeOfAgency(agency);
    return place && { place, secrets: { ...secretsOf(vault, agency) } };
  },
  conclude: async ({ clock }, _tx, _row, { kind, reason }) =>
    kind === 'done' ? { left_at: machineNow(clock), last_failure: null } : { last_failure: reason || null },
});
