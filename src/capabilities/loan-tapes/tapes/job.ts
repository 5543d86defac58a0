import Type from 'typebox';
import { defineJob } from '#platform/work/operations/job.ts';

export const tapeJob = defineJob('loanTapes.make', Type.Object({ tapeId: Type.String() }));
