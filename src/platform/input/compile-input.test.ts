import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import type { Problem } from '#platform/errors.ts';
import { Refusal } from '#platform/errors.ts';
import { compileInput, type Source } from './compile-input.ts';
import { parseForm } from './form.ts';
import { parseJson } from './json.ts';
import { parseQuery } from './query.ts';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Described,
  ExternalId,
  Id,
  Int,
  MetaData,
  Nullable,
  NullIsSaid,
  notSentIfEmpty,
  Rate,
  StringEnum,
  Text,
} from './schemas.ts';

const parsers: Record<Source, (text: string) => unknown> = {
  json: (text) => parseJson(Buffer.from(text)),
  form: parseForm,
  query: parseQuery,
};

const decode = (schema: TSchema, text: string, source: Source = 'json') =>
  compileInput(schema).decode(parsers[source](text), source);

function refusalOf(schema: TSchema, text: string, source: Source = 'json'): Refusal {
  try {
    decode(schema, text, source);
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error;
  }
  throw new Error(`was not refused: ${text}`);
}

const problemsOf = (schema: TSchema, text: string, source: Source = 'json') =>
  Object.fromEntries(
    (refusalOf(schema, text, source).data.errors as Problem[]).map(({ path, message }) => [path, message]),
  );

const field = (schema: TSchema) => Type.Object({ x: schema });

const person = Type.Object({
  externalId: Type.Optional(ExternalId({ max: 50 })),
  name: Type.Object({ firstName: Text({ min: 1, max: 5 }), lastName: Type.Optional(Nullable(Text({ max: 10 }))) }),
  dateOfBirth: Type.Optional(DateOnly),
  income: Type.Optional(Nullable(Amount)),
  isActive: Type.Optional(Bool),
  priority: Type.Optional(Int({ min: 1, max: 100 })),
  kind: Type.Optional(StringEnum(['consumer', 'business'])),
  identities: Type.Optional(Type.Array(Type.Object({ value: Text({ min: 1, max: 20 }) }), { maxItems: 3 })),
  metaData: Type.Optional(MetaData),
});

test('a good body comes out in our own types', () => {
  const text = `{"externalId":null,"name":{"firstName":"Ann","lastName":null},"dateOfBirth":"1980-02-29T00:00:00Z",
    "income":75.50,"isActive":false,"identities":[{"value":"1"}],"metaData":{"a":[1.00000000000000000001]}}`;
  const { value, ignored } = compileInput(person).decode(parseJson(Buffer.from(text)), 'json');
  const income: number | null | undefined = value.income;
  assert.equal(income, 7550);
  assert.equal(value.dateOfBirth, '1980-02-29');
  assert.deepEqual([value.name.lastName, value.externalId, value.isActive], [null, null, false]);
  assert.equal(JSON.stringify(value.metaData), '{"a":[1.00000000000000000001]}');
  assert.deepEqual(ignored, []);
});

test('JSON is never coerced, and every wrong place is named with what would be right', () => {
  const text = `{"externalId":"ext-1","name":{"firstName":"Annnnn","lastName":5},"dateOfBirth":"1980-02-30",
    "income":"a lot","isActive":"true","priority":1.5,"kind":"pirate","identities":[{"value":""},7,{}],"metaData":[]}`;
  assert.deepEqual(problemsOf(person, text), {
    dateOfBirth: 'must be a date such as 2026-01-31',
    income: 'must be an amount with at most two decimals, such as 12.50, or null',
    metaData: 'must be an object of names and values, or null, not a list',
    externalId: 'must be text of 1 to 50 characters that does not begin with ext-, or null',
    'name.firstName': 'must be text of 1 to 5 characters',
    'name.lastName': 'must be text of at most 10 characters, or null, not a number',
    isActive: 'must be true or false, not text',
    priority: 'must be a whole number from 1 to 100',
    kind: "must be one of consumer, business, not 'pirate'",
    'identities[0].value': 'must be text of 1 to 20 characters',
    'identities[1]': 'must be an object, not a number',
    'identities[2].value': 'is required',
  });
});

