// Contacts that took place, checked from a file without a database.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { inOneProcess } from '../../tests/support/one-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenor-compliance-'));
after(() => rmSync(folder, { recursive: true }));

const run = inOneProcess();
function check(content: unknown, ...words: readonly string[]) {
  const file = join(folder, 'borrowers.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return run(['compliance', 'check', file, ...words], { ...process.env, DATABASE_URL: 'nonsense', PORT: 'nonsense' });
}

/** Eight calls on eight mornings, of which the eighth is too many. */
const called = {
  person: { id: 'BO-1' },
  contacts: [
    { id: 'CT-1', contactType: 'phone', number: '+16145550100' },
    { id: 'CT-2', contactType: 'address', zip: '43215', state: 'OH' },
  ],
  loans: [{ id: 'LN-1', servicedBy: 'debtCollectionAgency' }],
  interactions: Array.from({ length: 8 }, (_, i) => ({
    id: `IN-${i + 1}`,
    channel: 'voice',
    theme: 'opsCollDebt',
    contactId: 'CT-1',
    at: `2026-10-05T1${i}:00:00-04:00`,
  })),
};

describe('tenor compliance check', () => {
  test('names each contact that the rules would have blocked, with the rule and when it would have been allowed', async () => {
    const { code, out, err } = await check({ borrowers: [called] });
    assert.equal(code, 1);
    assert.match(out, /1 borrower, 8 contacts, 1 blocked/);
    assert.match(out, /FED-FREQ-7IN7: 1/);
    assert.match(out, /IN-8 of BO-1 at 2026-10-05T21:00:00.*12 CFR 1006\.14.*Next allowed at 2026-10-12T12:00:00/);
    assert.match(err, /1 contact would have been blocked/);
  });

  test('says the same as JSON, and finds nothing where the rule is muted', async () => {
    const { out } = await check({ borrowers: [called] }, '--json');
    assert.deepEqual(JSON.parse(out).byRule, { 'FED-FREQ-7IN7': 1 });
    const { code } = await check({ borrowers: [called], muted: ['FED-FREQ-7IN7'] });
    assert.equal(code, 0);
  });

  test('asks rules of your own', async () => {
    const own = {
      id: 'OWN-1',
      citation: 'Policy 7',
      jurisdiction: 'federal',
      appliesTo: 'both',
      channels: ['voice'],
      kind: 'frequency',
      context: 'collection',
      severity: 'block',
      params: { max: 1, per: '1d', scope: 'borrower' },
      summary: 'One call a day.',
      confidence: 'verified',
      source: 'ours',
    };
    const { out } = await check({ borrowers: [called], rules: [own] }, '--json');
    assert.equal(JSON.parse(out).byRule['OWN-1'], 7);
    const { err } = await check({ borrowers: [], rules: [{ ...own, citation: '' }] });
    assert.match(err, /rules\[0\]\.citation .*must be a text/);
  });

  test('takes a file that begins with a mark of its encoding', async () => {
    assert.equal((await check(`\uFEFF${JSON.stringify({ borrowers: [] })}`)).code, 0);
  });

  test('names what is wrong in a file', async () => {
    for (const [content, says] of [
      ['{', /is not JSON/],
      ['\u001b[2J{', /is not JSON: [^\p{C}]*\n$/u],
      [{}, /borrowers is missing/],
      [
        { borrowers: [{ ...called, loans: [{ id: 'LN-1', servicedby: 'x' }] }] },
        /borrowers\[0\]\.loans\[0\]\.servicedby is not a known key/,
      ],
      [
        { borrowers: [{ ...called, interactions: [{ id: 'IN-1', channel: 'voice', at: 'today' }] }] },
        /interactions\[0\]\.at must be a moment/,
      ],
      [{ borrowers: [], muted: ['FED-NONE'] }, /FED-NONE/],
    ] as const) {
      const { code, err } = await check(content);
      assert.equal(code, 1);
      assert.match(err, says);
    }
  });
});
