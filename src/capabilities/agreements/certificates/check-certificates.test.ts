// The doctor tells of a certificate before it expires.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { certificateByHand } from '#app/cli-certificate.ts';
import { useInspected } from '../../../../tests/support/inspected.ts';
import { certificatesCheck } from './check-certificates.ts';

describe('the check of certificates', () => {
  const { house, aCompany, look, later } = useInspected();

  test('warns a month before, and says when nothing can be signed any more', async () => {
    const { test: api } = await aCompany();
    await certificateByHand(house().service, api.realm, { years: '1' });
    const found = async (days: number) =>
      (await look(certificatesCheck, later(days * 86_400))).map(({ level }) => level);
    assert.deepEqual(await found(0), ['ok']);
    assert.deepEqual(await found(340), ['warning']);
    assert.deepEqual(await found(366), ['error']);
  });
});
