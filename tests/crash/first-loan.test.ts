// The example of the README, as a user runs it who has only a clone.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';

describe('examples/first-loan.sh', () => {
  test('goes from an empty directory to a loan that is paid off, within a minute', () => {
    const { PATH = '', HOME = '/' } = process.env;
    // Below the ports that the system gives to those who do not ask for one.
    const port = String(20_000 + (process.pid % 9_000));
    const { status, stdout, stderr } = spawnSync('sh', ['examples/first-loan.sh'], {
      encoding: 'utf8',
      env: { PATH, HOME, PORT: port },
      timeout: 60_000,
    });
    assert.equal(status, 0, stdout + stderr);
    for (const line of [
      '2026-02-15     205.52 =     196.99 principal +       8.53 interest',
      '2026-04-27  overdue     205.52, late fees      15.00',
      // 9.99 % on 805.17 for twelve days and on 606.48 for thirteen: 2.6444… and 2.1579…, cut together; and the fee.
      '2026-05-10  paid     626.28:     606.48 principal       4.80 interest      15.00 fees',
      'status paidOff, closed true',
    ]) {
      assert.ok(stdout.includes(line), `${line}\nis not in\n${stdout}`);
    }
    assert.match(stdout, /total\s+0\.00\n$/);
  });
});
