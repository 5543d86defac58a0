// The form in which the files of a monitor are read.

import { reassignedNumbers } from '../numbers/answer.ts';
import type { MonitorKind } from '../words.ts';
import { courtCases } from './court-cases.ts';
import { deathMasterFile } from './death-master-file.ts';
import { dutyAnswers } from './duty-answers.ts';
import type { Format } from './format.ts';
import { sanctionsAnswers } from './sanctions-answers.ts';

export const formats: Partial<Record<MonitorKind, Format>> = {
  bankruptcy: courtCases,
  deceased: deathMasterFile,
  militaryDuty: dutyAnswers,
  oFACSanctionedIndividual: sanctionsAnswers,
  reassignedNumber: reassignedNumbers,
};
