// What an operator refuses besides what nobody can read.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FileRefused } from '../text/file-refused.ts';
import { at, itemsOf, sample, withLine } from './test-files.ts';

const asOperator = { asOperator: true };
const sent = sample('sent');

async function refused(text: string, line: number, column: number, says: RegExp): Promise<void> {
  await assert.rejects(itemsOf(text, asOperator), (error) => {
    assert.ok(error instanceof FileRefused, String(error));
    assert.match(error.message, says);
    assert.deepEqual([error.line, error.column], [line, column], error.message);
    return true;
  });
}

const changed = (line: number, column: number, written: string): string =>
  withLine(sent, line, (one) => at(one, column, written));

describe('an operator', () => {
  test('takes the worked file, and those that come back', async () => {
    for (const name of ['sent', 'returned', 'changed'] as const)
      assert.equal((await itemsOf(sample(name), asOperator)).at(-1)?.is, 'end');
  });

  test('refuses short lines, missing padding and a wrong count of blocks', async () => {
    await refused(
      withLine(sent, 18, (line) => line.trimEnd()),
      18,
      56,
      /must have 94 characters, not 55/,
    );
    await refused(sent.split('\n').slice(0, 18).join('\n'), 19, 1, /fill a block of 10/);
    await refused(changed(18, 8, '000003'), 18, 8, /3 blocks are announced, and 2 stand here/);
  });

  test('refuses what is not in order: batches, traces', async () => {
    const renumbered = withLine(changed(7, 88, '0000001'), 10, (line) => at(line, 88, '0000001'));
    await refused(renumbered, 7, 88, /batch numbers must ascend/);
    await refused(changed(4, 80, '110000020000001'), 4, 80, /trace numbers must ascend/);
    await refused(changed(4, 80, '110000030000002'), 4, 80, /must begin with 11000002/);
  });

  test('refuses entries that it would return', async () => {
    await refused(changed(4, 12, '8'), 4, 12, /check digit must be 9, not 8/);
    await refused(changed(4, 2, '32'), 4, 2, /does not belong into a batch of service class 225/);
    await refused(changed(4, 30, '0000000000'), 4, 30, /must be above zero/);
    await refused(changed(5, 30, '0000000001'), 5, 30, /a prenote has no amount/);
    await refused(changed(8, 55, ' '.repeat(22)), 8, 55, /the name is missing/);
    await refused(changed(8, 13, ' '.repeat(17)), 8, 13, /the account number is missing/);
  });
});
