import type { Emit } from '#platform/events/emit.ts';
import { defineEvent } from '#platform/events/event-kind.ts';
import { Bool, StringEnum, Text } from '#platform/input/schemas.ts';
import { runStates } from '../states.ts';
import type { RunRow } from '../tables.ts';

export const campaignRunChanged = defineEvent({
  type: 'campaign.run.changed',
  summary: 'A run of a campaign was started, goes on, waits for a second person, or has come to its end.',
  subject: 'company',
  fields: {
    borrowerCampaignId: Text({ max: 12 }),
    borrowerCampaignRunId: Text({ max: 12 }),
    state: StringEnum(runStates),
    needsRelease: Bool,
  },
});

type Told = Pick<RunRow, 'campaign_id' | 'id' | 'state' | 'needs_release'>;

export const tellRun = (emit: Emit, companyId: string, { campaign_id, id, state, needs_release }: Told): void =>
  emit(campaignRunChanged, companyId, {
    borrowerCampaignId: campaign_id,
    borrowerCampaignRunId: id,
    state,
    needsRelease: needs_release,
  });
