// When campaigns come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const dueCampaigns = dueRows({ table: 'campaigns', column: 'next_run_at', subject: 'campaign' });
