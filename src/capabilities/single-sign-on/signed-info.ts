// Which certificate of the settings has signed what a signature says that it signs. It is asked before the response
// itself is read: the answer takes a few milliseconds however long the response is, and whoever has nothing that the
// provider has signed makes us do no more. What the signature is about, and whether that is unchanged, is the library's to
// find.
import { verify } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import { findAncestorNs, SignedXml } from 'xml-crypto';

const hashOf: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};

interface SignedInfo {
  readonly hash: string;
  readonly text: Buffer;
  readonly value: Buffer;
}

/** Undefined: none of them. */
export function signerOf(signatures: readonly string[], certificates: readonly string[]): string | undefined {
  const infos = signatures.map(infoOf).filter((one) => one !== undefined);
  return certificates.find((certificate) =>
    infos.some(({ hash, text, value }) => verify(hash, text, certificate, value)),
  );
}

function infoOf(signature: string): SignedInfo | undefined {
  const document = new DOMParser({ errorHandler: { warning: () => {} } }).parseFromString(signature, 'text/xml');
  const named = (name: string) => document.getElementsByTagNameNS('*', name)[0];
  const [info, value] = [named('SignedInfo'), named('SignatureValue')];
  const hash = hashOf[named('SignatureMethod')?.getAttribute('Algorithm') ?? ''];
  const written = named('CanonicalizationMethod')?.getAttribute('Algorithm');
  if (!info || !value || hash === undefined || !written) return undefined;
  const ancestorNamespaces = findAncestorNs(document, "//*[local-name()='SignedInfo']");
  const text = new SignedXml().getCanonXml([written], info, { ancestorNamespaces });
  return { hash, text: Buffer.from(String(text)), value: Buffer.from(value.textContent ?? '', 'base64') };
}
