// Which HTML is taken, and what it becomes.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NotConvertible } from './blocks.ts';
import { blocksOfHtml } from './html-blocks.ts';
import { pictureIn } from './pictures.ts';

const problemsIn = (html: string): string[] => {
  try {
    blocksOfHtml(html);
    return [];
  } catch (error) {
    if (!(error instanceof NotConvertible)) throw error;
    return error.problems.length === 0 ? [error.why] : error.problems.map(({ line, message }) => `${line} ${message}`);
  }
};

describe('HTML', () => {
  test('that acts, fetches or hides is refused by its line', () => {
    const html = [
      '<p>Fine</p>',
      '<p style="display:none">b</p>',
      '<p onclick="x()">c</p>',
      '<a href=" javascript:alert(1)">d</a><a href="JAVASCRIPT:alert(1)">e</a><a href="data:text/html,x">f</a>',
      '<img src="https://example.com/a.png"><img src="data:image/svg+xml;base64,AAAA">',
      '<iframe src="x"></iframe><form></form><object></object>',
    ].join('\n');
    assert.deepEqual(
      problemsIn(html).map((problem) => problem.split(' is ')[0]),
      [
        ...['2 style of <p>', '3 onclick of <p>', '4 href of <a>', '4 href of <a>', '4 href of <a>', '5 src of <img>'],
        ...['5 src of <img>', '6 <iframe>', '6 <form>', '6 <object>'],
      ],
    );
    for (const one of ['style', 'svg', 'math', 'template', 'noscript', 'base', 'link', 'textarea', 'constructor']) {
      assert.deepEqual(problemsIn(`<${one}></${one}>`), [`1 <${one}> is not taken`]);
    }
    for (const one of ['hidden', 'contenteditable', 'onload=x', '__proto__=x', 'xmlns=x', 'background=x']) {
      assert.equal(problemsIn(`<body ${one}>a`).length, 1, one);
    }
    assert.equal(problemsIn('<blink>'.repeat(50)).length, 12, 'what lies too deep ends the search there');
    assert.equal(problemsIn('<blink></blink>'.repeat(50)).length, 20, 'the first twenty are told');
  });

  test('of any depth is looked at, and refused below ten levels', () => {
    assert.deepEqual(problemsIn('<div>'.repeat(10)), []);
    for (const depth of [11, 3_000, 50_000]) {
      assert.deepEqual(problemsIn('<div>'.repeat(depth)), ['1 lies deeper than 10 levels']);
    }
  });

  test('becomes blocks: loose text is a paragraph, headings skip no level, rows have all their cells', () => {
    const html = `<title> A  title </title><h3>Top</h3><h6>Below</h6>loose <b>and
      bold</b><div><p>  within </p></div><p> </p><table><tr><td>1<tr><td colspan=2>2</table>`;
    const text = (words: string) => ({ is: 'text', text: words });
    const cell = (words: string, columns: number) => ({
      isHead: false,
      columns,
      blocks: words === '' ? [] : [{ is: 'paragraph', parts: [text(words)] }],
    });
    assert.deepEqual(blocksOfHtml(html), {
      title: 'A title',
      language: 'en',
      files: {},
      blocks: [
        { is: 'heading', level: 1, parts: [text('Top')] },
        { is: 'heading', level: 2, parts: [text('Below')] },
        { is: 'paragraph', parts: [text('loose '), { is: 'strong', parts: [text('and bold')] }] },
        { is: 'paragraph', parts: [text(' within ')] },
        { is: 'table', columns: 2, head: 0, rows: [[cell('1', 1), cell('', 1)], [cell('2', 2)]] },
      ],
    });
    assert.equal(blocksOfHtml('<html lang="es-MX">').language, 'es');
    assert.deepEqual(blocksOfHtml('').blocks, []);
  });

  test('may hold pictures, as large and as many as a paper bears', () => {
    const png = (width: number, height: number): Buffer => {
      const bytes = Buffer.alloc(40);
      Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13).copy(bytes);
      bytes.write('IHDR', 12);
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      return bytes;
    };
    const image = (bytes: Buffer) => `<img src="data:image/png;base64,${bytes.toString('base64')}">`;
    const { files, blocks } = blocksOfHtml(image(png(10, 10)));
    assert.deepEqual(Object.keys(files), ['1.png']);
    assert.deepEqual(blocks, [
      { is: 'paragraph', parts: [{ is: 'picture', file: '1.png', alt: 'A picture without a description' }] },
    ]);
    assert.deepEqual(problemsIn(image(png(10_000, 5_000))), ['tooLarge']);
    assert.deepEqual(problemsIn(image(png(10, 10)).repeat(21)), ['tooLarge']);
    assert.deepEqual(problemsIn(image(png(0, 10))), ['unreadable']);
    assert.deepEqual(problemsIn(image(Buffer.from('GIF89a'))), ['unreadable']);
    const frame = Buffer.of(0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 8, 8, 0xff, 0xff, 0xff, 0xff, 3);
    assert.throws(() => pictureIn(frame), /65535 × 65535/);
    for (const cut of [0, 3, 9, 12]) {
      assert.throws(() => pictureIn(frame.subarray(0, cut)), NotConvertible);
    }
  });
});
