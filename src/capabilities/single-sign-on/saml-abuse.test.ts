// Responses of SAML that are made to cost much, or to bring about a failure of ours. Anybody may send one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SignedXml } from 'xml-crypto';
import { Refusal } from '#platform/errors.ts';
import { useHouse } from '../../../tests/support/house.ts';
import { providerKeys, strangerKeys } from '../../../tests/support/provider-keys.ts';
import { aUser } from '../../../tests/support/signed-in.ts';
import { behindHash, refusedFor, saml, withSaml } from '../../../tests/support/single-sign-on.ts';
import { addressesOf } from './connection.ts';
import { outlineOf } from './outline.ts';
import { received } from './saml.ts';
import { signedAssertion } from './signed-assertion.ts';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

const base64Of = (text: string): string => Buffer.from(text).toString('base64');

describe('a response of SAML', () => {
  const { house, aCompany } = useHouse({ works: false });
  async function withAda(rules: object = {}) {
    const { test: api } = await aCompany();
    await aUser(house(), api, { email: 'ada@acme.example', withPassword: false });
    return { api, sso: await withSaml(house(), api, rules) };
  }

  test('that is made to take long is refused before it is read, and keeps nobody from signing in', async () => {
    const { sso } = await withAda();
    behindHash(await sso.answered());
    const slow = await Promise.all(
      Array.from({ length: 8 }, async () => slowResponse((await sso.asked()).inResponseTo)),
    );
    const [honest, ...others] = await Promise.all([sso.answered(), ...slow.map((xml) => sso.post(xml))]);
    behindHash(honest);
    for (const answer of others) refusedFor(answer, 'unreadable');
    for (const xml of slow) assert.throws(() => received(base64Of(xml)), Refusal, 'it was read');
  });

  test('is not read where the provider has signed nothing in it, however much it says', async () => {
    const { api, sso } = await withAda();
    const long = { attributes: { groups: Array.from({ length: 1_000 }, (_, i) => `group ${i}`) } };
    const { provider, post, asked } = sso;
    const xml = await provider.xmlOf({ ...(await asked()), ...long }, { keys: strangerKeys });
    refusedFor(await post(xml), 'signature');
    // What is no XML would be refused for that, if anybody tried to read it.
    const addresses = addressesOf('https://tenor.example', api.realm);
    const read = (signatures: readonly string[]) =>
      signedAssertion(
        { realm: api.realm, actor: { type: 'provider', id: 'any' } },
        { settings: { provider: saml, addresses }, encoded: base64Of('no XML'), signatures },
      );
    const reasonIs = (reason: string) => (error: unknown) => error instanceof Refusal && error.data.reason === reason;
    await assert.rejects(read(outlineOf(xml).signatures), reasonIs('signature'));
    await assert.rejects(read([]), reasonIs('unreadable'));
    behindHash(await sso.answered(long));
  });

  test('that was signed by the provider and changed afterwards keeps nobody else waiting, and ends', async () => {
    const { sso } = await withAda();
    const { inResponseTo, cookie } = await sso.asked();
    const groups = Array.from({ length: 1_000 }, (_, i) => `group ${i}`);
    const xml = await sso.provider.xmlOf({ inResponseTo, attributes: { groups } });
    const other = sso.answered();
    refusedFor(await sso.post(xml.replace('group 7', 'group 8'), { cookie }), 'signature');
    behindHash(await other);
    behindHash(await sso.answered());
  });

  test('has fewer tags, attributes and namespaces than bounds, less depth, one signature for each thing', async () => {
    const { sso } = await withAda({ allowsProviderStart: true });
    const { xmlOf } = sso.provider;
    const within = (what: string) => (xml: string) => xml.replace('</samlp:Status>', `</samlp:Status>${what}`);
    const times = (count: number, what: (i: number) => string) =>
      Array.from({ length: count }, (_, i) => what(i)).join('');
    const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;
    // The provider signs each of them, so that only their form is wrong.
    const signed = (changed: (xml: string) => string) => xmlOf({ changed }, { what: 'response' });
    behindHash(await sso.post(await signed(within(nested(20)))));
    const refusedForms = {
      'deeper than any': within(nested(24)),
      'of many tags': within('<a/>'.repeat(1_250)),
      'with many attributes at a tag': within(`<a ${times(25, (i) => `b${i}=""`)}/>`),
      'with many attributes in all': within(times(250, () => `<a ${times(20, (i) => `b${i}=""`)}/>`)),
      'with many namespaces': within(times(3, (at) => `<a ${times(10, (i) => `xmlns:n${at}${i}="u"`)}/>`)),
      'with a long value': within(`<a b="${'x'.repeat(4_097)}"/>`),
      'with many transforms': within('<Transform/>'.repeat(5)),
      'with many references': within('<Reference/>'.repeat(3)),
      'with many signatures': within('<Signature/>'.repeat(3)),
      'with signatures in signatures': within('<Signature><Signature/></Signature>'),
    };
    for (const [how, changed] of Object.entries(refusedForms)) {
      const answer = await sso.post(await signed(changed));
      assert.equal(answer.body.data?.reason, 'unreadable', `${how}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  });

  test('is no plain XML: entities of its own, open tags, what follows the end, a name in another alphabet', async () => {
    const { sso } = await withAda({ allowsProviderStart: true });
    const xml = await sso.provider.xmlOf();
    const forms = [
      xml.replace('<samlp:Status>', '<samlp:Status a=b>'),
      xml.replace('<samlp:Status>', '<samlp:Status a="<b>">'),
      xml.replace('<samlp:Status>', '<samlp:Status a="b>'),
      xml.replace('</samlp:Response>', ''),
      `${xml}<samlp:Response/>`,
      xml.replace('>ada@acme.example<', '>ada@acme.example<?a b?><'),
      `text${xml}`,
      xml.replace('<samlp:Status>', '<s\u00e4mlp:Status>'),
      xml.replace('<samlp:Status>', '< samlp:Status>'),
      xml.replace('<samlp:Status>', '<samlp:Status\u00a0a="b">'),
      '<'.repeat(100_000),
      `<samlp:Response${' a'.repeat(60_000)}`,
      `<samlp:Response a=${'"'.repeat(100_000)}`,
      `<samlp:Response${' '.repeat(190_000)}`,
    ];
    for (const [i, text] of forms.entries()) {
      const answer = await sso.post(text);
      assert.equal(answer.body.data?.reason, 'unreadable', `${i}: ${JSON.stringify(answer.body)}`);
    }
    behindHash(await sso.post(xml));
  });

  test('may have a thousand groups, each with namespaces and a type of its own', async () => {
    const { sso } = await withAda();
    const groups = Array.from({ length: 1_000 }, (_, i) => `group ${i}`);
    const typed = (xml: string) =>
      xml.replaceAll(
        '<saml:AttributeValue>',
        '<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">',
      );
    behindHash(await sso.answered({ attributes: { groups }, changed: typed }));
  });

  test('is taken in both forms of canonical XML, with namespaces that stand outside of the signature', async () => {
    const { sso } = await withAda({ allowsProviderStart: true });
    for (const form of [exclusive, inclusive]) {
      const sign = new SignedXml({ privateKey: providerKeys.privateKey });
      sign.canonicalizationAlgorithm = form;
      sign.signatureAlgorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
      sign.addReference({
        xpath: "/*[local-name(.)='Response']",
        digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
        transforms: [enveloped, form],
      });
      const xml = await sso.provider.xmlOf({}, { what: 'nothing' });
      const afterIssuer = {
        reference: "/*[local-name(.)='Response']/*[local-name(.)='Issuer']",
        action: 'after' as const,
      };
      sign.computeSignature(xml, { prefix: 'ds', location: afterIssuer });
      behindHash(await sso.post(sign.getSignedXml()));
    }
  });

  test('is read by whichever of the certificates has signed it', async () => {
    const certificates = [strangerKeys.certificate, providerKeys.certificate];
    const { sso } = await withAda({ saml: { ...saml, certificates } });
    for (const keys of [strangerKeys, providerKeys]) {
      for (const what of ['assertion', 'response', 'both'] as const) behindHash(await sso.answered({}, { keys, what }));
    }
  });

  test('that never ends is refused, whatever year it says', async () => {
    const { sso } = await withAda();
    for (const until of ['9999-12-31T23:59:59Z', '+275760-09-12T00:00:00Z']) {
      const changed = (xml: string) =>
        xml.replace(/(<saml:SubjectConfirmationData) NotOnOrAfter="[^"]*"/, `$1 NotOnOrAfter="${until}"`);
      refusedFor(await sso.answered({ changed }), 'unreadable');
    }
  });
});

/** Its signature is wrong, which is known only after all of its namespaces were sorted, once for each element. */
function slowResponse(inResponseTo: string): string {
  const digital = 'http://www.w3.org/2000/09/xmldsig#';
  const transforms = [enveloped, exclusive].map((one) => `<Transform Algorithm="${one}"/>`).join('');
  const reference = `<Reference URI="#x"><Transforms>${transforms}</Transforms><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue>AAAA</DigestValue></Reference>`;
  const signature = `<Signature xmlns="${digital}"><SignedInfo><CanonicalizationMethod Algorithm="${exclusive}"/><SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>${reference}</SignedInfo><SignatureValue>AAAA</SignatureValue></Signature>`;
  const namespaces = Array.from({ length: 11_800 }, (_, i) => `xmlns:a${i.toString(36)}="b"`).join(' ');
  return `<Response ID="x" InResponseTo="${inResponseTo}" ${namespaces}>${signature}${'<a/>'.repeat(2_400)}</Response>`;
}
