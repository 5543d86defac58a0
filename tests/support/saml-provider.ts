// A SAML identity provider as another library makes one. What it says can be changed in every part, before it signs.
import assert from 'node:assert/strict';
import * as samlify from 'samlify';
import type { Answer } from './house.ts';
import { type ProviderKeys, providerKeys } from './provider-keys.ts';

samlify.setSchemaValidator({ validate: async () => 'not looked at' });

export const entityId = 'https://login.provider.test/saml';
export const loginUrl = 'https://login.provider.test/saml/sign-in';

/** What the assertion says. */
export interface Saying {
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
  readonly destination: string;
  /** Empty: nobody had asked. */
  readonly inResponseTo: string;
  readonly assertionId: string;
  /** Both instants are given as seconds from now. */
  readonly notBefore: number;
  readonly notOnOrAfter: number;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** The whole response, changed before it is signed. */
  readonly changed: (xml: string) => string;
}

const sha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

interface Signs {
  readonly keys?: ProviderKeys;
  readonly algorithm?: string;
  readonly what?: 'assertion' | 'response' | 'both' | 'nothing';
}

const at = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();
let count = 0;

const attributesOf = (attributes: Saying['attributes']): string =>
  Object.entries(attributes)
    .map(([name, values]) => {
      const each = values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('');
      return `<saml:Attribute Name="${name}">${each}</saml:Attribute>`;
    })
    .join('');

/** An assertion as such providers write it. */
export function assertionOf(saying: Saying): string {
  const inResponseTo = saying.inResponseTo && ` InResponseTo="${saying.inResponseTo}"`;
  const times = `NotBefore="${at(saying.notBefore)}" NotOnOrAfter="${at(saying.notOnOrAfter)}"`;
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${saying.assertionId}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${saying.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${saying.nameIdFormat}">${saying.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(saying.notOnOrAfter)}" Recipient="${saying.recipient}"${inResponseTo}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions ${times}><saml:AudienceRestriction><saml:Audience>${saying.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="_s1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributesOf(saying.attributes)}</saml:AttributeStatement></saml:Assertion>`;
}

const responseOf = (saying: Saying): string => {
  const inResponseTo = saying.inResponseTo && ` InResponseTo="${saying.inResponseTo}"`;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r${saying.assertionId}" Version="2.0" IssueInstant="${at(0)}" Destination="${saying.destination}"${inResponseTo}><saml:Issuer>${saying.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertionOf(saying)}</samlp:Response>`;
};

/** The provider, for a service that it knows by its metadata. */
export function samlProvider(metadata: string) {
  const provider = (keys: ProviderKeys) =>
    samlify.IdentityProvider({
      entityID: entityId,
      privateKey: keys.privateKey,
      signingCert: keys.certificate,
      requestSignatureAlgorithm: sha256,
      isAssertionEncrypted: false,
      nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
      // It would complain without one.
      singleLogoutService: [{ Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: loginUrl }],
      singleSignOnService: [{ Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: loginUrl }],
    });
  const known = samlify.ServiceProvider({ metadata });
  const acs = known.entityMeta.getAssertionConsumerService('post') as string;
  const audience = known.entityMeta.getEntityID();

  const usual = (): Saying => ({
    nameId: 'ada@acme.example',
    nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    issuer: entityId,
    audience,
    recipient: acs,
    destination: acs,
    inResponseTo: '',
    assertionId: `_a${Date.now().toString(16)}${count++}`,
    notBefore: -5,
    notOnOrAfter: 300,
    attributes: {},
    changed: (xml) => xml,
  });

  /** The metadata ask for signed assertions; what is signed beyond or instead is chosen here. */
  async function xmlOf(
    saying: Partial<Saying> = {},
    { keys = providerKeys, what = 'assertion', algorithm = sha256 }: Signs = {},
  ) {
    const said = { ...usual(), ...saying };
    const xml = said.changed(responseOf(said));
    if (what === 'nothing') return xml;
    const config = {
      privateKey: keys.privateKey,
      signingCert: keys.certificate.replace(/-----[A-Z ]+-----|\s/g, ''),
      signatureAlgorithm: algorithm,
      isBase64Output: false,
    } as const;
    const issuerIn = (path: string) => ({ reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' as const });
    const response = "/*[local-name(.)='Response']";
    const assertion = `${response}/*[local-name(.)='Assertion']`;
    const signed = (text: string, path: string) =>
      samlify.SamlLib.constructSAMLSignature({
        ...config,
        rawSamlMessage: text,
        referenceTagXPath: path,
        signatureConfig: { prefix: 'ds', location: issuerIn(path) },
      });
    const inner = what === 'response' ? xml : signed(xml, assertion);
    return what === 'assertion' ? inner : signed(inner, response);
  }

  return {
    acs,
    audience,
    usual,
    xmlOf,
    /** Reads the request that our redirect carries: its id. */
    async requestIn({ headers }: Answer): Promise<string> {
      const url = new URL(headers.location as string);
      assert.equal(url.origin + url.pathname, loginUrl);
      const query = Object.fromEntries(url.searchParams);
      const { extract } = await provider(providerKeys).parseLoginRequest(known, 'redirect', { query });
      assert.equal(extract.issuer, audience);
      return (extract.request as { id: string }).id;
    },
    /** The response as the provider itself makes it from its template, for a request. */
    async answerTo(request: string, email: string): Promise<string> {
      const idp = provider(providerKeys);
      const info = { extract: { request: { id: request } } };
      const { context } = await idp.createLoginResponse(known, info, 'post', { email }, (template) => {
        const said = { ...usual(), inResponseTo: request, nameId: email };
        const [, statement] = /(<saml:AuthnStatement.*<\/saml:AuthnStatement>)/.exec(assertionOf(said)) ?? [];
        const filled = template.replace('{AuthnStatement}', statement as string).replace('{AttributeStatement}', '');
        const values = {
          ID: `_r${said.assertionId}`,
          AssertionID: said.assertionId,
          Issuer: entityId,
          IssueInstant: at(0),
          Destination: acs,
          SubjectRecipient: acs,
          AssertionConsumerServiceURL: acs,
          Audience: audience,
          EntityID: audience,
          StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
          NameID: email,
          NameIDFormat: said.nameIdFormat,
          InResponseTo: request,
          ConditionsNotBefore: at(-5),
          ConditionsNotOnOrAfter: at(300),
          SubjectConfirmationDataNotOnOrAfter: at(300),
        };
        return { id: values.ID, context: samlify.SamlLib.replaceTagsByValue(filled, values) };
      });
      return Buffer.from(context, 'base64').toString('utf8');
    },
  };
}

/** What a browser posts for the provider. */
export const postOf = (xml: string, relayState = ''): string =>
  new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState }).toString();
