import Type from 'typebox';
import { defineJob } from '#platform/work/operations/job.ts';

export const runJob = defineJob('campaigns.run', Type.Object({ runId: Type.String() }));
