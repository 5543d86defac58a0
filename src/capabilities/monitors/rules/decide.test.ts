// What follows from a finding, by what was known before: each case as a literal.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Deed, decide } from './decide.ts';
import type { Finding } from './finding.ts';

const on = (date: string) => date as CivilDate;
const died: Finding = {
  key: '2027-02-28',
  quality: 'exact',
  standing: 'stands',
  asOf: on('2027-03-10'),
  fields: { proofLevel: 'reported' },
  record: '',
};
const later = { ...died, asOf: on('2027-03-20') };
const open = { isOpen: true, outcome: null };
const closed = (outcome: string | null) => ({ isOpen: false, outcome });
type Before = NonNullable<Parameters<typeof decide>[1]>;
const before = (more: Partial<Before> = {}): Before => ({ ...died, case: open, ...more });

const cases: readonly [string, Finding, Before | undefined, Deed][] = [
  ['what is new opens a case', died, undefined, 'open'],
  ['what was never known is not ended', { ...died, standing: 'ended' }, undefined, 'nothing'],
  ['told again it is nothing', died, before(), 'nothing'],
  ['more of it changes the case', { ...later, fields: { proofLevel: 'proof' } }, before(), 'change'],
  [
    'what is told of an earlier day is no news',
    { ...died, fields: { proofLevel: 'proof' } },
    before({ asOf: on('2027-03-11') }),
    'nothing',
  ],
  ['a mistake rejects the case', { ...later, standing: 'withdrawn' }, before(), 'reject'],
  ['also one that was approved', { ...later, standing: 'withdrawn' }, before({ case: closed('approved') }), 'reject'],
  ['what is over ends the case', { ...later, standing: 'ended' }, before({ case: closed('approved') }), 'end'],
  ['a dismissed one stays dismissed', { ...later, fields: {} }, before({ case: closed('rejected') }), 'nothing'],
  ['and so does a canceled one', { ...later, standing: 'ended' }, before({ case: closed(null) }), 'nothing'],
  ['unless the record is surer', later, before({ quality: 'possible', case: closed('rejected') }), 'reopen'],
  ['what is surer is looked at anew', died, before({ quality: 'probable' }), 'reopen'],
  ['what is less sure is no news', { ...later, quality: 'possible' }, before(), 'nothing'],
  ['what was over goes on', later, before({ standing: 'ended', case: closed('ended') }), 'reopen'],
  [
    'an approved one goes on with what is new',
    { ...later, fields: {} },
    before({ case: closed('approved') }),
    'reopen',
  ],
  [
    'what is over twice is nothing',
    { ...later, standing: 'withdrawn' },
    before({ standing: 'ended', case: closed('ended') }),
    'nothing',
  ],
];

describe('a finding', () => {
  for (const [says, finding, had, deed] of cases) {
    test(says, () => assert.equal(decide(finding, had), deed));
  }
});
