// Reports of mail servers as they are met: the answer that is quoted comes before the code that is stated.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toldBy } from './delivery-status.ts';

const report = (fields: string, action = 'failed') =>
  `Reporting-MTA: dns; mx.test\r\nArrival-Date: Sun, 29 Nov 2026\r\n\r\nFinal-Recipient: rfc822;ada@example.com\r\nAction: ${action}\r\n${fields}\r\n`;

const told = (fields: string, said = '') => {
  const heard = toldBy(report(fields), said);
  assert.ok(heard?.kind === 'bounced');
  return [heard.code, heard.isPermanent];
};

describe('a report', () => {
  test('that the mailbox is not there, or the domain: the address is wrong', () => {
    assert.deepEqual(told('Status: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 No such user'), ['5.1.1', true]);
    assert.deepEqual(
      told('Status: 5.0.0\r\nDiagnostic-Code: smtp; 550-5.1.1 The email account\r\n 550 5.1.1 does not exist'),
      ['5.1.1', true],
    );
    assert.deepEqual(told('Status: 5.4.4'), ['5.4.4', true]);
    assert.deepEqual(told('Status: 5.1.2'), ['5.1.2', true]);
    assert.deepEqual(told('Status: 5.2.1'), ['5.2.1', true]);
    assert.deepEqual(told('Status: 5.0.0\r\nDiagnostic-Code: smtp; 550 no such person'), ['5.0.0', true]);
  });

  test('that it is full, too large, unwanted or late: the address may be right', () => {
    assert.deepEqual(told('Status: 5.0.0\r\nDiagnostic-Code: smtp; 452 4.2.2 mailbox full'), ['4.2.2', false]);
    assert.deepEqual(told('Status: 5.0.0\r\nDiagnostic-Code: smtp; 452 try later'), ['4.2.2', false]);
    assert.deepEqual(told('Status: 5.2.2\r\nDiagnostic-Code: smtp; 552 over quota'), ['5.2.2', false]);
    assert.deepEqual(told('Status: 5.7.1\r\nDiagnostic-Code: smtp; 550 5.7.1 blocked'), ['5.7.1', false]);
    assert.deepEqual(told('Status: 5.3.4'), ['5.3.4', false]);
    assert.deepEqual(told('Status: 5.0.0\r\nDiagnostic-Code: smtp; 554 rejected as spam'), ['5.0.0', false]);
    assert.deepEqual(told('Status: 5.0.0', 'host far.test: retry timeout exceeded'), ['5.0.0', false]);
    const written = 'could not be delivered:\n\n  ada@example.com\n    452 4.2.2 the mailbox is full\n';
    assert.deepEqual(told('Status: 5.0.0', written), ['4.2.2', false]);
    assert.deepEqual(told(''), [null, false]);
  });

  test('that it is only late says nothing, and one that it arrived says so', () => {
    assert.equal(toldBy(report('Status: 4.4.1', 'delayed'), ''), undefined);
    assert.deepEqual(toldBy(report('Status: 2.0.0', 'delivered'), ''), { kind: 'delivered' });
    assert.equal(toldBy('no report at all', ''), undefined);
    assert.equal(toldBy('', ''), undefined);
  });

  test('says why in words without anything personal', () => {
    const heard = toldBy(report('Status: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 <ada@example.com> unknown'), '');
    assert.ok(heard?.kind === 'bounced');
    assert.equal(heard.reason, 'It came back: there is no such mailbox (5.1.1).');
  });
});
