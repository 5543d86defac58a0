// Makes blocks of the HTML that is taken. Its depth is bounded by then, so functions may call themselves.
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { type Block, type Cell, type Converted, type Inline, NotConvertible } from './blocks.ts';
import { isElement, notTakenIn } from './html-taken.ts';
import { pictureIn } from './pictures.ts';
import { lineBlocks } from './text-blocks.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

/** Errors: NotConvertible. */
export function blocksOfHtml(text: string): Converted {
  const document = parse(text, { sourceCodeLocationInfo: true });
  const notTaken = notTakenIn(document);
  const [first] = notTaken;
  if (first !== undefined) {
    throw new NotConvertible('notTaken', `Line ${first.line}: ${first.message}.`, notTaken);
  }
  const html = document.childNodes.filter(isElement).find(({ tagName }) => tagName === 'html');
  const [head, body] = ['head', 'body'].map((name) => html?.childNodes.filter(isElement).find(named(name)));
  const title = head?.childNodes.filter(isElement).find(named('title'));
  const files: Record<string, Uint8Array> = {};
  const blocks = blocksOf(body?.childNodes ?? [], { files, level: 0 });
  return {
    title: title === undefined ? '' : collapsed(textOf(title.childNodes)).trim(),
    language: attributeOf(html, 'lang')?.toLowerCase().startsWith('es') ? 'es' : 'en',
    blocks,
    files,
  };
}

const named =
  (name: string) =>
  ({ tagName }: Element): boolean =>
    tagName === name;

const attributeOf = (element: Element | undefined, name: string): string | undefined =>
  element?.attrs.find((one) => one.name === name)?.value;

/** What is gathered on the way. */
interface Gathering {
  readonly files: Record<string, Uint8Array>;
  /** The level of the last heading: the next one is at most one deeper, as readers by voice need it. */
  level: number;
}

const inlines = ['span', 'b', 'strong', 'i', 'em', 'u', 'small', 'a', 'br', 'img'];

/** Text between blocks is a paragraph. */
function blocksOf(nodes: readonly Node[], gathering: Gathering): Block[] {
  const blocks: Block[] = [];
  let parts: Inline[] = [];
  const endParagraph = () => {
    const trimmed = trimmedParts(parts);
    if (trimmed.length > 0) blocks.push({ is: 'paragraph', parts: trimmed });
    parts = [];
  };
  for (const node of nodes) {
    if (!isElement(node) || inlines.includes(node.tagName)) {
      parts.push(...inlineOf(node, gathering));
      continue;
    }
    endParagraph();
    blocks.push(...blocksOfElement(node, gathering));
  }
  endParagraph();
  return blocks;
}

function blocksOfElement(element: Element, gathering: Gathering): Block[] {
  const { tagName, childNodes } = element;
  const heading = /^h([1-6])$/.exec(tagName)?.[1];
  if (heading !== undefined) {
    const parts = trimmedParts(inlinesOf(childNodes, gathering));
    if (parts.length === 0) return [];
    gathering.level = Math.min(Number(heading), gathering.level + 1);
    return [{ is: 'heading', level: gathering.level, parts }];
  }
  switch (tagName) {
    case 'hr':
      return [{ is: 'rule' }];
    case 'pre':
      return lineBlocks(textOf(childNodes));
    case 'blockquote':
      return [{ is: 'quote', blocks: blocksOf(childNodes, gathering) }];
    case 'ul':
    case 'ol': {
      const items = childNodes.filter(isElement).map((item) => blocksOf(item.childNodes, gathering));
      return items.length === 0 ? [] : [{ is: 'list', isNumbered: tagName === 'ol', items }];
    }
    case 'table':
      return tableOf(element, gathering);
    default:
      return blocksOf(childNodes, gathering);
  }
}

