// The page of the first five calls: each is run as it stands, by a shell, against the service.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { useHouse } from './support/house.ts';

const run = promisify(execFile);
const plain = (html: string) => html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

describe('the page of the first five calls', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('has calls that work one after the other, and say what they answer', async () => {
    await house().app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = house().app.server.address() as AddressInfo;
    const { body } = await house().call(undefined, 'GET', 'http://tenor.test/docs/first-calls');
    const calls = [...body.matchAll(/<pre>(curl[^<]*)<\/pre><\/div>\s*<p class="answer"><b>(\d+)<\/b>/g)];
    const env = { PATH: process.env.PATH, TENOR: `http://127.0.0.1:${port}`, KEY: (await aCompany()).test.key };
    const answers = [];
    for (const [, html, status] of calls) {
      const { stdout } = await run('sh', ['-c', `${plain(html)} -s -w '\\n%{http_code}'`], { env });
      const [, json = '', code] = /^(.*)\n(\d+)$/s.exec(stdout) ?? [];
      assert.equal(code, status, stdout);
      answers.push(JSON.parse(json).data);
    }
    const [person, loan, active, payment, balances, line, billing, draw, , purchase] = answers;
    assert.equal(answers.length, 10);
    assert.match(person.id, /^BO-/);
    assert.ok(loan.atOrigination.aprNominal > 0.09, 'the terms and the rate that follows');
    assert.equal(active.schedule.length, 6);
    const { paidPrincipalAmount, paidInterestAmount, actualAmount } = payment;
    assert.equal(paidPrincipalAmount + paidInterestAmount, actualAmount);
    assert.equal(balances.outstandingBalances.outstandingTotalAmount, 1200 - actualAmount);
    assert.deepEqual([line.type, draw.lineOfCreditId, purchase.drawId], ['lineOfCredit', line.id, draw.id]);
    assert.deepEqual([billing.schedule[0].amount, purchase.status, purchase.amount], [0, 'settled', 49.9]);
  });

  test('is named where a newcomer arrives: on the API page and in the description', async () => {
    const page = await house().call(undefined, 'GET', 'http://tenor.test/docs');
    const description = await house().call(undefined, 'GET', 'http://tenor.test/openapi.json');
    assert.match(page.body, /href="\/docs\/first-calls"/);
    assert.match(description.body.info.description, /\(\/docs\/first-calls\)/);
  });
});
