// Conditions: what is refused when they are written, what they come to, and that they come to an end.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Random, randomOf } from '../../../tests/support/fuzz/random.ts';
import { seed } from '../../../tests/support/seed.ts';
import { conditionProblems } from './check-condition.ts';
import { type ConditionItem, textOfItems } from './items.ts';
import { readCondition } from './language.ts';
import { type FieldType, factsOf, type NamedContext } from './named-context.ts';

const fields = {
  status: { type: 'string', words: ['initiated', 'processing', 'completed'] },
  outcome: { type: 'string' },
  filedDate: { type: 'date' },
  loans: { type: 'integer' },
  score: { type: 'number' },
  isJoint: { type: 'boolean' },
  sealedNote: { type: 'string', permission: 'note:read.sensitive' },
  'customFields.branch': { type: 'string' },
  'customFields.visits': { type: 'integer' },
} as const;
const context: NamedContext = { name: 'case', permission: 'case:read', fields };
const permissions = new Set(['case:read', 'note:read.sensitive']);
const problemsOf = (text: string, has: ReadonlySet<string> = permissions) =>
  conditionProblems('conditionText', text, { contexts: [context], permissions: has });

describe('a condition that is written', () => {
  const refusedAs = (text: string, message: string, expected: string | RegExp) => {
    const [first] = problemsOf(text);
    assert.equal(first?.message, message, text);
    if (typeof expected === 'string') assert.equal(first?.expected, expected, text);
    else assert.match(first?.expected ?? '', expected, text);
  };

  test('is told the place, what is wrong there, and what was probably meant', () => {
    refusedAs('case.statsu == "completed"', 'character 1: case has no field "statsu"', 'did you mean case.status?');
    refusedAs('true && case.isJiont', 'character 1: "true" is no part of a condition', /fields, literals/);
    refusedAs('case.isJoint && loan.status == "x"', 'character 17: there is no "loan"', 'a field of case');
    refusedAs(
      'case.status == "complete"',
      'character 16: status is never "complete"',
      'completed, initiated, processing',
    );
    refusedAs('case.status in ["completed", "open"]', 'character 30: status is never "open"', /initiated, processing/);
    refusedAs('case.filedDate > "2026-1-5"', 'character 18: "2026-1-5" is no date', 'a date such as 2026-01-31');
    refusedAs('case.loans == "3"', 'character 1: no such overload: int == string', /1 for a whole number/);
    refusedAs('case.outcome', 'character 1: is a string', 'a comparison, which is true or false');
    refusedAs('case.isJoint &&', 'character 16: cannot be read here: Unexpected token: EOF', /comparisons joined/);
    refusedAs('case.outcome == null', 'character 17: null is not compared', /has\(…\)/);
    refusedAs('case.score > 1.5 == true', 'character 1: "case.score > 1.5" is no part of a condition', /fields/);
    refusedAs('case.customFields.brnch == "a"', 'character 1: case has no field "customFields.brnch"', /branch/);
    refusedAs('1 == 1', 'character 1: names no field', 'a condition over fields such as case.status');
  });

  test('names no field that its writer may not read', () => {
    const text = 'case.sealedNote.contains("ill")';
    assert.deepEqual(problemsOf(text), []);
    const [first] = problemsOf(text, new Set(['case:read']));
    assert.equal(first?.message, 'character 1: case.sealedNote needs the permission note:read.sensitive');
    assert.match(problemsOf('case.loans > 1', new Set())[0]?.message ?? '', /needs the permission case:read/);
  });

  test('is refused where it could take long, or reach what is not its context', () => {
    const hostile = [
      'case.outcome.matches("(a+)+$")',
      '[1, 2].exists(x, x == case.loans)',
      '[1].all(x, [1].all(y, [1].all(z, z == case.loans)))',
      'cel.bind(x, case.loans, x == 1)',
      'case.constructor == "a"',
      'case.__proto__ == "a"',
      'has(case.constructor)',
      'case.outcome.constructor == "a"',
      'constructor == "a"',
      'this.status == "a"',
      'case["status"] == "a"',
      'dyn(case.loans) == 1',
      'timestamp("2026-01-01T00:00:00Z") == case.filedDate',
      'size(case.outcome) > 3',
      '{"a": 1}.a == case.loans',
      'case.loans + 1 > 2',
      'case.isJoint ? true : false',
      'has(case)',
      'case == 1',
      `${'('.repeat(40)}case.isJoint${')'.repeat(40)}`,
      `${'!'.repeat(300)}case.isJoint`,
      Array.from({ length: 150 }, () => 'case.isJoint').join(' || '),
      `case.loans in [${Array.from({ length: 101 }, (_, i) => i).join(', ')}]`,
      `case.outcome == "${'x'.repeat(2_000)}"`,
      '',
      ' ',
    ];
    for (const text of hostile) {
      const [first] = problemsOf(text);
      assert.match(first?.message ?? '', /^character \d+: /, text.slice(0, 60));
      assert.ok(first?.expected, text.slice(0, 60));
    }
  });
});

