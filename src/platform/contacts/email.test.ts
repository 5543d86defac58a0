import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { emailKey, normalizeEmail } from './email.ts';

const accepted: readonly [text: string, email: string][] = [
  ['maria@example.com', 'maria@example.com'],
  ['  Maria.Lopez@Example.COM\n', 'Maria.Lopez@example.com'],
  ['maria+loan@mail.example.co.uk', 'maria+loan@mail.example.co.uk'],
  ["o'brien_#1@example.museum", "o'brien_#1@example.museum"],
  ['josé@bücher.example', 'josé@bücher.example'],
  ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ['a@1.example', 'a@1.example'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
];

for (const [text, email] of accepted) {
  test(`${JSON.stringify(text)} is kept as ${email}`, () => assert.deepEqual(normalizeEmail(text), { value: email }));
}

const label63 = 'd'.repeat(63);
const refused: readonly [text: string, why: string][] = [
  ['', 'nothing'],
  ['maria', 'no @'],
  ['maria@lopez@example.com', 'two @'],
  ['maria@example.com@example.org', 'two @'],
  ['@example.com', 'nobody'],
  ['maria@', 'nowhere'],
  ['maria@localhost', 'a domain without a dot'],
  ['maria@example..com', 'an empty label'],
  ['maria@.example.com', 'an empty label'],
  ['maria@example.com.', 'an empty label'],
  ['maria@-example.com', 'a label that begins with a dash'],
  ['maria@example-.com', 'a label that ends with a dash'],
  ['maria@exa_mple.com', 'an underscore in the domain'],
  ['maria@192.168.0.1', 'an IP address'],
  ['maria@[192.168.0.1]', 'an IP address'],
  ['maria lopez@example.com', 'a space'],
  ['maria@exam ple.com', 'a space'],
  ['maria\u0000@example.com', 'a control character'],
  ['maria\u200B@example.com', 'an invisible character'],
  ['maria\u00A0lopez@example.com', 'a space of another kind'],
  ['Maria <maria@example.com>', 'a display name'],
  ['maria@example.com, jose@example.com', 'two addresses'],
  ['"maria"@example.com', 'a quoted part'],
  ['maria..lopez@example.com', 'two dots'],
  ['.maria@example.com', 'a leading dot'],
  ['maria.@example.com', 'a trailing dot'],
  [`${'a'.repeat(65)}@example.com`, '65 characters before the @'],
  [`${'é'.repeat(33)}@example.com`, '66 octets before the @'],
  [`maria@d${label63}.com`, 'a label of 64 characters'],
  [`maria@${label63}.${label63}.${label63}.${label63}.com`, 'more than 254 characters'],
];

for (const [text, why] of refused) {
  test(`${JSON.stringify(text.slice(0, 40))} is refused: ${why}`, () => {
    const result = normalizeEmail(text);
    assert.ok('problem' in result);
    assert.ok(text === '' || !result.problem.includes(text), 'the sentence must not repeat the value');
  });
}

test('254 characters are the most', () => {
  const domain = `${label63}.${label63}.${label63}.com`;
  const local = 'a'.repeat(254 - 1 - domain.length);
  assert.deepEqual(normalizeEmail(`${local}@${domain}`), { value: `${local}@${domain}` });
  assert.ok('problem' in normalizeEmail(`${local}a@${domain}`));
});

test('the key has no case and does not depend on how accents are composed', () => {
  assert.equal(emailKey(' Maria@Example.com '), 'maria@example.com');
  assert.equal(emailKey('jose\u0301@example.com'), emailKey('JOS\u00C9@example.com'));
});

test('normalizing twice changes nothing, and neither it nor case changes the key', () => {
  const local = fc.string({ unit: fc.constantFrom(...'abcXYZ019.+_éÑ'), minLength: 1, maxLength: 20 });
  const domain = fc.string({ unit: fc.constantFrom(...'abXY09-.üÖ'), minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(local, domain, (local, domain) => {
      const result = normalizeEmail(`${local}@${domain}.com`);
      if ('problem' in result) return;
      assert.deepEqual(normalizeEmail(result.value), result);
      assert.equal(emailKey(result.value), emailKey(`${local}@${domain}.com`));
      assert.equal(emailKey(emailKey(result.value)), emailKey(result.value.toUpperCase()));
      assert.ok(result.value.startsWith(`${local}@`));
    }),
    { numRuns: 1000 },
  );
});

test('no text makes the check throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void normalizeEmail(`${text}@${text}.com`)));
});
