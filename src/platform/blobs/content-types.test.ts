// Which type a content has: told by its bytes, however they are cut into parts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownTypes, lookAtContent } from './content-types.ts';

async function typeOf(content: Buffer, said: string, partLength: number): Promise<string> {
  const looked = lookAtContent(said, knownTypes);
  async function* parts() {
    for (let at = 0; at < content.length; at += partLength) yield content.subarray(at, at + partLength);
  }
  const handedOn: Buffer[] = [];
  for await (const part of looked.through(parts())) handedOn.push(part);
  assert.ok(Buffer.concat(handedOn).equals(content), 'the bytes go on as they came');
  return looked.type();
}

test('the type of a content does not depend on how its bytes are cut', async () => {
  for (const partLength of [1, 3, 15, 16, 17, 1_000]) {
    assert.equal(await typeOf(Buffer.from('%PDF-1.7 and what follows'), '', partLength), 'application/pdf');
    assert.equal(
      await typeOf(Buffer.from('€ is three bytes long, and ends here: €'), 'text/csv', partLength),
      'text/csv',
    );
    await assert.rejects(
      typeOf(Buffer.from('a text that ends within a letter \xe2\x82', 'latin1'), '', partLength),
      /UTF-8/,
    );
  }
});

test('an archive, a program, and a picture that is called something else are refused', async () => {
  for (const [content, said] of [
    ['PK\x03\x04 is an archive', ''],
    ['MZ\x90\x00 is a program', 'application/octet-stream'],
    ['\x89PNG\r\n\x1a\n is a picture', 'application/pdf'],
    ['\0\0\0\x18ftypisom is a film', 'image/heic'],
  ] as const) {
    await assert.rejects(typeOf(Buffer.from(content, 'latin1'), said, 8), content);
  }
});
