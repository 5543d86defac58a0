// The guides of the running service: each sample is run as it stands, in its order, and answers what the page shows.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCatalogue } from '#app/capabilities.ts';
import { guides, markdownOf, placeOf } from '#app/docs-page/guides.ts';
import { anchorOf } from '#app/docs-page/markdown.ts';
import { stopwatch } from '#platform/clock.ts';
import { useHouse } from './support/house.ts';
import { aReader, type Block, blocksOf, bodyOf, type Command, differsAt, type Reader } from './support/reader.ts';
import { commandLinesOf } from './support/with-database.ts';

/** A thousand loans take longer than a test of the gate may: TENOR_WHOLE_BOOK=1 takes all of them. */
const asManyAsTheGateHasTimeFor = (code: string): string =>
  process.env.TENOR_WHOLE_BOOK === undefined ? code.replace('seq 1000', 'seq 12') : code;

/** How long work in the background may take before what a page shows can be read. */
const patienceMs = process.env.TENOR_WHOLE_BOOK === undefined ? 120_000 : 300_000;

describe('the guides', () => {
  // Where the machine is busy a moved clock takes longer than a caller waits elsewhere.
  const { house, aCompany } = useHouse({ config: { syncTimeoutMs: 60_000 } });
  const place = mkdtempSync(join(tmpdir(), 'tenor-guides-'));
  after(() => rmSync(place, { recursive: true }));
  const tenor = commandLinesOf(house, place);
  let url: string;
  before(async () => {
    await house().app.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(house().app.server.address() as AddressInfo).port}`;
  });

  // The first company is the only one when its guide runs: the command line need not be told which.
  for (const { name } of [...guides].sort(
    (a, b) => Number(b.name === 'going-live') - Number(a.name === 'going-live'),
  )) {
    describe(`/docs/${name}`, () => {
      let reader: Reader;
      after(() => reader?.close());

      test('has samples that work one after the other, and answer what it shows', async () => {
        const text = await textOf(name);
        const blocks = blocksOf(name, text);
        const announced = [...text.matchAll(/^\*\*\d{3}\*\*/gm)].length;
        const needsNone = ['changelog', 'errors'].includes(name);
        assert.ok(needsNone || announced <= blocks.length, 'each status follows a sample');
        const { key } = (await aCompany()).test;
        reader = await aReader({ url, key, tenor, environment: { TENOR: url, KEY: key } });
        for (const block of blocks) await runAsShown(reader, block);
      });
    });
  }
});

const textOf = async (name: string): Promise<string> => {
  const guide = guides.find((one) => one.name === name);
  assert.ok(guide);
  return name === 'changelog' ? '' : (await markdownOf({ ...guide, more: () => '' })).trimEnd().concat('\n');
};

/** A read may come too early for what happens in the background: a reader would look again. */
async function runAsShown(reader: Reader, block: Block): Promise<void> {
  for (const waited = stopwatch(); ; await sleep(100)) {
    const { commands, code, said } = await reader.run(asManyAsTheGateHasTimeFor(block.code));
    const wrong = whatIsWrong(block, commands) ?? (code === 0 ? undefined : `it ended with ${code}`);
    if (wrong === undefined) return;
    const onlyReads = commands.every(
      ({ words }) => words[0] === 'curl' && !words.includes('-d') && !words.includes('-X'),
    );
    if (!onlyReads || waited() > patienceMs) assert.fail(`${block.at}: ${wrong}\n${block.code}\n${said}`);
  }
}

function whatIsWrong({ status, shown }: Block, commands: readonly Command[]): string | undefined {
  const last = commands.at(-1);
  for (const command of commands) {
    const isRight = command === last && status !== undefined ? command.status === status : command.status < 300;
    if (!isRight) return `${command.words.slice(0, 3).join(' ')} answered ${command.status}`;
  }
  if (shown === undefined) return undefined;
  const differs = last === undefined ? 'no call' : differsAt(shown, bodyOf(last.output));
  return differs === undefined ? undefined : `the answer differs from the page at ${differs}`;
}

describe('the pages of the guides', () => {
  const { house } = useHouse({ works: false });
  const page = (path: string) => house().call(undefined, 'GET', `http://tenor.test${path}`);

  test('stand in one list, as HTML, as Markdown and in /llms.txt', async () => {
    const [list, forPrograms] = [(await page('/docs/guides')).body, (await page('/llms.txt')).body];
    for (const { name, title } of guides) {
      const html = await page(`/docs/${name}`);
      assert.equal(html.status, 200);
      assert.equal(html.headers['content-type'], 'text/html; charset=utf-8');
      assert.ok(html.body.includes('<h1>') && !html.body.includes('undefined'), name);
      const markdown = await page(`/docs/${name}.md`);
      assert.equal(markdown.headers['content-type'], 'text/markdown; charset=utf-8');
      assert.match(markdown.body, /^# /);
      assert.ok(list.includes(`href="/docs/${name}"`) && forPrograms.includes(`[${title}](/docs/${name}.md)`), name);
    }
  });

  test('lead nowhere that is not there', async () => {
    const anchors = new Map<string, Set<string>>();
    for (const guide of guides) {
      const headings = [...(await markdownOf(guide)).matchAll(/^#{2,4} (.+)$/gm)].map(([, title]) =>
        anchorOf(title as string),
      );
      anchors.set(`/docs/${guide.name}`, new Set(headings));
    }
    for (const guide of guides.filter(({ name }) => name !== 'changelog')) {
      const text = (await markdownOf(guide)).replace(/^```[\s\S]*?^```/gm, '');
      for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        const place = placeOf(target as string);
        assert.ok(place, `${guide.name}: ${target}`);
        const [path, anchor] = place.split('#') as [string, string | undefined];
        if (anchor !== undefined) assert.ok(anchors.get(path)?.has(anchor), `${guide.name}: ${target}`);
        if (path.startsWith('/')) assert.equal((await page(path)).status, 200, `${guide.name}: ${target}`);
      }
    }
  });

  test('explain every error at the place that its answer names', async () => {
    const { body } = await page('/docs/errors');
    for (const kind of Object.values(errorCatalogue).flatMap((kinds) => Object.values(kinds))) {
      assert.ok(body.includes(`id="${kind.errorType}"`), kind.errorType);
    }
    const refused = await house().app.inject({ url: '/api/people' });
    assert.equal(refused.json().data.docs, '/docs/errors#Unauthorized');
  });

  test('are named where a newcomer arrives: on the API page and in the description', async () => {
    const [api, description] = [await page('/docs'), await page('/openapi.json')];
    assert.match(api.body, /href="\/docs\/first-calls"[\s\S]*href="\/docs\/guides"/);
    assert.match(description.body.info.description, /\(\/docs\/first-calls\)[\s\S]*\(\/docs\/guides\)/);
  });
});