function tableOf({ childNodes }: Element, gathering: Gathering): Block[] {
  const groups = childNodes.filter(isElement);
  const caption = groups.filter(named('caption')).flatMap((one) => blocksOf(one.childNodes, gathering));
  const rowsOf = (group: Element) => group.childNodes.filter(isElement).filter(named('tr'));
  const rows = groups
    .flatMap(rowsOf)
    .map((row) => row.childNodes.filter(isElement).map((one) => cellOf(one, gathering)));
  const head = groups.filter(named('thead')).flatMap(rowsOf).length;
  const columns = rows.reduce((most, row) => Math.max(most, widthOf(row)), 0);
  if (columns === 0) return caption;
  const filled = rows.map((row) => [...row, ...emptyCells(columns - widthOf(row))]);
  return [...caption, { is: 'table', columns, head: head > 0 ? head : leadingHeads(rows), rows: filled }];
}

const cellOf = (element: Element, gathering: Gathering): Cell => ({
  isHead: element.tagName === 'th',
  columns: Math.min(100, Math.max(1, Number(attributeOf(element, 'colspan') ?? 1))),
  blocks: blocksOf(element.childNodes, gathering),
});

const widthOf = (row: readonly Cell[]): number => row.reduce((sum, { columns }) => sum + columns, 0);

const emptyCells = (count: number): Cell[] =>
  Array.from({ length: count }, () => ({ isHead: false, columns: 1, blocks: [] }));

/** Without a head of its own, a first row of heads is one. */
const leadingHeads = ([first]: readonly (readonly Cell[])[]): number =>
  first !== undefined && first.length > 0 && first.every(({ isHead }) => isHead) ? 1 : 0;

const inlinesOf = (nodes: readonly Node[], gathering: Gathering): Inline[] =>
  nodes.flatMap((node) => inlineOf(node, gathering));

const wraps: Readonly<Record<string, 'strong' | 'emphasis' | 'underline'>> = {
  b: 'strong',
  strong: 'strong',
  i: 'emphasis',
  em: 'emphasis',
  u: 'underline',
};

function inlineOf(node: Node, gathering: Gathering): Inline[] {
  if (!isElement(node)) return 'value' in node ? [{ is: 'text', text: collapsed(node.value) }] : [];
  const { tagName, childNodes } = node;
  if (tagName === 'br') return [{ is: 'break' }];
  if (tagName === 'img') return pictureOf(node, gathering);
  const parts = inlinesOf(childNodes, gathering);
  const to = tagName === 'a' ? attributeOf(node, 'href') : undefined;
  if (to !== undefined) return parts.length === 0 ? [] : [{ is: 'link', to, parts }];
  const is = wraps[tagName];
  return is === undefined ? parts : [{ is, parts }];
}

const picturesMax = 20;

function pictureOf(element: Element, { files }: Gathering): Inline[] {
  const [, type = '', data = ''] =
    /^data:image\/(png|jpeg);base64,(.*)$/s.exec(attributeOf(element, 'src') ?? '') ?? [];
  if (data === '') return [];
  const count = Object.keys(files).length;
  if (count === picturesMax) throw new NotConvertible('tooLarge', `There are more than ${picturesMax} pictures.`);
  const picture = pictureIn(Buffer.from(data, 'base64'));
  const file = `${count + 1}.${type === 'png' ? 'png' : 'jpg'}`;
  files[file] = picture;
  return [{ is: 'picture', file, alt: attributeOf(element, 'alt')?.trim() || 'A picture without a description' }];
}

const textOf = (nodes: readonly Node[]): string =>
  nodes
    .map((node) =>
      isElement(node) ? (node.tagName === 'br' ? '\n' : textOf(node.childNodes)) : 'value' in node ? node.value : '',
    )
    .join('');

const collapsed = (text: string): string => text.replace(/[ \t\n\r\f]+/g, ' ');

/** Spaces at the ends are between blocks, and a paragraph of nothing but spaces is none. */
function trimmedParts(parts: readonly Inline[]): Inline[] {
  const isEmpty = (part: Inline | undefined) =>
    part?.is === 'break' || (part?.is === 'text' && part.text.trim() === '');
  const first = parts.findIndex((part) => !isEmpty(part));
  const last = parts.findLastIndex((part) => !isEmpty(part));
  return first === -1 ? [] : parts.slice(first, last + 1);
}
