import Type from 'typebox';
import { defineJob } from '#platform/work/operations/job.ts';

/** Tells of which loans a file that was made tells for the first and for the last time. */
export const tellJob = defineJob('credit-reporting.tell', Type.Object({ fileId: Type.String() }));

export const fileJob = defineJob('credit-reporting.file', Type.Object({ creditFileId: Type.String() }));
