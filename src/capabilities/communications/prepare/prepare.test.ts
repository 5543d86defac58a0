// Which way a message takes that has to come in writing: by email with the borrower's consent to that, else as a letter.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { whole } from '#app/capabilities.ts';
import { backgroundReads } from '#platform/http/background-reads.ts';
import { aCollectedBorrower, type CollectedBorrower } from '../../../../tests/support/collected-borrower.ts';
import { type Client, useHouse } from '../../../../tests/support/house.ts';
import { recordedDuring } from '../../../../tests/support/recorded-statements.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';
import { preparing } from '../index.ts';
import type { MessageAsked } from './asked.ts';

describe('a notice that the law wants in writing', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  const prepare = preparing(whole);
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-09-14T16:00:00Z');
  });

  async function waysOf({ personId, loanId }: CollectedBorrower, more: Partial<MessageAsked> = {}): Promise<string> {
    const { database, vault, clock } = house().service;
    const service = { name: 'tests', permissions: whole.permissions, timezone: 'America/New_York' };
    const context = { paymentAmount: '150.00', paymentDueDate: '2026-10-15', paymentMethod: 'card' };
    const asked = { personId, loanIds: [loanId], subject: 'autopayAmountChanged', channel: 'email', context } as const;
    const ctx = backgroundReads({ reader: database.reader(api.realm), vault, clock }, service);
    const [prepared] = await prepare(ctx, [{ ...asked, origin: 'notice', elseByMail: true, ...more }]);
    return prepared?.kind === 'ready' ? prepared.message.channel : String(prepared?.kind);
  }

  test('is a letter without the consent, and an email once its access was shown', async () => {
    const reader = await aCollectedBorrower(api, { byAgency: false });
    assert.equal(await waysOf(reader), 'mail');
    assert.equal(await waysOf(reader, { elseByMail: false }), 'email', 'whoever asks for an email alone gets one');
    const consent = { consentType: 'esign', channel: 'email', text: 'By email.' };
    const { id } = await api.made(`${reader.path}/consents`, consent);
    assert.equal(await waysOf(reader), 'mail', 'nobody has shown yet that the borrower can read it there');
    const shown = 'update consents set demonstrated_at = given_at where id = $1';
    await house().service.database.pools.test.query(shown, [id]);
    assert.equal(await waysOf(reader), 'email');
  });

  test('is a letter where there is no email, and nothing where there is no address either', async () => {
    const reader = await aCollectedBorrower(api, { byAgency: false });
    await api.delete(`${reader.path}/contacts/${reader.emailId}`);
    assert.equal(await waysOf(reader), 'mail');
    await api.delete(`${reader.path}/contacts/${reader.addressId}`);
    assert.equal(await waysOf(reader), 'noContact');
  });

  test('is made without the history of the borrower, which only the choice of its way asks for', async () => {
    const reader = await aCollectedBorrower(api, { byAgency: false });
    const readsHistory = async (elseByMail: boolean) =>
      (await recordedDuring(() => waysOf(reader, { elseByMail }))).some(({ text }) =>
        text.includes('from "interactions"'),
      );
    assert.equal(await readsHistory(false), false);
    assert.equal(await readsHistory(true), true);
  });
});
