// What writes ACH files and what reads them were written apart: each is the proof of the other.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readFile } from '@tenor/ach/read/read-file.ts';
import { checkFile } from '@tenor/ach/write/check-file.ts';
import type { Entry } from '@tenor/ach/write/entry.ts';
import { filesOf } from '@tenor/ach/write/files.ts';
import { byPlace } from '@tenor/ach/write/place.ts';
import { day, setting, someEntries } from '@tenor/ach/write/test-entries.ts';
import fc from 'fast-check';

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text, 'latin1');
}

const filesWith = (entries: readonly Entry[], most: number | null): string[] => {
  const files: string[] = [];
  const limits = { ...setting.limits, entries: most };
  for (const { file, text } of filesOf({ ...setting, limits }, entries.toSorted(byPlace)))
    files[file] = (files[file] ?? '') + text;
  return files;
};

test('what the writer writes, the reader reads as an operator would', async () => {
  const onTime = someEntries.map((some) =>
    some.map((one) => ({ ...one, entryDate: day('2027-05-14'), sameDayMark: null })),
  );
  await fc.assert(
    fc.asyncProperty(onTime, fc.constantFrom(null, 3), async (entries, most) => {
      const read: unknown[] = [];
      for (const text of filesWith(entries, most)) {
        for await (const item of readFile(bytesOf(text), { asOperator: true })) {
          if (item.is !== 'entry') continue;
          const { individualId, amount, accountNumber, routingNumber, batch, addenda } = item.entry;
          const [first] = addenda;
          const said = first?.is === 'payment' ? first.text : null;
          read.push([individualId, amount, accountNumber, routingNumber, batch.secCode, batch.description, said]);
        }
      }
      const written = entries.map((one) => [
        ...[one.id, one.amountCents, one.accountNumber, one.routingNumber, one.sec, one.description, one.addenda],
      ]);
      assert.deepEqual(read.sort(), written.sort());
    }),
  );
});

test('the check finds no fault in what the reader takes as an operator', async () => {
  const sent = readFileSync('ach/read/samples/sent.ach', 'latin1');
  for await (const _ of readFile(bytesOf(sent), { asOperator: true }));
  const check = checkFile();
  check.take(sent);
  assert.deepEqual(check.end().findings.first, []);
});
