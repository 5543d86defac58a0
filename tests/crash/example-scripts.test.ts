// The examples of the README, as a user runs them who has only a clone.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

// Below the ports that the system gives to those who do not ask for one.
let port = 20_000 + (process.pid % 9_000);

/** Runs it to its end; what it says holds these lines. */
function says(script: string, lines: readonly string[]): string {
  const { PATH = '', HOME = '/' } = process.env;
  port += 1;
  const { status, stdout, stderr } = spawnSync('sh', [`examples/${script}`], {
    encoding: 'utf8',
    env: { PATH, HOME, PORT: String(port) },
    // For what never ends: beside others a start takes many times as long as by itself.
    timeout: 600_000,
  });
  assert.equal(status, 0, stdout + stderr);
  for (const line of lines) assert.ok(stdout.includes(line), `${line}\nis not in\n${stdout}`);
  return stdout;
}

test('first-loan.sh goes from an empty directory to a loan that is paid off', () => {
  const said = says('first-loan.sh', [
    '2026-02-15     205.52 =     196.99 principal +       8.53 interest',
    '2026-04-27  overdue     205.52, late fees      15.00',
    // 9.99 % on 805.17 for twelve days and on 606.48 for thirteen: 2.6444… and 2.1579…, cut together; and the fee.
    '2026-05-10  paid     626.28:     606.48 principal       4.80 interest      15.00 fees',
    'status paidOff, closed true',
  ]);
  assert.match(said, /total\s+0\.00\n$/);
});

test('first-line.sh goes from an empty directory to a card account whose grace is kept, and then lost', () => {
  says('first-line.sh', [
    '2027-01-25  owed       500.00, left to spend    4500.00',
    'statement of 2027-02-13, due 2027-03-10: new balance     500.00, of it interest       0.00, minimum      25.00',
    // 19.99 % on the 975.00 that were not paid, for the thirty days since the statement: 16.0194…, cut.
    'statement of 2027-04-15, due 2027-05-10: new balance     991.01, of it interest      16.01, minimum      25.76',
    'postings 19, total       0.00',
  ]);
});

test('sign-in.sh lets in an owner, an agent with a second factor and a borrower, and nobody else', () => {
  says('sign-in.sh', [
    'The password has changed.',
    'makes a person:    403 You do not have the permission person:create.',
    'confirmed:         200',
    'by code alone:     401 What was shown is right, and a second factor is needed.',
    'their own:         200',
    'somebody else:     404',
    'the token again:   401',
    'the agent:         401 This session is unknown or has ended.',
  ]);
});
