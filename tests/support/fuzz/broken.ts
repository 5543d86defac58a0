// Requests that callers send by mistake or on purpose: odd values for any field, and bodies broken in one place.
import type { Random } from './random.ts';

const raw = (source: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(source);

export const oddTexts: readonly [string, ...string[]] = [
  ...(['', ' ', '\0', 'a\0b', '\ud800', 'x\udfff', 'x'.repeat(10_000), 'y'.repeat(256), 'é'.repeat(255)] as const),
  ...[
    'e\u0301'.repeat(200),
    `Z${'\u0300\u0315\u0489'.repeat(60)}`,
    '\u202eabc\u202c',
    '\u200b',
    '\ufeffa',
    '😀'.repeat(70),
  ],
  ...['ﷺ'.repeat(20), 'İ', 'ß', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '$&', '$1', '%s%n'],
  ...[
    "' or 1=1 --",
    '"; drop table people; --',
    '\\',
    '%',
    '%00',
    '%zz',
    '%ff',
    '../../etc/passwd',
    '..\\..',
    '\r\nX-Odd: 1',
  ],
  ...['<script>alert(1)</script>', `\${jndi:ldap://x}`, '{{7*7}}', 'null', 'undefined', 'true', 'NaN', 'Infinity'],
  ...[
    '-0',
    '01',
    '0x10',
    '1e308',
    '1e-400',
    '12.345',
    '12,50',
    '٣',
    '９',
    'ext-',
    'ext-ext-',
    'ext-\0',
    `ext-${'z'.repeat(300)}`,
  ],
  ...[
    'LN-AAAA-AAAA',
    'BO-0000-0000',
    'ln-aaaa-aaaa',
    'XX-AAAA-AAAA',
    '2026-02-30',
    '2024-02-29',
    '0000-00-00',
    '0001-01-01',
  ],
  ...['9999-12-31', '+012026-01-01', '1900-01-01', '2499-12-31', '2026-01-31T25:00:00Z', '2099-12-31T23:59:60Z'],
  ...['9999-12-31T23:59:59.999999Z', '2026-01-31T00:00:00+99:99', '2098-12-31', '2099-01-01T00:00:00.000000001Z'],
];

const oddNumbers: readonly [unknown, ...unknown[]] = [
  ...([raw('-0'), 0, -1, 0.1 + 0.2, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 53 + 2, 2 ** 53 - 1, 1e21] as const),
  ...[0.005, 0.001, 12.345, -12.34, 1e-7, 0.01, -0.01, 99_999_999.99, 2_147_483_647, 2_147_483_648, 4_294_967_296],
  ...[
    '9223372036854775807',
    '9007199254740993',
    '1e400',
    '-1e999',
    '1E+2',
    '1.50',
    '10000000000.00',
    '123456789012345678901',
  ].map(raw),
  ...['0.10000000000000000555', '0.0000000000001', `0.${'1'.repeat(400)}`, `1${'0'.repeat(400)}`].map(raw),
];

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};

/** As a caller can write it: an own property with that name. */
const polluted = (): unknown => JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}');

const oddShapes: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => true,
  () => [],
  () => ({}),
  () => [null],
  () => [[]],
  () => ({ a: 1 }),
  () => nested(40),
  () => nested(300),
  polluted,
  (random) => Array.from({ length: random.between(100, 2_000) }, () => 1),
  () => Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`key${i}`, 'v'])),
];

function oddValue(random: Random): unknown {
  const draw = random.fraction();
  if (draw < 0.45) return random.pick(oddTexts);
  if (draw < 0.75) return random.pick(oddNumbers);
  return random.pick(oddShapes)?.(random);
}

const oddNames: readonly [string, ...string[]] = [
  'notAField',
  '',
  '__proto__',
  'constructor',
  'a.b',
  'a[0]',
  'k'.repeat(300),
  '\ud800',
  'ключ',
];

