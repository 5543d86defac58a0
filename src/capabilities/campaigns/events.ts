import { bulkSender } from './bulk-sender.ts';
import { borrowerCampaign } from './campaign.ts';
import { contactExporter } from './exporters/exporter.ts';
import { campaignRunChanged } from './runs/events.ts';

export const campaignEvents = [
  ...contactExporter.events,
  ...bulkSender.events,
  ...borrowerCampaign.events,
  campaignRunChanged,
];
