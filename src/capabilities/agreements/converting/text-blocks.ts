// Makes blocks of a plain text: its lines stay lines, and an empty line ends a paragraph.
import type { Block, Converted, Line } from './blocks.ts';

export const blocksOfText = (text: string): Converted => ({
  title: '',
  language: 'en',
  blocks: lineBlocks(text),
  files: {},
});

/** Several small ones: the typesetter takes long for a paragraph of many thousand lines. */
export const lineBlocks = (text: string): Block[] =>
  text
    .replace(/\r\n?|\f/g, '\n')
    .split(/\n(?:[ \t]*\n)+/)
    .filter((part) => part.trim() !== '')
    .map((part) => ({ is: 'lines', lines: part.split('\n').map(lineOf) }));

/** Spaces that were written are kept, where the typesetter would leave one. */
const lineOf = (text: string): Line => ({
  text: text.replace(/\t/g, '    ').replace(/^ +| +(?= )/g, (spaces) => '\u00a0'.repeat(spaces.length)),
  isLong: /\S{24}/.test(text),
});