test('null is a value of its own: only a nullable field takes it', () => {
  assert.deepEqual(decode(field(Nullable(Amount)), '{"x":null}').value, { x: null });
  assert.deepEqual(problemsOf(field(Amount), '{"x":null}'), {
    x: 'must be an amount with at most two decimals, such as 12.50, not null',
  });
  assert.deepEqual(problemsOf(field(Type.Optional(Bool)), '{"x":null}'), { x: 'must be true or false, not null' });
});

test('a missing body is an empty object, and any other wrong one is named', () => {
  assert.deepEqual(decode(Type.Object({ x: Type.Optional(Bool) }), '').value, {});
  assert.deepEqual(problemsOf(field(Bool), ''), { x: 'is required' });
  assert.equal(refusalOf(field(Bool), '[]').message, 'the body must be an object, not a list');
  assert.equal(refusalOf(field(Bool), 'null').message, 'the body must be an object, not null');
  assert.equal(refusalOf(Type.Array(Bool), '').message, 'the body must be a list, not an object');
});

test('free text of the caller is never repeated in a message', () => {
  const secret = '123-45-6789';
  const schema = Type.Object({ a: Int({ min: 1, max: 2 }), b: Text({ max: 3 }), c: DateOnly, d: Amount, e: Bool });
  const body = JSON.stringify({ a: secret, b: secret, c: secret, d: secret, e: secret });
  assert.doesNotMatch(JSON.stringify(refusalOf(schema, body).data), /6789/);
  const form = `a=${secret}&b=${secret}&c=${secret}&d=${secret}&e=${secret}`;
  assert.doesNotMatch(JSON.stringify(refusalOf(schema, form, 'form').data), /6789/);
  assert.doesNotMatch(JSON.stringify(refusalOf(field(Text({ max: 3 })), `x=${secret}`, 'query').data), /6789/);
  assert.match(refusalOf(field(Int({ min: 1, max: 9 })), 'x=ten', 'query').message, /, not 'ten'$/);
});

test('text of forms is read by the type of the schema and never by its looks', () => {
  assert.deepEqual(decode(field(Text({ max: 9 })), 'x=0123', 'form').value, { x: '0123' });
  assert.deepEqual(decode(field(Int({ min: -9, max: 9 })), 'x=-07', 'form').value, { x: -7 });
  assert.deepEqual(decode(field(Type.Number()), 'x=0.50', 'form').value, { x: 0.5 });
  assert.deepEqual(decode(field(Type.Number()), 'x=-0', 'form').value, { x: 0 });
  assert.deepEqual(decode(field(Type.Unsafe({ type: ['integer', 'string'] })), 'x=7', 'form').value, { x: '7' });
  assert.deepEqual(decode(field(Bool), 'x=false', 'form').value, { x: false });
  assert.deepEqual(decode(field(Amount), 'x=12.5', 'form').value, { x: 1250 });
  for (const text of ['1.5', '', '0x10', ' 7', '1e1', 'Infinity', '12345678901234567890']) {
    assert.match(
      refusalOf(field(Int({ min: 0, max: 100 })), `x=${encodeURIComponent(text)}`, 'form').message,
      /whole number/,
    );
  }
  for (const text of ['1', 'yes', 'TRUE', '']) refusalOf(field(Bool), `x=${text}`, 'form');
});

test('an empty value is null where a field may be null and not empty', () => {
  for (const schema of [ExternalId({ max: 9 }), Nullable(Amount), Nullable(Bool), Nullable(DateOnly), MetaData]) {
    assert.deepEqual(decode(field(schema), 'x=', 'form').value, { x: null });
  }
  assert.deepEqual(decode(field(Nullable(Text({ max: 9 }))), 'x=', 'form').value, { x: '' });
  assert.deepEqual(decode(field(Nullable(Text({ min: 1, max: 9 }))), 'x=', 'form').value, { x: null });
});

