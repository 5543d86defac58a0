// The forms of files that are read, by their names.
import { courtCases } from './court-cases.ts';
import { deathMasterFile } from './death-master-file.ts';
import { dutyAnswers } from './duty-answers.ts';
import type { Format } from './format.ts';

export const formats = { deathMasterFile, dutyAnswers, courtCases } as const satisfies Record<string, Format>;
export type FormatName = keyof typeof formats;
export const formatNames = ['deathMasterFile', 'dutyAnswers', 'courtCases'] as const satisfies readonly FormatName[];
