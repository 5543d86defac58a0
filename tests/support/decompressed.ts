// What an answer says, also when the request has asked for a compressed one.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export function decompressed(body: Buffer, encoding: string | undefined): string {
  // An answer without a body may name the encoding that a body would have.
  if (body.length === 0) return '';
  if (encoding === 'gzip') return gunzipSync(body).toString('utf8');
  return (encoding === 'br' ? brotliDecompressSync(body) : body).toString('utf8');
}