test('an empty text in JSON is null too where a field is written as text and may be left out', () => {
  const choice = StringEnum(['consumer', 'business']);
  for (const schema of [choice, DateOnly, DateTime, Text({ min: 1, max: 9 }), Id('LN', 'loan')]) {
    assert.deepEqual(decode(field(Type.Optional(Nullable(schema))), '{"x":""}').value, { x: null });
    refusalOf(field(Nullable(schema)), '{"x":""}');
    refusalOf(field(schema), '{"x":""}');
    refusalOf(field(Type.Optional(schema)), '{"x":""}');
  }
  assert.deepEqual(decode(field(Nullable(Text({ max: 9 }))), '{"x":""}').value, { x: '' });
  const others = [Amount, Rate, Bool, Int({ min: 0, max: 9 }), Type.Array(choice), Type.Object({})];
  for (const schema of [...others.map((one) => Nullable(one)), ExternalId({ max: 9 }), MetaData]) {
    refusalOf(field(Type.Optional(schema)), '{"x":""}');
  }
  refusalOf(field(Type.Optional(Nullable(choice))), '{"x":"null"}');
  // Where null means all, or for ever, it is said.
  refusalOf(field(Type.Optional(NullIsSaid(Nullable(DateTime)))), '{"x":""}');
  assert.deepEqual(decode(field(Type.Optional(NullIsSaid(Nullable(DateTime)))), '{"x":null}').value, { x: null });
});

test('a list that is not sent if it is empty leaves the field out, and no other list does', () => {
  const days = Type.Array(Int({ min: 1, max: 9 }));
  const unsent = Type.Array(Int({ min: 1, max: 9 }), notSentIfEmpty);
  const marked = Type.Object({ x: Type.Optional(Nullable(unsent)) });
  assert.deepEqual(decode(marked, '{"x":[]}').value, {});
  assert.deepEqual(decode(marked, 'x=', 'form').value, { x: null });
  assert.deepEqual(decode(marked, '{"x":null}').value, { x: null });
  assert.deepEqual(decode(marked, '{"x":[3]}').value, { x: [3] });
  assert.deepEqual(problemsOf(field(unsent), '{"x":[]}'), { x: 'is required' });
  assert.deepEqual(decode(field(Nullable(days)), '{"x":[]}').value, { x: [] });
});

test('lists come from commas and doubled names in queries, from doubled names and positions in forms', () => {
  const list = field(Type.Array(Text({ min: 1, max: 9 })));
  assert.deepEqual(decode(list, 'x=a,b&x=c', 'query').value, { x: ['a', 'b', 'c'] });
  assert.deepEqual(decode(list, 'x=', 'query').value, { x: [] });
  assert.deepEqual(decode(list, 'x=a,b', 'form').value, { x: ['a,b'] });
  assert.deepEqual(decode(list, 'x=a&x=b', 'form').value, { x: ['a', 'b'] });
  assert.deepEqual(decode(list, 'x.0=a&x.1=b', 'form').value, { x: ['a', 'b'] });
  assert.deepEqual(decode(field(Type.Array(Int({ min: 1, max: 9 }))), 'x=1,2', 'query').value, { x: [1, 2] });
  assert.deepEqual(problemsOf(field(Text({ max: 9 })), 'x=a&x=b', 'query'), {
    x: 'must be text of at most 9 characters, not a list',
  });
});

test('in a form, a position below metadata is a name', () => {
  assert.deepEqual(decode(field(MetaData), 'x[0]=a&x[1]=b', 'form').value, { x: { '0': 'a', '1': 'b' } });
  assert.deepEqual(decode(field(Type.Record(Type.String(), Bool)), 'x[0]=true', 'form').value, { x: { '0': true } });
});

test('unknown fields are left out and named, except where anything is kept', () => {
  const text =
    '{"name":{"firstName":"Ann","nick name":1},"minPaymentCalcualtion":2,"identities":[{"value":"1","of":2}],"metaData":{"any":1}}';
  const { value, ignored } = decode(person, text);
  assert.deepEqual(value, { name: { firstName: 'Ann' }, identities: [{ value: '1' }], metaData: { any: 1 } });
  assert.deepEqual(ignored, ['name["nick name"]', 'minPaymentCalcualtion', 'identities[0].of']);
  const open = Type.Object({ a: Bool }, { additionalProperties: true });
  assert.deepEqual(decode(open, '{"a":true,"b":{"c":1}}'), { value: { a: true, b: { c: 1 } }, ignored: [] });
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));
  assert.equal(decode(Type.Object({}), JSON.stringify(fields(20))).ignored.at(-1), 'f19');
  assert.deepEqual(decode(Type.Object({}), JSON.stringify(fields(99))).ignored.slice(19), ['f19', '...']);
});

