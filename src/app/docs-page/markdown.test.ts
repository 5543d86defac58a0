import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlOf } from './markdown.ts';

const places: Readonly<Record<string, string>> = { 'errors.md': '/docs/errors' };
const drawn = (markdown: string) => htmlOf(markdown, (target) => places[target]);

test('a text becomes headings with places, paragraphs, lists and tables', () => {
  assert.match(drawn('# A page'), /^<h1>A page<\/h1>$/);
  assert.match(
    drawn('## Read an error'),
    /^<h2 id="read-an-error">Read an error <a class="anchor" href="#read-an-error"/,
  );
  assert.match(drawn('### `NotFound`'), /^<h3 id="NotFound"><code>NotFound<\/code>/);
  assert.match(drawn('## 2. Board a loan'), /^<h2 id="board-a-loan"><span class="step">2<\/span>Board a loan/);
  assert.equal(drawn('Two\nlines.\n\nAnother.'), '<p>Two lines.</p>\n<p>Another.</p>');
  assert.equal(drawn('**201** Made.'), '<p class="answer"><b>201</b> Made.</p>');
  assert.equal(drawn('- one\n  goes on\n- two'), '<ul>\n<li>one   goes on</li>\n<li>two</li>\n</ul>');
  assert.equal(drawn('Words:\n- one'), '<p>Words:</p>\n<ul>\n<li>one</li>\n</ul>');
  assert.equal(drawn('1. one\n2. two'), '<ol>\n<li>one</li>\n<li>two</li>\n</ol>');
  const table = drawn('| A | |\n|---|---|\n| 1 | `x` |');
  assert.match(
    table,
    /<th scope="col">A<\/th><th scope="col"><\/th>[\s\S]*<tr><td>1<\/td><td><code>x<\/code><\/td><\/tr>/,
  );
});

test('what is code stays as it is, and no text becomes HTML', () => {
  assert.match(
    drawn('```sh\nls <a> **b**\n\n# c\n```\nAfter.'),
    /<code>ls &#60;a&#62; \*\*b\*\*\n\n# c<\/code><\/pre><\/div>\n<p>After\.<\/p>/,
  );
  assert.equal(drawn('`**a** <b>` and <script>'), '<p><code>**a** &#60;b&#62;</code> and &#60;script&#62;</p>');
});

test('a link leads to a place of the service; without one its words stand alone', () => {
  assert.equal(drawn('[Errors](errors.md), [code](src/a.ts)'), '<p><a href="/docs/errors">Errors</a>, code</p>');
  assert.equal(
    htmlOf('[x](/a"b)', (target) => target),
    '<p><a href="/a&#34;b">x</a></p>',
  );
});
