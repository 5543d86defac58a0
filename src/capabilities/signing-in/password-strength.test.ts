import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '#platform/clock.ts';
import { Refusal } from '#platform/errors.ts';
import { mustBeStrong } from './password-strength.ts';

const own = ['ada.lovelace@example.com', 'Augusta Ada'];

async function missing(password: string): Promise<string> {
  try {
    await mustBeStrong(password, own, 'newPassword');
    return '';
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.message;
  }
}

test('whatever takes many guesses is taken, of any composition', async () => {
  const strong = [
    'four words of my own',
    'mnbhtgyuklop',
    'X7#qd!vT2p',
    '東京都千代田区丸の内一丁目九番',
    'ada.lovelace keeps a secret garden',
    'x'.repeat(3) + 'jqzkvwpfmbn'.repeat(20),
  ];
  for (const password of strong) assert.equal(await missing(password), '', password);
});

test('what is missing is said', async () => {
  const weak: Record<string, RegExp> = {
    short: /8 signs; it has 5/,
    'Password1234!': /tried first/,
    passwordpassword: /repeats/,
    aaaaaaaaaaaaaa: /repeats a sign/,
    '12345678901234': /tried first|row/,
    qwertyuiopasdf: /tried first|row|pattern/,
    'ada.lovelace12': /own name/,
    'ada.lovelace@example.com1': /own name/,
    'AugustaAda!1': /own name|few guesses/,
    'lender2026!': /few guesses|own name|year/,
    iloveyou2024: /tried first/,
  };
  for (const [password, said] of Object.entries(weak)) assert.match(await missing(password), said, password);
});

test('a text made to cost much costs little', async () => {
  await missing('once, so that the lists are there');
  for (const text of ['pa5sw0rd', 'a1', 'p4$$w0rd', '1!|l0oO', 'l1'].map((part) => part.repeat(128).slice(0, 256))) {
    const before = processorMs();
    for (let i = 0; i < 5; i++) await missing(text);
    const tookMs = processorMs() - before;
    assert.ok(tookMs < 1_000, `${text.slice(0, 10)}: ${tookMs} ms of the processor for five`);
  }
});