test('unknown fields of an object that is closed are refused by their names, beside what else is wrong', () => {
  const closed = Type.Object({ a: Type.Optional(Bool), b: Type.Optional(Bool) }, { additionalProperties: false });
  assert.deepEqual(problemsOf(closed, 'c=1&a=maybe', 'query'), {
    c: 'is not known here',
    a: "must be true or false, not 'maybe'",
  });
  const { data } = refusalOf(closed, '{"c":1}');
  assert.deepEqual([data.path, data.expected], ['c', 'one of a, b']);
});

test('metaData and metadata are one field, which may be sent once', () => {
  assert.deepEqual(decode(Type.Object({ metaData: MetaData }), '{"metadata":{"a":1}}').value, { metaData: { a: 1 } });
  assert.deepEqual(decode(Type.Object({ metadata: MetaData }), '{"metaData":{"a":1}}').value, { metadata: { a: 1 } });
  assert.deepEqual(problemsOf(Type.Object({ metaData: MetaData }), '{"metaData":{},"metadata":{}}'), {
    metadata: 'must be sent once: metaData and metadata are two spellings of one field',
  });
  const long = JSON.stringify({ metadata: { note: 'x'.repeat(501) } });
  const refusal = refusalOf(Type.Object({ metaData: MetaData }), long);
  assert.deepEqual([refusal.kind.errorType, refusal.data.path], ['InvalidMetaData', 'metadata.note']);
  const mixed = refusalOf(Type.Object({ metaData: MetaData, x: Bool }), long);
  assert.equal(mixed.kind.errorType, 'InvalidRequest');
});

test('dates and date-times come out in one form', () => {
  const at = field(DateTime);
  assert.deepEqual(decode(at, '{"x":"2026-01-31T10:00:00.1234567+01:00"}').value, {
    x: '2026-01-31T09:00:00.123456+00:00',
  });
  assert.deepEqual(decode(at, '{"x":"2026-01-31 09:30"}').value, { x: '2026-01-31T09:30:00.000000+00:00' });
  // When the plus of an offset is not escaped, it arrives as a space.
  assert.deepEqual(decode(at, 'x=2022-04-04T17:16:04.258646+00:00', 'query').value, {
    x: '2022-04-04T17:16:04.258646+00:00',
  });
  assert.deepEqual(problemsOf(at, '{"x":"2022-04-04T17:16:04 00:00"}'), {
    x: 'must be a date-time such as 2026-01-31T09:30:00Z',
  });
  assert.deepEqual(problemsOf(field(DateOnly), '{"x":20260131}'), {
    x: 'must be a date such as 2026-01-31, not a number',
  });
});

test('a number that a double cannot hold fits no field but an amount, a rate and metadata', () => {
  const exact = 'not a number with more digits than can be kept exactly';
  assert.deepEqual(problemsOf(field(Int({ min: 1, max: 9 })), '{"x":12345678901234567890}'), {
    x: `must be a whole number from 1 to 9, ${exact}`,
  });
  assert.deepEqual(problemsOf(field(Type.Number()), '{"x":1e400}'), { x: `must be a number, ${exact}` });
  for (const schema of [Text({ max: 99 }), Bool, Type.Object({}), Type.Array(Bool), Type.Record(Type.String(), Bool)]) {
    assert.match(refusalOf(field(schema), '{"x":1e400}').message, /not a number$/);
  }
  assert.equal(JSON.stringify(decode(field(Type.Unknown()), '{"x":[1e400]}').value), '{"x":[1e400]}');
  assert.deepEqual(decode(field(Amount), '{"x":12.50000000000000000000}').value, { x: 1250 });
});

