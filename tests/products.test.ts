// Every route below a loan answers for a loan of each product, or refuses by the name that it declares.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { answersOn, belowLoan, productsDocument } from '../scripts/products-document.ts';
import { aLine } from './support/a-line.ts';
import { type Client, useHouse } from './support/house.ts';
import { aRoundLoan } from './support/round-loan.ts';

const products = { installment: 'OnlyForLines', lineOfCredit: 'NotForLines' } as const;

describe('each route below a loan', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  test('has a table that says what each product does with promo programs', () => {
    const [, promos] = productsDocument().split('## Promo programs');
    assert.deepEqual(promos?.trim().split('\n'), [
      '| Kind | Installment loan | Line of credit |',
      '|---|---|---|',
      '| `reducedRate` | of the loan; at any time, also backdated; 400 at `sacDisqualifyOverdueDays` | of one draw, or of all; at any time, also backdated; can end early because of late payment |',
      '| `sameAsCash` | 400 at `promoTypeId` | of one draw; before the activation; can end early because of late payment |',
    ]);
  });

  test('is for one of the products at least', () => {
    assert.ok(belowLoan.length > 40, 'routes are found');
    const nobodys = belowLoan.filter((one) => !answersOn(one, 'installment') && !answersOn(one, 'lineOfCredit'));
    assert.deepEqual(
      nobodys.map(({ name }) => name),
      [],
    );
  });

  for (const product of ['installment', 'lineOfCredit'] as const) {
    test(`is refused by name where it means nothing for ${product}, and nowhere else`, async () => {
      const wrong: string[] = [];
      for (const endpoint of belowLoan) {
        // What was done to a loan before must not decide what is answered next.
        const path = product === 'installment' ? (await aRoundLoan(api)).path : (await aLine(api)).path;
        const to =
          path + endpoint.path.slice('/people/{personId}/loans/{loanId}'.length).replace(/\{\w+\}/g, 'XX-AAAA-AAAA');
        const { body } = await api.call(endpoint.method, to, { body: endpoint.example.body });
        const isRefused = body?.errorType === products[product];
        if (isRefused === answersOn(endpoint, product)) wrong.push(`${endpoint.name}: ${JSON.stringify(body)}`);
      }
      assert.deepEqual(wrong, []);
    });
  }
});
