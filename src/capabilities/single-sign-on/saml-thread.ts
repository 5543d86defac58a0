// Runs in a thread: finds which assertion of a response a certificate of the settings has signed. See signed-assertion.ts.
import { parentPort } from 'node:worker_threads';
import { SamlStatusError } from '@node-saml/node-saml';
import type { Reason } from './errors.ts';
import { libraryFor, type SamlSettings } from './saml-library.ts';
import { signerOf } from './signed-info.ts';

export interface AskedOfThread {
  readonly settings: SamlSettings;
  /** The response, in base64. */
  readonly encoded: string;
  /** The signatures of the response; none: it has no assertion. */
  readonly signatures: readonly string[];
}

/** The assertion as JSON, as the library reads it. */
export type SaidByThread = { readonly assertion: string } | { readonly reason: Reason };

async function read({ settings, encoded, signatures }: AskedOfThread): Promise<SaidByThread> {
  try {
    const { provider } = settings;
    const signer = signerOf(signatures, provider.certificates);
    if (signer === undefined && signatures.length > 0) return { reason: 'signature' };
    const certificates = signer === undefined ? provider.certificates : [signer];
    const { profile } = await libraryFor({
      ...settings,
      provider: { ...provider, certificates },
    }).validatePostResponseAsync({
      SAMLResponse: encoded,
    });
    const { Assertion } = (profile?.getAssertion?.() ?? {}) as { Assertion?: unknown };
    return Assertion === undefined ? { reason: 'unreadable' } : { assertion: JSON.stringify(Assertion) };
  } catch (error) {
    if (error instanceof SamlStatusError) return { reason: 'provider' };
    return { reason: error instanceof Error && /signature/i.test(error.message) ? 'signature' : 'unreadable' };
  }
}

parentPort?.on('message', async (asked: AskedOfThread) => parentPort?.postMessage(await read(asked)));
parentPort?.postMessage('the library is loaded');
