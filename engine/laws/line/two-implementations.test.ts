// The engine of lines against the naive simulator, as for installment loans (laws/two-implementations.test.ts).
//
//   TENOR_LAWS=5000 node engine/laws/line/two-implementations.test.ts     longer
//   TENOR_SEED=1                                                          other lines

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { engineReading } from '../../golden/line/engine-reading.ts';
import { readingOf } from '../../naive/line/read.ts';
import { simulateLine } from '../../naive/line/simulate.ts';
import { differences } from '../compare.ts';
import { type LineHistory, lineHistory } from './line-histories.ts';
