// All golden cases.
import * as collectors from './federal-collectors.ts';
import * as everyone from './federal-everyone.ts';
import type { GoldenCase } from './golden-case.ts';
import { otherStates } from './other-states/index.ts';
import * as east from './states-east.ts';
import * as midwest from './states-midwest.ts';
import * as south from './states-south.ts';
import * as west from './states-west.ts';

export const goldenCases: readonly GoldenCase[] = [
  ...[collectors, everyone, east, midwest, south, west].flatMap((all) => Object.values(all).flat()),
  ...otherStates,
];
