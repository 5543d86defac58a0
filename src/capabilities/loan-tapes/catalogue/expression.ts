// What a calculated column may consist of: a part of the Common Expression Language, as conditions have it, with arithmetic
// and choices. It names fields of the catalogue as `loan.…`; what is not listed here is refused, whatever the library knows.
import { type ASTNode, Environment, EvaluationError, ParseError } from '@marcbachmann/cel-js';
import { factsOf } from '#platform/conditions/named-context.ts';
import type { Problem } from '#platform/errors.ts';
import { nearestFirst, nearestNames } from '#platform/input/nearest.ts';
import { asNamed, type Catalogue, contextOfNames, fieldIn } from './catalogue.ts';
import type { Kind, Value } from './field.ts';

export const expressionLengthMax = 1_000;
const partsMax = 100;

const limits = {
  maxAstNodes: partsMax,
  maxDepth: 20,
  maxListElements: 50,
  maxMapEntries: 1,
  maxCallArguments: 2,
};

/** A column gives cents, a whole number, a number, a text, or true and false. */
export const columnTypes = ['money', 'integer', 'number', 'text', 'boolean'] as const;
export type ColumnType = (typeof columnTypes)[number];

/** What a column of each type is in a file. */
export const kindOfColumn: Readonly<Record<ColumnType, Kind>> = {
  money: 'money',
  integer: 'integer',
  number: 'rate',
  text: 'text',
  boolean: 'boolean',
};

const celOf: Readonly<Record<ColumnType, string>> = {
  money: 'int',
  integer: 'int',
  number: 'double',
  text: 'string',
  boolean: 'bool',
};
const celOfField = { string: 'string', date: 'string', integer: 'int', number: 'double', boolean: 'bool' } as const;

const untyped = new Environment({ unlistedVariablesAreDyn: true, limits });

const typed = new Map<string, Environment>();
function typedEnvironment({ context: { name, fields } }: Catalogue): Environment {
  const known = typed.get(name);
  if (known !== undefined) return known;
  const schema = Object.fromEntries(Object.entries(fields).map(([field, { type }]) => [field, celOfField[type]]));
  const made = new Environment({ limits }).registerVariable({ name, schema });
  typed.set(name, made);
  return made;
}

const binary = ['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '&&', '||'];

interface Wrong {
  readonly at: number;
  readonly message: string;
  readonly expected: string;
}

const allowed = ({ context }: Catalogue): string =>
  `${context.name}.… fields, literals, + - * / % == != < <= > >= && || !, a ? b : c, in [ … ] and has()`;

/** Notes the fields that it names. Errors: Wrong. */
function read(catalogue: Catalogue, node: ASTNode, names: Set<string>): void {
  const name = nameIn(catalogue, node);
  if (name !== undefined) names.add(name);
  else for (const part of partsOf(catalogue, node)) read(catalogue, part, names);
}

/** Errors: Wrong, for what no column has. */
function partsOf(catalogue: Catalogue, node: ASTNode): readonly ASTNode[] {
  if (node.op === 'value' && node.args !== null) return [];
  if (node.op === '!_' || node.op === '-_') return [node.args];
  if (node.op === 'in') {
    const [one, list] = node.args;
    if (list.op === 'list') return [one, ...list.args];
    throw wrong(list, 'is no list', 'a list of literals after in: ["one", "another"]');
  }
  if (node.op === '?:' || binary.includes(node.op)) return node.args as readonly ASTNode[];
  throw wrong(node, 'is no part of a column', allowed(catalogue));
}

const wrong = (node: ASTNode, message: string, expected: string): Wrong & Error =>
  Object.assign(new Error(message), { at: node.start, message: `"${textOf(node)}" ${message}`, expected });

const textOf = (node: ASTNode): string => node.input.slice(node.start, Math.min(node.end, node.start + 40));

/** Undefined: it names no field. Errors: Wrong, for a name that is none. */
function nameIn(catalogue: Catalogue, node: ASTNode): string | undefined {
  const { name: known } = catalogue.context;
  if (node.op === 'call' && node.args[0] === 'has' && node.args[1].length === 1) {
    const [asked] = node.args[1] as [ASTNode];
    return nameIn(catalogue, asked) ?? refuseName(known, asked);
  }
  if (node.op !== '.') return undefined;
  const [owner, name] = node.args;
  if (owner.op !== 'id' || owner.args !== known) return refuseName(known, node);
  if (fieldIn(catalogue, name) === undefined)
    throw wrong(node, 'is no field of the catalogue', meant(catalogue, name, `${known}.`));
  return name;
}

function refuseName(known: string, node: ASTNode): never {
  throw wrong(node, 'is no field', `${known}. and the name of a field`);
}

/** What may have been meant by a name that is none. */
export function meant({ names }: Pick<Catalogue, 'names'>, name: string, before = ''): string {
  const near = nearestNames(name, names).map((one) => `${before}${one}`);
  return near.length > 0 ? `did you mean ${near.join(' or ')}?` : nearestFirst(name, names);
}

interface Expression {
  readonly names: ReadonlySet<string>;
  /** Null where a field that it needs has no value, or where a number is divided by zero. */
  of(values: Readonly<Record<string, unknown>>): Value;
}

/** The text was checked when it was written. */
export function expressionOf(catalogue: Catalogue, text: string): Expression {
  const parsed = untyped.parse(text);
  const names = new Set<string>();
  read(catalogue, parsed.ast, names);
  const context = contextOfNames(catalogue, names);
  return {
    names,
    of(values) {
      const named = Object.fromEntries([...names].map((name) => [name, asNamed(catalogue, name, values[name])]));
      try {
        return plain(parsed({ [context.name]: factsOf(context, named) }));
      } catch (error) {
        if (error instanceof EvaluationError) return null;
        throw error;
      }
    },
  };
}

const plain = (value: unknown): Value => {
  if (typeof value === 'bigint') {
    if (!Number.isSafeInteger(Number(value))) throw new RangeError('The number is too large.');
    return Number(value);
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
};

/** What is wrong with the text of a column of a type. */
export function expressionProblems(
  catalogue: Catalogue,
  { path, text, type }: { readonly path: string; readonly text: string; readonly type: ColumnType },
): Problem[] {
  const problem = ({ at, message, expected }: Wrong): Problem[] => [
    { path, message: `character ${at + 1}: ${message}`, expected },
  ];
  try {
    const names = new Set<string>();
    read(catalogue, untyped.parse(text).ast, names);
  } catch (error) {
    if (error instanceof ParseError)
      return problem({
        at: error.range?.start ?? 0,
        message: `cannot be read here: ${error.summary}`,
        expected: allowed(catalogue),
      });
    if (error instanceof Error && 'at' in error) return problem(error as Error & Wrong);
    throw error;
  }
  const found = typedEnvironment(catalogue).check(text);
  if (!found.valid) {
    const expected = 'values of one type: "text", 1 for a whole number and for cents, 1.0 for a number, true or false';
    return problem({ at: found.error?.range?.start ?? 0, message: found.error?.summary ?? 'does not fit', expected });
  }
  if (found.type === celOf[type] || found.type === 'dyn') return [];
  return problem({
    at: 0,
    message: `gives ${found.type}`,
    expected: `${celOf[type]}, for a column of the type ${type}`,
  });
}
