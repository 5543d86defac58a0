// What follows on a form that was sent, by hand.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Content, type Draft, formsAfter } from './follow.ts';

const ada = {
  businessName: '',
  firstName: 'Ada',
  middleName: '',
  lastName: 'Lovelace',
  tin: '219091001',
  address: { street: '12 MAIN ST', street2: '', city: 'SPRINGFIELD', state: 'IL', zip: '62701', country: 'US' },
};
const told: Content = {
  code: 'F',
  on: '2026-03-05',
  amount: 70_000,
  interest: null,
  description: 'Personal loan',
  isPersonallyLiable: true,
  propertyValue: null,
  recipient: ada,
} as Content;
const sent = { formId: 'FO-AAAA-AAAA', content: told };
const inShort = (drafts: readonly Draft[]) =>
  drafts.map(({ kind, errorType, corrects, content }) => [
    kind,
    errorType,
    corrects,
    content.amount,
    content.recipient,
  ]);

describe('what follows on a form', () => {
  test('that was never sent: an original, or nothing', () => {
    assert.deepEqual(inShort(formsAfter(undefined, told)), [['original', null, null, 70_000, ada]]);
    assert.deepEqual(formsAfter(undefined, undefined), []);
  });

  test('that still holds: nothing', () => {
    assert.deepEqual(formsAfter(sent, structuredClone(told)), []);
  });

  test('with another amount, code, day, name or address: one correction', () => {
    const renamed = { ...ada, lastName: 'Byron' };
    const moved = { ...ada, address: { ...ada.address, city: 'CHICAGO' } };
    for (const change of [
      { amount: 65_000 },
      { code: 'G' },
      { on: '2026-04-01' },
      { recipient: renamed },
      { recipient: moved },
    ]) {
      const now = { ...told, ...change } as Content;
      assert.deepEqual(inShort(formsAfter(sent, now)), [['correction', 1, 'FO-AAAA-AAAA', now.amount, now.recipient]]);
    }
  });

  test('with another number, or another name and address: it is taken back, and told anew', () => {
    const numbered = { ...ada, tin: '219091002' };
    const another = { ...ada, firstName: 'Mary', address: { ...ada.address, street: '1 ELM ST' } };
    for (const recipient of [numbered, another, { ...ada, tin: '' }])
      assert.deepEqual(inShort(formsAfter(sent, { ...told, recipient })), [
        ['correction', 2, 'FO-AAAA-AAAA', 0, ada],
        ['original', null, null, 70_000, recipient],
      ]);
  });

  test('of nothing that was canceled: a correction to zero, once', () => {
    const withInterest = { formId: 'FO-AAAA-AAAA', content: { ...told, interest: 500 } };
    const [back, ...others] = formsAfter(withInterest, undefined);
    assert.deepEqual(
      [back?.kind, back?.errorType, back?.content.amount, back?.content.interest],
      ['correction', 1, 0, 0],
    );
    assert.deepEqual(others, []);
    const zero = { formId: 'FO-BBBB-BBBB', content: { ...told, amount: 0 } };
    assert.deepEqual(formsAfter(zero, undefined), []);
    assert.deepEqual(inShort(formsAfter(zero, told)), [['correction', 1, 'FO-BBBB-BBBB', 70_000, ada]]);
    // Nothing stands under the number of before, so only the new one is told.
    const numbered = { ...ada, tin: '219091002' };
    assert.deepEqual(inShort(formsAfter(zero, { ...told, recipient: numbered })), [
      ['original', null, null, 70_000, numbered],
    ]);
  });
});
