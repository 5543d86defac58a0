import Type from 'typebox';
import { defineJob } from '#platform/work/operations/job.ts';

export const filingJob = defineJob('tax.filing', Type.Object({ filingId: Type.String() }));
