// When campaigns come due: for their day, and for the doctor.
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueRows } from '#platform/work/due-rows.ts';

export const dueCampaigns = dueRows({ table: 'campaigns', column: 'next_run_at', subject: 'campaign' });

export const campaignChecks = [overdueCheck('campaigns', dueCampaigns)];