/** A copy broken in one place. */
export function broken(value: unknown, random: Random): unknown {
  const places = placesIn(value);
  const place = random.pick(places) ?? [];
  const draw = random.fraction();
  if (draw < 0.6) return changed(value, place, () => oddValue(random));
  if (draw < 0.68) return changed(value, place, () => null);
  if (draw < 0.78) return changed(value, place, undefined);
  if (draw < 0.84) return changed(value, place, (was) => [was, was]);
  if (draw < 0.88) return changed(value, place, (was) => JSON.stringify(was));
  const name = random.pick(oddNames);
  const holder = changed(value, place.slice(0, -1), (was) => {
    if (typeof was !== 'object' || was === null || Array.isArray(was)) return { [name]: was };
    return Object.fromEntries([...Object.entries(was), [name, oddValue(random)]]);
  });
  return holder;
}

type Place = readonly (string | number)[];
const placesMax = 200;

function placesIn(value: unknown, at: Place = [], found: Place[] = []): Place[] {
  if (found.length >= placesMax) return found;
  found.push(at);
  if (Array.isArray(value)) for (const [i, item] of value.entries()) placesIn(item, [...at, i], found);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) placesIn(item, [...at, name], found);
  }
  return found;
}

function changed(value: unknown, [first, ...rest]: Place, to: ((was: unknown) => unknown) | undefined): unknown {
  if (first === undefined) return to?.(value);
  const keep = (was: unknown): unknown[] => (rest.length === 0 && to === undefined ? [] : [changed(was, rest, to)]);
  if (Array.isArray(value)) return value.flatMap((item, i) => (i === first ? keep(item) : [item]));
  const entries = Object.entries(value as object);
  return Object.fromEntries(
    entries.flatMap(([name, item]) => (name === first ? keep(item).map((made) => [name, made]) : [[name, item]])),
  );
}

/** Text that was JSON before it was broken. */
export function brokenText(text: string, random: Random): string | Buffer {
  const at = random.between(0, text.length);
  const ways: readonly [() => string | Buffer, ...(() => string | Buffer)[]] = [
    () => text.slice(0, at),
    () =>
      `${text.slice(0, at)}${random.pick(['}', ']', ',', '"', '\\', '\0', '\u2028', '{', "'", '//'])}${text.slice(at)}`,
    () => `${text}${random.pick([text, '}', ' garbage', '\0', '\n\n', ' '])}`,
    () => `\ufeff${text}`,
    // The same name twice, one of them existing.
    () =>
      text.replace('{', `{${text.slice(1, at).match(/^"[^"\\]*":(?:[^,{}[\]"]+|"[^"\\]*")/)?.[0] ?? '"a":1,"a":2'},`),
    () => text.replaceAll('"', "'"),
    () => text.replace(/}$/, ',}'),
    () =>
      Buffer.concat([
        Buffer.from(text.slice(0, at)),
        Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
        Buffer.from(text.slice(at)),
      ]),
    () => Buffer.from(text, 'utf16le'),
    () => text.replace(/:\s*([^,{}[\]]+)/, ':NaN'),
    () => '['.repeat(random.between(1, 5_000)),
    () => '{"a":'.repeat(random.between(1, 5_000)),
    () => random.pick(['""', '1', 'null', 'true', '[]', '[{}]', '{}', ' ', '\n', '-', '"\\ud800"']),
  ];
  return random.pick(ways)();
}

