import { createHmac } from 'node:crypto';
import { SAML, ValidateInResponseTo } from '/work/wt/p/node_modules/@node-saml/node-saml/lib/index.js';
import { providerKeys } from '/work/wt/p/tests/support/provider-keys.ts';
import { instantOfMicros, addSeconds } from '/work/wt/p/engine/values/instant.ts';
let t=performance.now(); for (let i=0;i<6000;i++) createHmac('sha256','k'.repeat(32)).update('x'.repeat(80)).digest(); console.log('6000 hmac', performance.now()-t);
for (const text of ['9999-12-31T23:59:59Z','+275760-09-12T00:00:00Z','-000100-01-01T00:00:00Z']) { try { console.log(text, addSeconds(instantOfMicros(BigInt(Date.parse(text))*1000n),120)); } catch (e) { console.log(text, String(e)); } }
const lib = new SAML({ issuer:'i', callbackUrl:'http://x/cb', entryPoint:'https://x/', idpCert:[providerKeys.certificate], wantAuthnResponseSigned:false, wantAssertionsSigned:false, acceptedClockSkewMs:-1, audience:false, validateInResponseTo: ValidateInResponseTo.never } as never);
const max = Number(process.argv[2]);
const sig = '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo/></Signature>';
const docs: Record<string,string> = {
  flat: `<Response>${'<a/>'.repeat(max/4)}</Response>`,
  deep: `<Response>${'<a>'.repeat(max/7)}${'</a>'.repeat(max/7)}</Response>`,
  attrs: `<Response ${Array.from({length: max/14|0},(_,i)=>`a${i}="b"`).join(' ')}></Response>`,
  assertions: `<Response>${'<Assertion ID="x"/>'.repeat(max/19)}</Response>`,
  sigs: `<Response ID="x">${sig.repeat(max/sig.length)}</Response>`,
  pi: `<?x ${'<Response '.repeat(max/10)}?><Response/>`,
  attrlt: `<Response a="${'<Response '.repeat(max/10)}"/>`,
  assertionWithSigs: `<Response><Assertion ID="x">${sig.repeat(max/sig.length)}</Assertion></Response>`,
  ns: `<Response ${Array.from({length: max/20|0},(_,i)=>`xmlns:a${i}="b"`).join(' ')}>${'<a/>'.repeat(5000)}</Response>`,
};
for (const [name, xml] of Object.entries(docs)) { t=performance.now(); const r = await lib.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') }).then(()=> 'ok', (e: Error)=> e.message.slice(0,80)); console.log(name, Math.round(performance.now()-t),'ms', r); 
 t=performance.now(); /<(?:[\w.-]+:)?Response\s[^>]*?\bDestination\s*=\s*["']([^"']*)["']/.exec(xml); console.log('   destination regex', Math.round(performance.now()-t)); }
