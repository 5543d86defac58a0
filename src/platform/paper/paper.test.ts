// Papers: what a stranger or a hostile name puts into them, what bounds them, and what programs find in the file.
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Holder } from '#platform/http/supply.ts';
import { coverOf, shippedCover } from './fonts.ts';
import { NoPaper } from './order.ts';
import { pdfOf, pdfOfStrangers } from './pdf-of.ts';
import { shown } from './shown.ts';

const template = new URL('./test/plain.typ', import.meta.url);
const plain = {
  title: 'A receipt',
  madeOn: '2026-03-04',
  names: ['Ana Núñez'],
  rows: [['3 March', 'Payment', '$10.00']],
};

const folder = mkdtempSync(join(tmpdir(), 'tenor-paper-'));
after(() => rmSync(folder, { recursive: true }));

const isThere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const without = ['pdfinfo', 'qpdf'].filter((program) => !isThere(program));
const skip = without.length > 0 && `NOT PROVED: ${without.join(', ')} missing (Debian: poppler-utils, qpdf)`;

function fileOf(pdf: Uint8Array): string {
  const path = join(folder, `${createHash('sha256').update(pdf).digest('hex')}.pdf`);
  writeFileSync(path, pdf);
  return path;
}
const run = (program: string, ...words: string[]): string => execFileSync(program, words, { encoding: 'utf8' });
const textOf = (pdf: Uint8Array): string => run('pdftotext', '-layout', fileOf(pdf), '-');

const hostile = [
  '#panic("no") $x$ @a *b* _c_ <l> `d` \\u{41} // e',
  '#import "@preview/cetz:0.3.0"',
  '= A heading\n- and a list',
  'Zo\u0308e N\u0303un\u0303ez',
  'z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307algo',
  'half \ud800 a sign',
  'nothing \u0000\u0007\ufeff\u200b\u2060 there',
  '\u202e.fdp.exe\u202c turned',
  'مرحبا שלום 42',
  '山田太郎 김민수',
  '👩‍👩‍👧‍👦 family 🏳️‍🌈',
  'Nguyễn Thị Hạnh, Ελένη, Дмитрий, प्रिया',
  '\u00ad\u034f\u180e\u061c soft',
  '\ue000 private \u{10ffff} last',
  'W'.repeat(180),
  '\t\ttabs\r\nand\u2028lines',
  '',
  ' ',
  '"}, {"title": "other"',
  "<script>alert('x')</script>&amp;",
  '../../../../etc/passwd',
];

describe('a paper', () => {
  test('has the text of its data, each with a tag, in the order of reading; the fonts are in it', {
    skip,
  }, async () => {
    const pdf = await pdfOf({ template, data: plain });
    const path = fileOf(pdf);
    assert.match(run('qpdf', '--check', path), /No syntax or stream encoding errors/);
    assert.match(
      run('pdftotext', path, '-'),
      /A receipt\s+Ana Núñez\s+Date\s+What\s+Amount\s+3 March\s+Payment\s+\$10.00\s+Page 1 of 1/,
    );
    assert.match(run('pdfinfo', path), /Title: +A receipt[\s\S]*Tagged: +yes[\s\S]*Encrypted: +no/);
    assert.match(run('pdfinfo', '-struct', path), /H1[\s\S]*P \(block\)[\s\S]*Table[\s\S]*TH[\s\S]*\/Scope \/Column/i);
    const fonts = run('pdffonts', path).trim().split('\n').slice(2);
    assert.equal(fonts.length, 2);
    for (const font of fonts) assert.match(font, /NotoSans-(Regular|Bold) .* yes yes yes/);
  });

  test('claims to be readable by voice (PDF/UA-1) and in thirty years (PDF/A-2a), and has what each of them asks for', {
    skip,
  }, async () => {
    const path = fileOf(await pdfOf({ template, data: { ...plain, title: 'A "receipt" & xmlns:pdfaid= <Ñ>' } }));
    const metadata = run('pdfinfo', '-meta', path);
    for (const claim of ['pdfuaid:part>1<', 'pdfaid:part>2<', 'pdfaid:conformance>A<', 'pdfaSchema:prefix>pdfuaid<']) {
      assert.equal(metadata.split(`<${claim}`).length, 2, claim);
    }
    assert.ok(metadata.includes('&lt;Ñ&gt;'));
    const objectAfter = (text: string, name: string): string => {
      const number = new RegExp(`/${name} (?:\\[ )?(\\d+) 0 R`).exec(text)?.[1];
      return run('qpdf', `--show-object=${number}`, path);
    };
    const catalog = objectAfter(run('qpdf', '--show-object=trailer', path), 'Root');
    assert.match(catalog, /\/DisplayDocTitle true/);
    const intent = objectAfter(catalog, 'OutputIntents');
    assert.match(intent, /\/S \/GTS_PDFA1/);
    assert.match(objectAfter(intent, 'DestOutputProfile'), /\/N 3/);
  });

  test('is refused where its template forgets what a reader by voice needs', async () => {
    const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>');
    const files = { 'a.svg': picture };
    const paper = (alt: string | null) => pdfOf({ template, data: { ...plain, picture: 'a.svg', alt }, files });
    await assert.rejects(paper(null), ({ why, message }: NoPaper) => why === 'unreadable' && /alt/.test(message));
    assert.ok(await paper('A circle'));
  });

  test('shows hostile names as text', { skip }, async () => {
    const data = { ...plain, names: hostile, rows: hostile.map((name) => [name, name, name]) };
    const pdf = await pdfOf({ template, data });
    assert.match(run('qpdf', '--check', fileOf(pdf)), /No syntax or stream encoding errors/);
    const text = textOf(pdf);
    for (const part of ['#panic("no") $x$ @a *b* _c_ <l>', '= A heading', 'Zöe Ñuñez', "alert('x')"]) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
  });

  test('has the same bytes in processes with other zones, languages and fonts', async () => {
    const script = fileURLToPath(new URL('./test/sum-of-paper.ts', import.meta.url));
    const zones = ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu'];
    const surroundings = zones.flatMap((TZ, i) => [
      { TZ, LANG: 'C', SOURCE_DATE_EPOCH: String(i * 1e8) },
      { TZ, LANG: 'tr_TR.UTF-8', HOME: folder, TYPST_FONT_PATHS: '/usr/share/fonts' },
    ]);
    const words = [script, template.href, JSON.stringify(plain)];
    const sums = await Promise.all(surroundings.map((env) => promisify(execFile)(process.execPath, words, { env })));
    const own = createHash('sha256')
      .update(await pdfOf({ template, data: plain }))
      .digest('hex');
    for (const { stdout } of sums) assert.equal(stdout.trim(), own);
  });

  test('is refused where its data are too long, by the name of what is too long', async () => {
    const refused = async (data: unknown, message: RegExp) => {
      await assert.rejects(pdfOf({ template, data }), (error) => {
        assert.ok(error instanceof NoPaper);
        assert.equal(error.why, 'tooLong');
        assert.match(error.message, message);
        return true;
      });
    };
    await refused({ ...plain, rows: Array.from({ length: 4_001 }, () => []) }, /`rows` has more than 4000 entries/);
    await refused({ ...plain, names: ['x', 'y'.repeat(20_001)] }, /`names\[1\]` has more than 20000 characters/);
    await refused(
      { ...plain, names: Array.from({ length: 100 }, () => 'y'.repeat(20_000)) },
      /more than 1000000 values/,
    );
    let deep: unknown = 'x';
    for (let i = 0; i < 3_000; i++) deep = [deep];
    await refused({ ...plain, deep }, /`deep.*` lies deeper than 12 levels/);
  });

  test('says where its template could not be set, and the next paper is set', async () => {
    await assert.rejects(pdfOf({ template, data: { ...plain, names: undefined } }), (error) => {
      assert.ok(error instanceof NoPaper);
      assert.equal(error.why, 'unreadable');
      assert.match(error.message, /names.*platform\/paper\/test\/plain\.typ/);
      return true;
    });
    assert.ok((await pdfOf({ template, data: plain })).length > 1_000);
  });
});

