// Runs in a process of its own: signs a PDF, which anybody may have uploaded. PAdES B-B, as an update at the end of the
// file: what was there stays byte for byte, so earlier signatures stay valid. The signature itself is not seen.
import { PDF } from '@libpdf/core';
import { replyOnce } from '#platform/apart/in-own-process.ts';
import type { SignOrder, SignReply } from './sign-order.ts';
import { signerOf } from './signer.ts';

const unreadable = (message: string): SignReply => ({ why: 'unreadable', message });

replyOnce<SignOrder, SignReply>(async ({ pdf, certificate, key, reason, atMs }) => {
  try {
    const loaded = await PDF.load(pdf);
    if (loaded.isEncrypted) return { why: 'encrypted', message: 'The PDF is encrypted.' };
    if (loaded.getPageCount() === 0) return unreadable('The PDF has no page.');
    const signer = await signerOf(certificate, key);
    const { bytes } = await loaded.sign({ signer, reason, signingTime: new Date(atMs), level: 'B-B' });
    return { pdf: bytes };
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
});
