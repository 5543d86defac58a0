// What makes values longer than what they are made of. No setting of the server bounds the memory of one value, and a few
// lines that join a value with itself again and again would make a gigabyte. Each step can at best double: so there may be
// few of them in a question, and none that does more.
type Node = Readonly<Record<string, unknown>>;

/** A text of all the SQL that there may be, doubled so often, is 32 MB. */
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

const partsOf = (nodes: unknown): number => {
  const parts = (nodes ?? []) as readonly Node[];
  return parts.every(isConstant) ? 0 : parts.length;
};

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

const isShortConstant = (node: Node): boolean => isConstant(node) && (constantText(node)?.length ?? 0) <= patternMax;

/** One sign becomes no longer one. */
const isAscii = (text: string | undefined): boolean => text !== undefined && Buffer.byteLength(text) === text.length;

/** Each group is a copy of what it has found, which may be all of the text. */
function ofGroups(pattern: string | undefined): number | string {
  if (pattern === undefined) return 'regexp_match takes a constant pattern.';
  return Math.ceil(Math.log2(pattern.split('(').length)) + 1;
}

const longNumbers = 'A number with an exponent of more than three digits is not allowed.';

/** Eight signs such as 1e131071 are a number whose text has a hundred thousand, and a list may have thousands of these. */
const hasLongNumbers = (node: Node): boolean => {
  const number = constantNumber(node);
  return number === undefined ? listsLongNumbers(constantText(node) ?? '') : /e[+-]?\d{4}/i.test(number);
};

/** A list or an object as a text: elsewhere the same signs are a name, such as that of a loan. */
export const listsLongNumbers = (text: string): boolean => /^\s*[[{]/.test(text) && /\de[+-]?\d{4}/i.test(text);

/** What only reading the rows shows may be a list of long numbers, too. */
function ofCast({ arg, typeName }: Node): number | string {
  const { names, arrayBounds } = typeName as Node;
  const name = textOf(names);
  if (constantText(arg as Node) !== undefined || (name !== 'jsonb' && arrayBounds === undefined)) return 0;
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
