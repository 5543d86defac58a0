import { errorKinds } from '#platform/errors.ts';

export const campaignErrors = errorKinds({
  CampaignRunning: {
    status: 409,
    title: 'The campaign has a run of this instant, or one that has not ended',
    remedy: 'See data.runId: wait until it has ended, or cancel it.',
  },
  CampaignNotAnswered: {
    status: 409,
    title: 'The question of the campaign was not answered, or not as a campaign needs it',
    remedy: 'The message says why. Correct the question, or what the campaign says of it.',
  },
  NothingToRelease: {
    status: 409,
    title: 'The run does not wait for a second person',
    remedy: 'Read the run: needsRelease says whether it waits.',
  },
  RunOutdated: {
    status: 409,
    title: 'What the run would send was changed since its lines were taken',
    remedy: 'Cancel the run, start another one, and look at POST /campaigns/{borrowerCampaignId}/preview.',
  },
  RunAddressExpired: {
    status: 410,
    title: 'The address of the file has expired',
    remedy: 'Ask for another one: GET …/runs/{borrowerCampaignRunId}/download with returnUrl=true.',
  },
});