describe('a list of comparisons', () => {
  const textOf = (...items: readonly ConditionItem[]) => textOfItems('onCondition', items, context);

  test('is the text that says the same', () => {
    const { text, problems } = textOf(
      { fieldName: 'status', operator: 'eq', value: 'completed', dataType: 'string' },
      { fieldName: 'score', operator: 'gte', value: 3 },
      { fieldName: 'branch', operator: 'ne', value: 'say "no"\n' },
      { fieldName: 'visits', operator: 'in', value: [1, '2'], dataType: 'integer' },
      { fieldName: 'filedDate', operator: 'lt', value: '2026-02-01', dataType: null },
      { fieldName: 'isJoint', operator: 'eq', value: false },
    );
    assert.deepEqual(problems, []);
    assert.equal(
      text,
      'case.status == "completed" && case.score >= 3.0 && case.customFields.branch != "say \\"no\\"\\n" && case.customFields.visits in [1, 2] && case.filedDate < "2026-02-01" && case.isJoint == false',
    );
    assert.deepEqual(problemsOf(text), []);
  });

  test('names each item that is wrong', () => {
    const { problems } = textOf(
      { fieldName: 'stats', operator: 'eq', value: 'completed' },
      { fieldName: 'loans', operator: 'eq', value: 1.5 },
      { fieldName: 'loans', operator: 'in', value: 1 },
      { fieldName: 'loans', operator: 'eq', value: 1, dataType: 'string' },
      { fieldName: 'outcome', operator: 'eq', value: null },
      { fieldName: 'filedDate', operator: 'eq', value: 'soon' },
      { fieldName: 'constructor', operator: 'eq', value: 'a' },
    );
    assert.deepEqual(
      problems.map(({ path }) => path),
      ['[0].fieldName', '[1].value', '[2].value', '[3].dataType', '[4].value', '[5].value', '[6].fieldName'].map(
        (place) => `onCondition${place}`,
      ),
    );
  });
});

// ---- random conditions, and what they come to by a naive evaluator ---------------------------------------------------

type Known = boolean | undefined;
type Values = Readonly<Record<string, string | number | boolean | undefined>>;
interface Drawn {
  readonly text: string;
  /** What it comes to: the law of three values, where undefined is "not known". */
  readonly naive: (values: Values) => Known;
}

const valuesOf: Readonly<Record<FieldType, readonly (string | number | boolean)[]>> = {
  string: ['', 'a', 'ab', 'b "c"', 'ünï'],
  date: ['2025-12-31', '2026-01-01', '2026-02-28'],
  integer: [-1, 0, 1, 2, 9_007_199_254_740_991],
  number: [-0.5, 0, 0.1, 1, 1e21],
  boolean: [true, false],
};
const drawn: Readonly<Record<string, FieldType>> = {
  outcome: 'string',
  filedDate: 'date',
  loans: 'integer',
  score: 'number',
  isJoint: 'boolean',
  'customFields.branch': 'string',
  'customFields.visits': 'integer',
};
const literal = (type: FieldType, value: string | number | boolean): string => {
  if (type === 'number') return /[.e]/.test(String(value)) ? String(value) : `${value}.0`;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
};
const signs = {
  '==': (a: never, b: never) => a === b,
  '!=': (a: never, b: never) => a !== b,
  '<': (a: never, b: never) => a < b,
  '<=': (a: never, b: never) => a <= b,
  '>': (a: never, b: never) => a > b,
  '>=': (a: never, b: never) => a >= b,
} as const;

type Sign = keyof typeof signs;
const equalities: readonly Sign[] = ['==', '!='];
const allSigns = Object.keys(signs) as readonly Sign[];

const oneOf = <T>(random: Random, list: readonly T[]): T => list[random.between(0, list.length - 1)] as T;