describe('a paper of strangers', () => {
  const holder = (companyId: string): Holder => ({
    actor: { type: 'key', id: `AK-${companyId}` },
    realm: { mode: 'test', companyId },
  });
  const who = holder('CP-1');

  test('is the same as of our own', async () => {
    const made = await Promise.all([pdfOf({ template, data: plain }), pdfOfStrangers({ template, data: plain }, who)]);
    assert.deepEqual(Buffer.from(made[0]), Buffer.from(made[1]));
  });

  test('is refused where a picture is none', async () => {
    for (const [picture, bytes] of Object.entries({
      'a.png': 'no picture',
      'a.jpg': '\xff\xd8\xff\xe0',
      'a.svg': '<svg',
    })) {
      const order = { template, data: { ...plain, picture }, files: { [picture]: Buffer.from(bytes, 'latin1') } };
      await assert.rejects(pdfOfStrangers(order, who), ({ why }: NoPaper) => why === 'unreadable');
    }
  });

  test('does not wait for all that another company has sent before', async () => {
    const made: string[] = [];
    const make = async (companyId: string) => {
      await pdfOfStrangers({ template, data: plain }, holder(companyId));
      made.push(companyId);
    };
    await Promise.all([make('CP-1'), make('CP-1'), make('CP-1'), make('CP-1'), make('CP-2')]);
    assert.ok(made.indexOf('CP-2') <= 2, made.join());
  });

  test('is stopped when it needs too much memory', async () => {
    await assert.rejects(
      pdfOfStrangers({ template, data: { ...plain, rounds: 100_000_000 } }, who),
      ({ why, message }: NoPaper) => why === 'tooMuch' && /600 MB/.test(message),
    );
  });
});

describe('the text of a paper', () => {
  test('is the same text where the font has its signs', () => {
    for (const name of ['Ana María Núñez-O’Brien', 'Nguyễn Thị Hạnh', 'Ελένη', 'Дмитрий', 'a\nb\tc', '€ – “x” … ½']) {
      assert.equal(shown(name), name.normalize('NFC'));
    }
  });

  test('has a sign of its own for what the font lacks, and nothing that is not seen', () => {
    assert.equal(shown('山a\u{1f600}'), '\ufffda\ufffd');
    assert.equal(shown('a\u0000\u200b\u202e\ufeff\rb'), 'ab');
    assert.equal(shown('\ud800'), '\ufffd');
    assert.equal(shown('e\u0323\u0301\u0302\u0303\u0304\u0305').length <= 4, true);
    assert.equal(
      shown('ab', (c) => c !== 0x62),
      'ab',
      'plain letters are in every font',
    );
    assert.equal(
      shown('é', () => false),
      '\ufffd',
    );
  });

  test('is held against the table of the font', () => {
    const covers = shippedCover();
    for (const sign of 'aZé€Ωжअ\ufffd\u200d') assert.ok(covers(sign.codePointAt(0)!), sign);
    for (const sign of '山ع가\u{1f600}\ue000') assert.ok(!covers(sign.codePointAt(0)!), sign);
    const bold = coverOf(readFileSync(new URL('./fonts/NotoSans-Bold.ttf', import.meta.url)));
    for (let c = 0; c < 0x20000; c++) assert.equal(bold(c), covers(c), c.toString(16));
  });
});
