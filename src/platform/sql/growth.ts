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

/** Joined by it, each but the first part is a step. */
const joining = new Set(['concat', 'concat_ws', 'overlay']);
/** Quotes and commas may double a text. */
const listing = new Set(['string_to_array', 'regexp_match']);

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
  return kind === 'FuncCall' ? ofFunction(textOf(node.funcname), (node.args ?? []) as readonly Node[]) : 0;
}

const textOf = (names: unknown): string =>
  String((((names ?? []) as readonly Node[]).at(-1)?.String as Node | undefined)?.sval ?? '');

function ofFunction(name: string, args: readonly Node[]): number | string {
  if (joining.has(name)) return Math.max(0, args.length - 1);
  if (listing.has(name)) return 1;
  if (name === 'replace') {
    const [from, to] = [constantText(args[1]), constantText(args[2])];
    const isShorter = from !== undefined && to !== undefined && to.length <= from.length;
    return isShorter ? 0 : 'replace takes constant texts, the second no longer than the first.';
  }
  if (name === 'to_char' && args[1] !== undefined && !isConstant(args[1])) return 'to_char takes a constant pattern.';
  return 0;
}