test('the input is not changed, and an answer shares no list of problems with the next one', () => {
  const input = compileInput(person);
  const body = parseJson(Buffer.from('{"name":{"firstName":"Ann","x":1},"income":1,"metadata":{"a":1e400},"y":2}'));
  const before = structuredClone(body);
  input.decode(body, 'json');
  assert.deepEqual(structuredClone(body), before);
  assert.deepEqual(input.decode(body, 'json').ignored, ['name.x', 'y']);
});

test('at most twenty problems are told, at once, however long the list', () => {
  const long = compileInput(Type.Object({ x: Type.Array(Type.Object({ a: Bool })) }));
  let looks = 0;
  const looked = () => {
    looks++;
    return undefined;
  };
  const item = new Proxy({}, { get: looked, getOwnPropertyDescriptor: looked });
  assert.throws(
    () => long.decode({ x: Array(300_000).fill(item) }, 'json'),
    (error) => error instanceof Refusal && (error.data.errors as Problem[]).length === 20,
  );
  assert.ok(looks > 0 && looks < 1_000, `looked ${looks} times`);
  const amounts = refusalOf(field(Type.Array(Amount)), JSON.stringify({ x: Array(50).fill('x') }));
  assert.equal((amounts.data.errors as Problem[]).length, 20);
});

test('a schema that requests do not support throws when it is compiled', () => {
  const cases: [TSchema, RegExp][] = [
    [Type.Union([Text({ max: 1 }), Bool]), /union can only be Nullable/],
    [Type.Union([Type.Literal('a'), Type.Literal('b')]), /use StringEnum/],
    [Type.Intersect([Type.Object({}), Type.Object({})]), /'allOf' is not supported/],
    [Type.Tuple([Bool]), /schema\.x: /],
    [Type.Object({}, { additionalProperties: Bool }), /use Type\.Record/],
    [Type.Record(Type.Integer(), Bool), /Type\.String\(\) as its key/],
    [Type.Array(Bool, { uniqueItems: true }), /'uniqueItems' is not supported/],
    [Type.Object({}, { minProperties: 1 }), /'minProperties' is not supported/],
    [Type.Unsafe<number>({ type: 'number', 'x-tenor': 'amount', minimum: 0 }), /'minimum' is not supported/],
    [Type.Unsafe<number>({ type: 'number', 'x-tenor': 'toString' }), /no special value 'toString'/],
    [Type.BigInt(), /type bigint is not supported/],
    [Type.Ref('Other'), /'\$ref' is not supported/],
  ];
  for (const [schema, message] of cases) assert.throws(() => compileInput(field(schema)), message);
});

test('words of a field stay with it, and optional stays optional', () => {
  const schema = Type.Object({
    a: Described(Type.Optional(Amount), { description: 'Owed.', example: 1 }),
    b: Type.Optional(Described(Id('PE' as never, 'person'), { description: 'Whose.' })),
  });
  assert.deepEqual(decode(schema, '{}').value, {});
  const { a } = schema.properties as unknown as { a: Record<string, unknown> };
  assert.deepEqual([a.description, a.examples, a['x-tenor']], ['Owed.', [1], 'amount']);
  assert.equal(decode(schema, '{"a":1}').value && (Amount as unknown as { examples: unknown[] }).examples[0], 75.5);
});

test('a reference is an id or an external id of up to 259 characters', () => {
  const schema = field(Id('BO', 'person'));
  for (const id of ['BO-ABCD-1234', `ext-${'é'.repeat(255)}`])
    assert.deepEqual(decode(schema, JSON.stringify({ x: id })).value, { x: id });
  assert.match(refusalOf(schema, '{"x":""}').message, /must be the id of a person, or ext- and its external id/);
  refusalOf(schema, JSON.stringify({ x: 'x'.repeat(260) }));
});

test('rates are exact decimals', () => {
  assert.deepEqual(decode(field(Rate), '{"x":7.25e-2}').value, { x: '0.0725' });
  assert.deepEqual(decode(field(Rate), '{"x":"0.072500000000"}').value, { x: '0.0725' });
  assert.match(refusalOf(field(Rate), '{"x":0.0000000000001}').message, /with at most 12 decimals/);
});
