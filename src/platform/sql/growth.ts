// What makes values longer than what they are made of. No setting of the server bounds the memory of one value, and a few
// lines that join a value with itself again and again would make a gigabyte. Each step can at best double: so there may be
// few of them in a question, and none that does more.
type Node = Readonly<Record<string, unknown>>;

/** All the SQL that there may be, doubled so often, is 32 MB, and as a list of the longest numbers that it may have 700. */
export const growthMax = 10;

const isConstant = (node: Node): boolean =>
  'A_Const' in node || 'ParamRef' in node || ('TypeCast' in node && isConstant((node.TypeCast as Node).arg as Node));

const constantText = (node: Node | undefined): string | undefined =>
  ((node?.A_Const as Node | undefined)?.sval as { readonly sval?: string } | undefined)?.sval;

const constantNumber = (node: Node | undefined): string | undefined =>
  ((node?.A_Const as Node | undefined)?.fval as { readonly fval?: string } | undefined)?.fval;

/** Joined by it, each but the first part is a step. */
const joining = new Set(['concat', 'concat_ws', 'overlay']);
/** Each sign of a text becomes an element, and as a text again up to five signs: a comma, quotes, a backslash. */
const stepsOfList = 3;
/** It may put a sign before each sign. */
const escaping = new Set(['like_escape', 'similar_to_escape']);
const patternMax = 200;

/** What stands there as it is, is no longer than the SQL. What is read as something else, or given, may be. */
const partsOf = (nodes: unknown): number => {
  const parts = (nodes ?? []) as readonly Node[];
  if (parts.every((part) => 'A_Const' in part)) return 0;
  return parts.every(isConstant) ? doublings(parts.length) : parts.length;
};

const doublings = (copies: number): number => Math.ceil(Math.log2(Math.max(1, copies)));

/** The steps of a node; a sentence, where it may not stand at all. */
export function growthOf(kind: string, node: Node): number | string {
  if (kind === 'A_ArrayExpr') return partsOf(node.elements);
  if (kind === 'RowExpr') return partsOf(node.args);
  if (kind === 'SubLink') return node.subLinkType === 'ARRAY_SUBLINK' ? 'A list of a whole answer is not allowed.' : 0;
  if (kind === 'A_Expr') return textOf(node.name) === '||' ? 1 : 0;
  if (kind === 'A_Const') return hasLongNumbers({ A_Const: node }) ? longNumbers : 0;
  if (kind === 'TypeCast') return ofCast(node);
  return kind === 'FuncCall' ? ofFunction(textOf(node.funcname), (node.args ?? []) as readonly Node[]) : 0;
}

const textOf = (names: unknown): string =>
  String((((names ?? []) as readonly Node[]).at(-1)?.String as Node | undefined)?.sval ?? '');

function ofFunction(name: string, args: readonly Node[]): number | string {
  if (joining.has(name)) return Math.max(0, args.length - 1);
  if (name === 'string_to_array') return stepsOfList;
  if (escaping.has(name)) return args[0] !== undefined && isConstant(args[0]) ? 0 : 2;
  if (name === 'regexp_match') return ofGroups(constantText(args[1]));
  if (name.startsWith('percentile_')) return ofFractions(args[0]);
  if (name === 'translate') return isAscii(constantText(args[2])) ? 0 : 2;
  if (name === 'replace') {
    const [from, to] = [constantText(args[1]), constantText(args[2])];
    const isShorter = from !== undefined && to !== undefined && to.length <= from.length;
    return isShorter ? 0 : 'replace takes constant texts, the second no longer than the first.';
  }
  if (name === 'to_char' && args[1] !== undefined && !isShortConstant(args[1]))
    return `to_char takes a constant pattern of at most ${patternMax} signs.`;
  return 0;
}

const isShortConstant = (node: Node): boolean =>
  isConstant(node) && (constantText(withoutCasts(node))?.length ?? 0) <= patternMax;

const withoutCasts = (node: Node): Node =>
  'TypeCast' in node ? withoutCasts((node.TypeCast as Node).arg as Node) : node;

const fractionsMax = 16;

/** A list of fractions gives as many values as it has, and a text may be a list. */
function ofFractions(given: Node | undefined): number | string {
  const fractions = given === undefined ? {} : withoutCasts(given);
  if ('A_Const' in fractions && constantText(fractions) === undefined) return 0;
  const list = ((fractions.A_ArrayExpr as Node | undefined)?.elements ?? []) as readonly Node[];
  if (list.length > 0 && list.length <= fractionsMax && list.every(isConstant)) return doublings(list.length) + 1;
  return `A percentile takes a number, or a list of at most ${fractionsMax} numbers.`;
}

/** One sign becomes no longer one. */
const isAscii = (text: string | undefined): boolean => text !== undefined && Buffer.byteLength(text) === text.length;

/** Each group is a copy of what it has found, which may be all of the text. */
function ofGroups(pattern: string | undefined): number | string {
  if (pattern === undefined) return 'regexp_match takes a constant pattern.';
  return doublings(pattern.split('(').length) + 1;
}

const longNumbers = 'A number with an exponent of more than two digits is not allowed.';
/** A whole number, and no part of a name or of a UUID. */
const longNumber = /(?<![\w.-])[+-]?[\d.]+e[+-]?\d{3,}(?![\w-])/i;
/** The server passes over a backslash in a list, and from version 16 on over an underscore between digits. */
const isLong = (text: string): boolean => longNumber.test(text.replaceAll(/[\\_]/g, ''));

/** Eight signs such as 1e131071 are a number whose text has a hundred thousand, and a list may have thousands of these. */
const hasLongNumbers = (node: Node): boolean => {
  const number = constantNumber(node);
  return number === undefined ? listsLongNumbers(constantText(node) ?? '') : isLong(number);
};

/** A list or an object as a text: elsewhere the same signs are a name, such as that of a loan. */
export const listsLongNumbers = (text: string): boolean => /^\s*[[{]/.test(text) && isLong(text);

/** What only reading the rows shows may be a list of long numbers, too. */
function ofCast({ arg, typeName }: Node): number | string {
  const { names, arrayBounds } = typeName as Node;
  const name = textOf(names);
  const text = constantText(arg as Node);
  if (text !== undefined) return name === 'numeric' && isLong(text) ? longNumbers : 0;
  if (name !== 'jsonb' && arrayBounds === undefined) return 0;
  if (name !== 'jsonb' && name !== 'numeric') return 0;
  return `What is read as ${name === 'jsonb' ? 'jsonb' : 'a list of numbers'} is a constant text.`;
}

const signsMax = 1_000;

/** A text of a length is filled up with spaces, and a number with zeros. */
export function problemOfLength(name: string, { typmods, arrayBounds }: Node): string | undefined {
  const isFilled = name === 'bpchar' || name === 'char';
  if (typmods === undefined || (!isFilled && name !== 'numeric')) return undefined;
  if (arrayBounds !== undefined) return 'The elements of a list have no length of their own.';
  const lengths = typmods as readonly Node[];
  if (!isFilled || lengths.every((one) => lengthIn(one) <= signsMax)) return undefined;
  return `A text is filled up to at most ${signsMax} signs.`;
}

const lengthIn = (node: Node): number =>
  ((node.A_Const as Node | undefined)?.ival as { readonly ival?: number } | undefined)?.ival ?? 0;
