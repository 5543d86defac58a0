// All golden cases of the federal rules and of the ten largest states.
import * as collectors from './federal-collectors.ts';
import * as everyone from './federal-everyone.ts';
import type { GoldenCase } from './golden-case.ts';
import * as east from './states-east.ts';
import * as midwest from './states-midwest.ts';
import * as south from './states-south.ts';
import * as west from './states-west.ts';

const tables = [collectors, everyone, west, south, east, midwest];

export const goldenCases: readonly GoldenCase[] = tables.flatMap((table) => Object.values(table).flat());

export const jurisdictionsWithCases = ['federal', 'CA', 'TX', 'FL', 'NY', 'PA', 'IL', 'OH', 'GA', 'NC', 'MI'];
