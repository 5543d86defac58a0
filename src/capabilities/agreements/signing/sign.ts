// Signs a PDF with the certificate of the company.
import { instantOfMicros } from '@tenor/engine/values/instant.ts';
import type { MakeContext } from '#platform/http/endpoint.ts';
import { certificateOf } from '../certificates/stored-certificate.ts';
import { agreementErrors } from '../errors.ts';
import { type FoundDocument, madeApart, readSource, withoutEnding } from '../making.ts';
import type { SignOrder } from './sign-order.ts';

const bytesMax = { 'application/pdf': 25 * 1_048_576 };
const refusal = agreementErrors.ContentNotSignable;
const signProcess = new URL('./sign-process.ts', import.meta.url);

/** Errors: NotFound, DocumentIsRejected, CertificateMissing, ContentNotSignable. */
export async function sign(ctx: MakeContext, found: FoundDocument) {
  const micros = ctx.machineMicros();
  const { bytes, blob, fileName } = await readSource(ctx, found, { refusal, bytesMax });
  const { certificate, key } = await certificateOf(ctx.reader, ctx.vault, instantOfMicros(BigInt(micros)));
  const order: SignOrder = { pdf: bytes, certificate, key, reason: `Document ${found.row.id}`, atMs: micros / 1_000 };
  return {
    ownerId: found.row.person_id,
    contentType: 'application/pdf',
    bytes: await madeApart(ctx, signProcess, order, refusal),
    from: blob.id,
    fileName: `${withoutEnding(fileName)}-signed.pdf`,
  };
}
