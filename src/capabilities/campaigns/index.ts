// The door of campaigns: a question about borrowers, when it is asked, and what is done with the answer.
import { preparing } from '#capabilities/communications/index.ts';
import type { Capability } from '#platform/capability.ts';
import { bulkSenderRoutes } from './bulk-sender.ts';
import { campaignRoutes } from './campaign.ts';
import { campaignChecks } from './check-campaigns.ts';
import { campaignErrors } from './errors.ts';
import { campaignEvents } from './events.ts';
import { exporterRoutes } from './exporters/exporter.ts';
import { leavingFilesOfRuns } from './places/leave-files.ts';
import { previewRoute } from './preview.ts';
import { releaseRoute } from './runs/release.ts';
import { runRoutes } from './runs/routes.ts';
import { runningCampaigns } from './runs/work.ts';
import { campaignDay } from './schedule-day.ts';
import { campaignSealed } from './sealed.ts';
import { runTable } from './states.ts';
import { campaignTables } from './tables.ts';

export {
  placeOfSftp,
  problemsOfSftp,
  SftpInput,
  SftpShown,
  settingsOf as settingsOfSftp,
} from './places/settings.ts';
export { campaignRows } from './runs/source.ts';
export { nextRun } from './schedule.ts';

const day = 24 * 3_600;

export const campaigns: Capability = {
  name: 'campaigns',
  migrations: new URL('./migrations/', import.meta.url),
  tables: campaignTables,
  sealed: campaignSealed,
  errors: { Campaigns: campaignErrors },
  events: campaignEvents,
  states: [runTable],
  routes: (whole) => [
    ...campaignRoutes,
    previewRoute(preparing(whole)),
    ...runRoutes,
    releaseRoute,
    ...bulkSenderRoutes,
    ...exporterRoutes,
  ],
  operations: () => [runningCampaigns],
  claimed: [leavingFilesOfRuns],
  dailySteps: [campaignDay],
  checks: campaignChecks,
  expiring: [{ table: 'campaign_rows', column: 'created_at', keptSeconds: 60 * day }],
};