function aCondition(random: Random, depth: number): Drawn {
  const kind = depth === 0 ? random.between(0, 4) : random.between(0, 7);
  const path = oneOf(random, Object.keys(drawn));
  const type = drawn[path] as FieldType;
  const name = `case.${path}`;
  const known = (values: Values, compare: (value: never) => boolean): Known =>
    values[path] === undefined ? undefined : compare(values[path] as never);
  if (kind < 2) {
    const sign = oneOf(random, type === 'boolean' ? equalities : allSigns);
    const value = oneOf(random, valuesOf[type]);
    return {
      text: `${name} ${sign} ${literal(type, value)}`,
      naive: (values) => known(values, (one) => signs[sign](one, value as never)),
    };
  }
  if (kind === 2) return { text: `has(${name})`, naive: (values) => values[path] !== undefined };
  if (kind === 3) {
    const list = valuesOf[type].filter(() => random.between(0, 1) === 0);
    const some = list.length === 0 ? [oneOf(random, valuesOf[type])] : list;
    return {
      text: `${name} in [${some.map((one) => literal(type, one)).join(', ')}]`,
      naive: (values) => known(values, (one) => some.includes(one)),
    };
  }
  if (kind === 4) {
    const part = oneOf(random, ['a', 'b', '']);
    const verb = oneOf(random, ['contains', 'startsWith', 'endsWith'] as const);
    const naive = ({ outcome }: Values): Known => {
      if (typeof outcome !== 'string') return undefined;
      return verb === 'contains' ? outcome.includes(part) : outcome[verb](part);
    };
    return { text: `case.outcome.${verb}("${part}")`, naive };
  }
  const one = aCondition(random, depth - 1);
  if (kind === 5) {
    return { text: `!(${one.text})`, naive: (values) => opposite(one.naive(values)) };
  }
  const other = aCondition(random, depth - 1);
  const decides = kind === 6;
  return {
    text: `(${one.text} ${decides ? '||' : '&&'} ${other.text})`,
    naive: (values) => joined([one.naive(values), other.naive(values)], decides),
  };
}

const opposite = (known: Known): Known => (known === undefined ? undefined : !known);

/** One side that decides is enough; what is not known decides nothing. */
const joined = (sides: readonly Known[], decides: boolean): Known => {
  if (sides.includes(decides)) return decides;
  return sides.includes(undefined) ? undefined : !decides;
};

const someValues = (random: Random): Values =>
  Object.fromEntries(
    Object.entries(drawn).map(([path, type]) => [
      path,
      random.between(0, 2) === 0 ? undefined : oneOf(random, valuesOf[type]),
    ]),
  );

/** Notes each name that somebody asks of it. */
function watched<T extends object>(facts: T, asked: string[], part = ''): T {
  const note = (name: string | symbol) => void asked.push(`${part}${String(name)}`);
  return new Proxy(facts, {
    get(target, name) {
      note(name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'object' && value !== null ? watched(value, asked, `${part}${String(name)}.`) : value;
    },
    has(target, name) {
      note(name);
      return Reflect.has(target, name);
    },
  });
}

/** The issue asks for ten thousand; a whole run does more. */
const conditions = Number(process.env.TENOR_CONDITIONS ?? 10_000);

describe('10,000 random conditions', () => {
  test('are accepted, and come to what a naive evaluator says', () => {
    let unknown = 0;
    for (let number = 0; number < conditions; number++) {
      const random = randomOf(seed, number);
      const { text, naive } = aCondition(random, 1 + random.between(0, 3));
      assert.deepEqual(problemsOf(text), [], text);
      const values = someValues(random);
      const came = readCondition(text).evaluate({ case: factsOf(context, values) });
      assert.equal(came, naive(values), `${text} of ${JSON.stringify(values)}`);
      if (came === undefined) unknown += 1;
    }
    assert.ok(unknown > 100, 'what is not known was tried');
  });

  test('ask for nothing but the fields they name, and for each no oftener than it stands there', () => {
    for (let number = 0; number < 1_000; number++) {
      const random = randomOf(seed, number);
      const { text } = aCondition(random, 1 + random.between(0, 3));
      const { names, evaluate } = readCondition(text);
      const asked: string[] = [];
      const values = someValues(random);
      const facts = { case: watched(factsOf(context, values), asked) };
      evaluate(facts);
      const paths = new Set(names.flatMap(({ path }) => [path, path.split('.')[0] as string]));
      const strange = asked.filter((name) => !paths.has(name) && !/Symbol|constructor|toJSON|then$/.test(name));
      assert.deepEqual(strange, [], text);
      for (const path of Object.keys(drawn)) {
        const times = names.filter((one) => one.path === path).length;
        assert.ok(asked.filter((one) => one === path).length <= 3 * times, `${path} in ${text}`);
      }
    }
  });
});