/** A body of several megabytes, which a service has to bear. */
export function hugeText(random: Random): string {
  const length = random.between(900_000, 3_000_000);
  return random.pick([
    () => JSON.stringify({ a: 'x'.repeat(length) }),
    () => `[${'1,'.repeat(length / 2)}1]`,
    () => `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
    () => `{"a":${'9'.repeat(length / 3)}}`,
    () => '['.repeat(length),
  ])();
}

export const oddHeaders: readonly [[string, string], ...[string, string][]] = [
  ['idempotency-key', ''],
  ['idempotency-key', 'a'.repeat(255)],
  ['idempotency-key', 'a'.repeat(256)],
  ['idempotency-key', 'k'.repeat(5_000)],
  ['idempotency-key', 'caf\u00e9'],
  ['idempotency-key', "'; drop table idempotency; --"],
  ['api-version', ''],
  ['api-version', 'latest'],
  ['api-version', '__proto__'],
  ['api-version', '2018-01-01'],
  ['api-version', '9999-99-99'],
  ['accept', 'text/html'],
  ['accept', 'application/xml;q=0.9, */*;q=0'],
  ['accept', ''],
  ['accept-encoding', 'gzip, br'],
  ['content-encoding', 'gzip'],
  ['last-event-id', 'XX-AAAA-AAAA'],
  ['last-event-id', '\u00ff'.repeat(100)],
  ['x-forwarded-for', "127.0.0.1, ' or 1=1"],
  ['x-http-method-override', 'DELETE'],
  ['if-none-match', '*'],
  ['range', 'bytes=0-1'],
  ['cookie', 'a=b; __proto__=c'],
  ['authorization', 'Basic YTpi'],
  ['authorization', 'Bearer'],
  ['origin', 'https://elsewhere.invalid'],
];

export const oddContentTypes: readonly [string, ...string[]] = [
  ...([
    'application/json; charset=utf-8',
    'application/json;charset=utf-16',
    'APPLICATION/JSON',
    'text/plain',
  ] as const),
  ...[
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-ndjson',
    '',
    '/',
    'application/json, text/plain',
  ],
  ...['application/merge-patch+json', 'application/json; charset="', 'application/x-www-form-urlencoded; a=b', 'json'],
];

/** Parts of a path as they are sent, without a client that would normalise them. */
export const oddPathParts: readonly [string, ...string[]] = [
  ...([
    '%',
    '%0',
    '%zz',
    '%00',
    '%ff',
    '%c0%ae',
    '%ed%a0%80',
    '%2e%2e%2f',
    '..',
    '.',
    '',
    '%20',
    '%2F',
    '%3f',
    '%23',
  ] as const),
  ...[
    'ext-',
    'ext-%00',
    `ext-${'a'.repeat(255)}`,
    `ext-${'%F0%9F%98%80'.repeat(255)}`,
    'a'.repeat(4_000),
    '%F0%9F%98%80',
  ],
  ...[
    "'%20or%201=1--",
    '%22%3B--',
    '__proto__',
    'constructor',
    '*',
    ':personId',
    '{personId}',
    'current',
    'null',
    '-1',
    '0',
  ],
  ...[
    '%E2%80%AEabc',
    'e%CC%81',
    'LN-AAAA-AAAA',
    'ln-aaaa-aaaa',
    '%4C%4E-AAAA-AAAA',
    'a;b=c',
    'a%3Bb',
    '~',
    '$where',
    '%252e',
  ],
];

export const oddQueries: readonly [string, ...string[]] = [
  ...([
    '%zz=1',
    'a=%',
    'a=%ff',
    'limit=%00',
    '__proto__=1',
    'constructor[prototype]=1',
    '=1',
    '&&&',
    'a',
    'limit=1&limit=2',
  ] as const),
  ...[
    'limit[]=1',
    'limit[a]=1',
    'sortBy=,',
    'sortBy=-',
    'sortBy=[-createdAt]',
    'sortBy=__proto__',
    'sortBy=id,id,id,id,id,id',
  ],
  ...[
    'startingAfter=',
    'startingAfter=%00',
    'endingBefore=ext-',
    'total=',
    'limit=-0',
    'limit=1e1',
    'limit=0x5',
    'limit=+5',
    'limit= 5',
  ],
  ...['a=1&'.repeat(1_200), `a=${'x'.repeat(7_000)}`, 'sync=maybe', '?', '#', 'a=b=c', 'a+b=c', '%5f%5fproto%5f%5f=1'],
];
