// The codes: that each is known, and what it does, held against a list that was written by hand.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changeCode, changeCodes, changeOf } from './change-codes.ts';
import { reasonOfReturn, returnCode, returnCodes } from './return-codes.ts';

const numbered = (letter: string, ...ranges: readonly (readonly [number, number])[]): string[] =>
  ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, i) => `${letter}${String(from + i).padStart(2, '0')}`),
  );

describe('codes of returns', () => {
  test('are all there', () => {
    assert.deepEqual(returnCodes, numbered('R', [1, 47], [50, 53], [61, 62], [67, 77], [80, 85], [90, 90]));
  });

  test('count as unauthorized or administrative as the rules of the network say', () => {
    const counted = (rate: string) => returnCodes.filter((code) => returnCode(code).rate === rate);
    assert.deepEqual(counted('unauthorized'), ['R05', 'R07', 'R10', 'R11', 'R29', 'R51']);
    assert.deepEqual(counted('administrative'), ['R02', 'R03', 'R04']);
  });

  test('come from sixty days on only where the holder has such time', () => {
    const late = returnCodes.filter((code) => returnCode(code).due === 'sixtyDays');
    assert.deepEqual(late, ['R05', 'R07', 'R10', 'R11', 'R33', 'R37', 'R38', 'R51', 'R52', 'R53']);
  });

  test('have a reason, or are about a return', () => {
    for (const code of returnCodes) {
      const { reason, ofReturn } = returnCode(code);
      assert.equal((reason === null) !== (ofReturn === null), true, code);
      assert.equal(ofReturn !== null, code >= 'R61' && code <= 'R77', code);
    }
    assert.equal(reasonOfReturn('R68', null), 'other');
  });

  test('that are unknown are for a person, and R17 is told apart by a word', () => {
    assert.equal(reasonOfReturn('R99', null), 'other');
    assert.equal(reasonOfReturn('toString', null), 'other');
    assert.equal(reasonOfReturn('R17', ''), 'dataError');
    assert.equal(reasonOfReturn('R17', 'QUESTIONABLE'), 'questionable');
    assert.equal(reasonOfReturn('R01', 'QUESTIONABLE'), 'insufficientFunds');
  });
});

describe('codes of changes', () => {
  test('are all there', () => {
    assert.deepEqual(changeCodes, numbered('C', [1, 9], [13, 14], [61, 69]));
  });

  const of = (code: string, data: string) => changeOf(code, data.padEnd(29));

  test('say where the right values stand', () => {
    const account = '12345678901234567';
    assert.deepEqual(of('C01', account).corrected, { accountNumber: account });
    assert.deepEqual(of('C02', '110000039').corrected, { routingNumber: '110000039' });
    assert.deepEqual(of('C03', `110000039   ${account}`).corrected, {
      routingNumber: '110000039',
      accountNumber: account,
    });
    assert.deepEqual(of('C05', '37').corrected, { transactionCode: '37' });
    assert.deepEqual(of('C06', `${account}   37`).corrected, { accountNumber: account, transactionCode: '37' });
    assert.deepEqual(of('C07', `110000039${account}37`).corrected, {
      routingNumber: '110000039',
      accountNumber: account,
      transactionCode: '37',
    });
    assert.deepEqual(of('C04', 'MARY SOMERVILLE'), {
      does: 'keep',
      corrected: { individualName: 'MARY SOMERVILLE' },
      problem: null,
    });
    assert.deepEqual(of('C09', 'TX-1').corrected, { individualId: 'TX-1' });
  });

  test('correct nothing by half: a value that cannot be right is for a person', () => {
    for (const [code, data] of [
      ['C02', '110000038'],
      ['C02', '11000003'],
      ['C02', ''],
      ['C03', '110000038   77000017'],
      ['C03', '110000039'],
      ['C01', '  ---'],
      ['C05', '26'],
      ['C05', '99'],
      ['C07', '11000003912345678         3'],
    ] as const) {
      const { does, corrected, problem } = of(code, data);
      assert.deepEqual([does, corrected], ['person', {}], `${code} ${data}`);
      assert.ok(problem, code);
      assert.doesNotMatch(problem, /\d/);
    }
  });

  test('that nobody can act on are for a person', () => {
    for (const code of ['C08', 'C13', 'C14', 'C61', 'C69', 'C99', 'toString'])
      assert.equal(changeCode(code).does, 'person');
  });
});
