// What a condition may consist of: a part of the Common Expression Language. It names fields, compares them with literals
// or with each other, and joins comparisons. What is not listed here is refused, whatever the library knows: regular
// expressions take time without end, and loops in loops nearly so. Each part is evaluated once at the most, so the bound
// of a condition is the number of its parts.
import { type ASTNode, Environment, EvaluationError, ParseError } from '@marcbachmann/cel-js';
import type { Facts } from './named-context.ts';

export const conditionLengthMax = 2_000;
const partsMax = 200;
const partShownMax = 40;
const itemsMax = 100;

const limits = {
  maxAstNodes: partsMax,
  maxDepth: 30,
  maxListElements: itemsMax,
  maxMapEntries: 1,
  maxCallArguments: 2,
};

/** Its types are those of the facts: they were compared with the fields when the condition was written. */
const untyped = new Environment({ unlistedVariablesAreDyn: true, limits });

type Literal = string | bigint | number | boolean;

/** A field that a condition names, and where. */
export interface Name {
  /** `case`. */
  readonly context: string;
  /** `customFields.branch`. */
  readonly path: string;
  /** The place in the text, from 0. */
  readonly at: number;
}

/** What a field is compared with. */
export interface Comparison {
  readonly name: Name;
  readonly literals: readonly { readonly value: Literal; readonly at: number }[];
}

/** Something that is wrong in the text, from 0. */
export class Misread extends Error {
  readonly at: number;
  readonly expected: string;

  constructor(at: number, message: string, expected: string) {
    super(message);
    this.at = at;
    this.expected = expected;
  }
}

export interface ReadCondition {
  readonly names: readonly Name[];
  readonly comparisons: readonly Comparison[];
  /** Undefined: something that is not known decides. */
  evaluate(facts: Facts): boolean | undefined;
}

/** Throws Misread, at the first place that is wrong. */
export function readCondition(text: string): ReadCondition {
  const tooLong = `at most ${conditionLengthMax} characters`;
  if (text.length > conditionLengthMax) throw new Misread(conditionLengthMax, 'is too long', tooLong);
  const parsed = parse(text);
  const found: Found = { names: [], comparisons: [] };
  readCombined(parsed.ast, found);
  const evaluate = (facts: Facts): boolean | undefined => {
    try {
      return parsed(facts) === true;
    } catch (error) {
      if (error instanceof EvaluationError) return undefined;
      throw error;
    }
  };
  return { ...found, evaluate };
}

function parse(text: string) {
  try {
    return untyped.parse(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const at = error.range?.start ?? 0;
    const isTooLarge = error.code === 'limit_exceeded';
    if (isTooLarge) throw new Misread(at, 'is too large', `at most ${partsMax} parts, and ${itemsMax} items of a list`);
    throw new Misread(at, `cannot be read here: ${error.summary}`, 'comparisons joined by && and ||');
  }
}

interface Found {
  readonly names: Name[];
  readonly comparisons: Comparison[];
}

const comparing = ['==', '!=', '<', '<=', '>', '>='];
const textTests = ['contains', 'startsWith', 'endsWith'];

/** What is true or false. */
function readCombined(node: ASTNode, found: Found): void {
  if (node.op === '&&' || node.op === '||') {
    for (const part of node.args) readCombined(part, found);
  } else if (node.op === '!_') {
    readCombined(node.args, found);
  } else if (comparing.includes(node.op)) {
    const [left, right] = node.args as readonly [ASTNode, ASTNode];
    readComparison(left, [right], found);
    readComparison(right, [left], found);
  } else if (node.op === 'in') {
    readComparison(node.args[0], itemsOf(node.args[1]), found);
  } else if (node.op === 'call' && node.args[0] === 'has' && node.args[1].length === 1) {
    found.names.push(nameOf(node.args[1][0] as ASTNode));
  } else if (node.op === 'rcall' && textTests.includes(node.args[0]) && node.args[2].length === 1) {
    readComparison(node.args[1], [], found);
    literalOf(node.args[2][0] as ASTNode);
  } else if (node.op === '.') {
    found.names.push(nameOf(node));
  } else {
    refuse(node);
  }
}

/** Each side of a comparison is a field or a literal; what a field is compared with is noted. */
function readComparison(side: ASTNode, others: readonly ASTNode[], found: Found): void {
  if (side.op !== '.') {
    literalOf(side);
    return;
  }
  const name = nameOf(side);
  found.names.push(name);
  const literals = others.filter(({ op }) => op !== '.').map((other) => ({ value: literalOf(other), at: other.start }));
  found.comparisons.push({ name, literals });
}

function itemsOf(list: ASTNode): readonly ASTNode[] {
  if (list.op === 'list') return list.args;
  throw new Misread(list.start, 'is no list', 'a list of literals after in: ["one", "another"]');
}

function literalOf(node: ASTNode): Literal {
  if (node.op === '-_' && node.args.op === 'value') {
    const value = literalOf(node.args);
    if (typeof value === 'bigint' || typeof value === 'number') return -value;
  }
  if (node.op === 'value') {
    const { args: value } = node;
    if (['string', 'bigint', 'number', 'boolean'].includes(typeof value)) return value as Literal;
    if (value === null)
      throw new Misread(node.start, 'null is not compared', 'has(…) asks whether a field has a value');
  }
  return refuse(node);
}

function nameOf(node: ASTNode): Name {
  const parts: string[] = [];
  let at = node;
  while (at.op === '.') {
    parts.unshift(at.args[1]);
    at = at.args[0];
  }
  if (at.op !== 'id' || parts.length === 0) return refuse(node);
  return { context: at.args, path: parts.join('.'), at: at.start };
}

function refuse(node: ASTNode): never {
  const part = node.input.slice(node.start, Math.min(node.end, node.start + partShownMax));
  const expected = 'fields, literals, == != < <= > >= in && || !, has(), contains(), startsWith() and endsWith()';
  throw new Misread(node.start, `"${part}" is no part of a condition`, expected);
}
