// Responses of SAML that are made to cost much, or to bring about a failure of ours. Anybody may send one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useHouse } from '../../../tests/support/house.ts';
import { aUser } from '../../../tests/support/signed-in.ts';
import { behindHash, refusedFor, withSaml } from '../../../tests/support/single-sign-on.ts';

describe('a response of SAML', () => {
  const { house, aCompany } = useHouse({ works: false });
  async function withAda() {
    const { test: api } = await aCompany();
    await aUser(house(), api, { email: 'ada@acme.example', withPassword: false });
    return { api, sso: await withSaml(house(), api) };
  }

  test('that takes long to read keeps nobody waiting, and ends; the next one is read', async () => {
    const { api, sso } = await withAda();
    behindHash(await sso.answered());
    let isOver = false;
    const began = performance.now();
    const slow = sso.post(slowResponse()).finally(() => {
      isOver = true;
    });
    let longestMs = 0;
    while (!isOver) {
      const asked = performance.now();
      await house().call(undefined, 'GET', `/bootstrap?companyId=${api.realm.companyId}&appDomainType=agent`);
      longestMs = Math.max(longestMs, performance.now() - asked);
    }
    refusedFor(await slow, 'unreadable');
    const tookMs = performance.now() - began;
    // A quick machine is through with it well before the two seconds after which it is given up.
    assert.ok(tookMs > 500, `it was read for ${tookMs} ms only: it is no slow one any more`);
    assert.ok(longestMs < tookMs / 2, `another request took ${longestMs} of these ${tookMs} ms`);
    behindHash(await sso.answered());
  });

  test('that has more parts than any provider writes is not read', async () => {
    const { sso } = await withAda();
    const inResponseTo = await sso.provider.requestIn(await sso.begin());
    const groups = Array.from({ length: 1_000 }, (_, i) => `group ${i}`);
    const many = await sso.provider.xmlOf({ inResponseTo, attributes: { groups } });
    behindHash(await sso.post(many));
    const more = (xml: string) => xml.replace('</samlp:Response>', `${'<a/>'.repeat(2_500)}</samlp:Response>`);
    refusedFor(await sso.post(more(await sso.provider.xmlOf())), 'unreadable');
  });

  test('that never ends is refused, whatever year it says', async () => {
    const { sso } = await withAda();
    for (const until of ['9999-12-31T23:59:59Z', '+275760-09-12T00:00:00Z']) {
      const changed = (xml: string) =>
        xml.replace(/(<saml:SubjectConfirmationData) NotOnOrAfter="[^"]*"/, `$1 NotOnOrAfter="${until}"`);
      refusedFor(await sso.post(await sso.provider.xmlOf({ changed })), 'unreadable');
    }
  });
});

/** Its signature is wrong, which is known only after all of its namespaces were sorted, once for each element. */
function slowResponse(): string {
  const digital = 'http://www.w3.org/2000/09/xmldsig#';
  const transforms = [
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
  ];
  const reference = `<Reference URI="#x"><Transforms>${transforms.map((one) => `<Transform Algorithm="${one}"/>`).join('')}</Transforms><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue>AAAA</DigestValue></Reference>`;
  const signature = `<Signature xmlns="${digital}"><SignedInfo><CanonicalizationMethod Algorithm="${transforms[1]}"/><SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>${reference}</SignedInfo><SignatureValue>AAAA</SignatureValue></Signature>`;
  const namespaces = Array.from({ length: 11_800 }, (_, i) => `xmlns:a${i.toString(36)}="b"`).join(' ');
  return `<Response ID="x" ${namespaces}>${signature}${'<a/>'.repeat(2_400)}</Response>`;
}
