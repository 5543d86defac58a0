import Type from 'typebox';
import { defineJob } from '#platform/work/operations/job.ts';

export const fileJob = defineJob('credit-reporting.file', Type.Object({ fileId: Type.String() }));
