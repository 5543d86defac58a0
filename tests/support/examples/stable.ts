// Makes the answer of a company that was made a moment ago the same each time. What is drawn at random is known by its
// form and replaced by something of the same form; a value that comes twice in an answer has the same replacement.
import { createHash } from 'node:crypto';
import { idPrefixes } from '#platform/ids.ts';

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789';
const small = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Looks as if it were drawn, and is the same for the same seed. */
function letters(seed: string, alphabet: string, count: number): string {
  const bytes = createHash('sha512').update(seed).digest();
  return [...bytes.subarray(0, count)].map((byte) => alphabet[byte % alphabet.length]).join('');
}

const hash = (seed: string): Buffer => createHash('sha256').update(seed).digest();

interface Drawn {
  readonly form: RegExp;
  /** Values of one kind are counted together. */
  kindOf?(found: string): string;
  /** What stands for the nth value of its kind. */
  replaced(n: number, found: string): string;
}

const id: Drawn = {
  form: new RegExp(`(?<![A-Z0-9])(?:${Object.keys(idPrefixes).join('|')})-[A-Z1-9]{4}-[A-Z1-9]{4}(?![A-Z0-9])`, 'g'),
  kindOf: (found) => found.slice(0, 2),
  replaced(n, found) {
    const prefix = found.slice(0, 2);
    const text = letters(`${prefix} ${n}`, capitals, 8);
    return `${prefix}-${text.slice(0, 4)}-${text.slice(4)}`;
  },
};

const keyEnd = (n: number): string => letters(`key ${n}`, small, 40);

/** A quote that closes, also one in a text in JSON. */
const end = '(?=\\\\?")';
const field = (name: string): string => `(?<="${name}\\\\?":\\\\?")`;

const drawn: readonly Drawn[] = [
  id,
  // The id of a request, the mask of a number.
  { form: new RegExp(`(?<=")[a-z0-9]{20}${end}`, 'g'), replaced: (n) => letters(`token ${n}`, small, 20) },
  { form: new RegExp(`(?<="tenor_test_)\\w{40}${end}`, 'g'), replaced: keyEnd },
  // The secret of a token.
  { form: new RegExp(`(?<=_)[\\w-]{43}${end}`, 'g'), replaced: (n) => letters(`secret ${n}`, small, 43) },
  // A key that is signed, and names ids; also at the end of an address.
  {
    form: new RegExp(`(?<=["/])[\\w-]{60,}\\.[\\w-]{43}${end}`, 'g'),
    replaced: (n) => `${letters(`signed ${n}`, small, 64)}.${letters(`signature ${n}`, small, 43)}`,
  },
  // A code that is good once, in a message.
  { form: /\b\d{6}(?=\. It is good for)/g, replaced: () => '371613' },
  // When a campaign runs next: its hour and minute are drawn by its id.
  { form: new RegExp(`${field('nextRunAt')}[^"\\\\]+`, 'g'), replaced: () => '2026-07-07T10:53:00.000000+00:00' },
  // The end of a key, by which people know it again.
  { form: new RegExp(`${field('hint')}\\w{4}`, 'g'), replaced: (n) => keyEnd(n).slice(-4) },
  // The chain of the audit.
  { form: /(?<="number":\d+,"hash":")[0-9a-f]{64}/g, replaced: (n) => hash(`hash ${n}`).toString('hex') },
  {
    form: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g,
    replaced: (n) => `7c0d5e1a-93b4-4f26-8a17-${String(n).padStart(12, '0')}`,
  },
  { form: new RegExp(`(?<=")[A-Za-z0-9+/]{43}=${end}`, 'g'), replaced: (n) => hash(`secret ${n}`).toString('base64') },
  // Clients may ask for a user by a number.
  { form: /(?<="userId\\?":)\d+/g, replaced: (n) => String(1_411_689_684 + n) },
  // All versions of a type have its number, and a rule of the company is called by it.
  { form: /(?<="typeId\\?":|"OWN-)\d+/g, replaced: (n) => String(1_432_119_465 + n) },
  // How long something took is measured, whatever the clock says.
  { form: /(?<="ms\\?":)\d+/g, replaced: () => '12' },
];

export const stable = <T>(answer: T): T => JSON.parse(drawn.reduce(withStable, JSON.stringify(answer)));

function withStable(text: string, { form, kindOf = () => '', replaced }: Drawn): string {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  return text.replace(form, (found) => {
    const before = known.get(found);
    if (before !== undefined) return before;
    const n = (counts.get(kindOf(found)) ?? 0) + 1;
    counts.set(kindOf(found), n);
    const after = replaced(n, found);
    known.set(found, after);
    return after;
  });
}
