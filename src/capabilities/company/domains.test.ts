// A domain is a company's by proof: a file under it says so, in live mode always.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { standingClock } from '../../../tests/support/clock.ts';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { keepDomains } from './keep-domains.ts';

/** A site on this machine, whose file says what the test says. */
async function aSite() {
  let answer: { status?: number; headers?: Record<string, string>; text?: string } = { status: 404 };
  const asked: string[] = [];
  const server: Server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(answer.status ?? 200, answer.headers ?? {}).end(answer.text ?? '');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const domain = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    domain,
    asked,
    says: (what: typeof answer) => {
      answer = what;
    },
    close: () => server.close(),
  };
}

const sites = await Promise.all(Array.from({ length: 3 }, aSite));
const [site, second, elsewhere] = sites as [(typeof sites)[0], (typeof sites)[0], (typeof sites)[0]];

describe('a domain', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ works: false, clock, webhookDevHosts: sites.map(({ domain }) => domain) });
  after(() => {
    for (const one of sites) one.close();
  });
  const claim = (api: Client, ...domains: string[]) =>
    api.put('/companies/current', { domains: domains.map((domain) => ({ domain, appDomainType: 'agent' })) });
  const domainsOf = async (api: Client) =>
    (await api.get(`/companies/${api.realm.companyId}`)).body.data.domains.map(
      ({ domain }: { domain: string }) => domain,
    );
  const ownerOf = async (domain: string) =>
    (await house().call(undefined, 'GET', `/bootstrap?domain=${domain}`)).body.company?.id;
  function notProven({ status, body }: Answer, at = 0): string {
    assert.deepEqual([status, body.errorType, body.data?.path], [409, 'DomainNotProven', `domains[${at}].domain`]);
    return body.message;
  }
  /** Nobody has any of them, whatever the test before has left. */
  const free = async () => {
    for (const mode of ['live', 'test'] as const)
      await house().service.database.pools[mode].query('delete from company_domains');
    for (const one of sites) one.says({ status: 404 });
  };

  test('is claimed in live mode by a file under it, and in test mode without', async () => {
    await free();
    const { id, live, test: api } = await aCompany();
    const refused = await claim(live, site.domain);
    assert.match(notProven(refused), /answered 404/);
    assert.equal(refused.body.data.url, `http://${site.domain}/.well-known/tenor.txt`);
    assert.match(refused.body.data.expected, new RegExp(`the line ${id}$`));
    assert.deepEqual(await domainsOf(live), []);
    site.says({ text: `a comment\r\n ${id} \r\n` });
    assert.equal((await claim(live, site.domain)).status, 200);
    assert.equal(await ownerOf(site.domain), id);
    site.says({ status: 404 });
    assert.equal((await claim(live, site.domain)).status, 200, 'it has it already');
    const before = second.asked.length;
    assert.equal((await claim(api, second.domain)).status, 200);
    assert.equal(second.asked.length, before, 'nobody was asked');
  });

  test('is not claimed by the file of another company, a longer line, a redirect, or what hangs or is none', async () => {
    await free();
    const { id, live } = await aCompany();
    const other = await aCompany();
    elsewhere.says({ text: id });
    const wrong = [
      { text: other.id },
      { text: `${id}X` },
      { text: `company ${id}` },
      { text: `${'x'.repeat(20_000)}\n${id}` },
      { status: 302, headers: { location: `http://${elsewhere.domain}/.well-known/tenor.txt` }, text: id },
      { status: 500, text: id },
    ];
    for (const answer of wrong) {
      site.says(answer);
      notProven(await claim(live, site.domain));
    }
    assert.deepEqual(elsewhere.asked, [], 'a redirect is not followed');
    assert.match(notProven(await claim(live, 'pay.acme.example:99999')), /No host/);
    assert.match(notProven(await claim(live, '127.0.0.1')), /not on the public internet/);
    site.says({ text: id });
    notProven(await claim(live, site.domain, second.domain), 1);
    assert.deepEqual(await domainsOf(live), [], 'nothing was changed');
  });

  test('goes to whoever proves it, and leaves whoever no longer does', async () => {
    await free();
    const [first, next] = [await aCompany(), await aCompany()];
    site.says({ text: first.id });
    await claim(first.live, site.domain);
    notProven(await claim(next.live, site.domain));
    site.says({ text: `${first.id}\n${next.id}` });
    const both = await claim(next.live, site.domain);
    assert.deepEqual([both.status, both.body.errorType], [409, 'DomainTaken']);
    site.says({ text: next.id });
    assert.equal((await claim(next.live, site.domain)).status, 200);
    assert.deepEqual([await ownerOf(site.domain), await domainsOf(first.live)], [next.id, []]);
    await house().service.orderEvents('live');
    const told = (await first.live.get('/events?events=company.updated')).body.data;
    assert.deepEqual(told.at(-1).changed, ['domains']);
    notProven(await claim(first.live, site.domain));
  });

  test('that somebody names in test mode answers for nobody once it is proved, and is won by a proof', async () => {
    await free();
    const [squatter, owner] = [await aCompany(), await aCompany()];
    await claim(squatter.test, site.domain);
    assert.equal(await ownerOf(site.domain), squatter.id);
    notProven(await claim(owner.test, site.domain));
    site.says({ text: owner.id });
    assert.equal((await claim(owner.live, site.domain)).status, 200);
    assert.equal(await ownerOf(site.domain), owner.id);
    assert.equal((await claim(owner.test, site.domain)).status, 200);
    assert.deepEqual(await domainsOf(squatter.test), []);
    notProven(await claim(squatter.test, site.domain));
  });

  test('that says otherwise for a week is lost, and one that comes back in time is kept', async () => {
    await free();
    const { id, live } = await aCompany();
    for (const one of [site, second]) one.says({ text: id });
    await claim(live, site.domain, second.domain);
    const { database, position } = house().service;
    const settings = { webhookDevHosts: new Set(sites.map(({ domain }) => domain)) };
    const daily = keepDomains({ database, clock, position, settings });
    const nextDay = async () => {
      clock.moveOn(25 * 60 * 60);
      await daily.run('live');
    };
    for (const one of [site, second]) one.says({ status: 302, headers: { location: 'https://elsewhere.example/' } });
    for (let day = 0; day < 7; day += 1) await nextDay();
    assert.equal((await domainsOf(live)).length, 2);
    second.says({ text: id });
    await nextDay();
    assert.deepEqual(await domainsOf(live), [second.domain]);
    assert.equal(await ownerOf(site.domain), undefined);
    second.says({ status: 404 });
    for (let day = 0; day < 6; day += 1) await nextDay();
    assert.deepEqual(await domainsOf(live), [second.domain]);
    const asked = second.asked.length;
    await daily.run('live');
    assert.equal(second.asked.length, asked, 'once a day');
  });
});
