// The logo of a company: uploaded once and kept as a content, so that no paper waits for another server, and a paper of
// last year looks as it did.
import Type from 'typebox';
import { companyToHold, ownCompany } from '#capabilities/access/index.ts';
import { findBlob, forgetBlob, type KeptBlob, keepBlob } from '#platform/blobs/keep-blobs.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { ArrivedContent, Endpoint } from '#platform/http/endpoint.ts';
import { DateTime, Text } from '#platform/input/schemas.ts';
import { NoPaper } from '#platform/paper/order.ts';
import { pdfOf } from '#platform/paper/pdf-of.ts';
import { sizeOfPicture } from '#platform/paper/picture-size.ts';

const bytesMax = 1_048_576;

/** Larger than any logo on paper needs: 2,000 by 1,000 dots. */
const dotsMax = 2_000_000;

/**
 * A small file may be a picture of gigabytes, so its size is looked at before anything reads it. What cannot be set is
 * refused here, for it would be missing on every paper. Errors: InvalidRequest.
 */
async function* asLogo(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) {
    all.push(part);
    yield part;
  }
  const bytes = Buffer.concat(all);
  mustBeSmall(bytes);
  try {
    await pdfOf({ template, data: {}, files: { 'logo.png': bytes }, isOfStrangers: true });
  } catch (error) {
    if (!(error instanceof NoPaper)) throw error;
    throw refuseField('', 'is a picture that cannot be read', 'a whole PNG');
  }
}

const template = new URL('./logo.typ', import.meta.url);

function mustBeSmall(bytes: Buffer): void {
  const size = sizeOfPicture(bytes);
  if (size === undefined) throw refuseField('', 'is no whole picture', 'a PNG');
  const { width, height } = size;
  if (width * height <= dotsMax) return;
  throw refuseField('', `is a picture of ${width} by ${height} dots`, `a PNG of at most ${dotsMax} dots`);
}

const Logo = Type.Object(
  { object: Type.Literal('companyLogo'), contentId: Text({ max: 36 }), updatedAt: DateTime },
  { title: 'CompanyLogo' },
);

const logoRow = ({ db }: Reader) => db.selectFrom('company_logos').select(['content_id', 'updated_at']);

/** Undefined: it has none. */
export async function logoOf(reader: Reader, vault: Vault): Promise<KeptBlob | undefined> {
  const row = await reader.row(logoRow(reader));
  const { companyId } = reader.realm;
  return row && findBlob(reader, vault.companySealer(companyId), companyId, row.content_id);
}

async function keepLogo(ctx: CommandContext, tx: Tx, arrived: ArrivedContent) {
  const { companyId } = ctx.realm;
  // Two at once come one after the other.
  await tx.rows(companyToHold(tx));
  const before = await tx.row(logoRow(tx));
  if (before !== undefined) forgetBlob(tx, companyId, before.content_id);
  await keepBlob(tx, ctx.vault.companySealer(companyId), arrived);
  const row = { content_id: arrived.id, updated_at: ctx.machineNow() };
  tx.write(
    tx.db
      .insertInto('company_logos')
      .values(row)
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row)),
  );
  return { object: 'companyLogo' as const, contentId: row.content_id, updatedAt: row.updated_at };
}

const noLogo = (): Refusal => new Refusal(errors.NotFound, 'The company has no logo.', { data: { path: 'companyId' } });

const logoEndpoint = below({ path: '/companies/{companyId}/logo', subject: ownCompany });

export const logoRoutes: readonly Endpoint[] = [
  logoEndpoint({
    name: 'companyLogo.upload',
    permission: 'company:update',
    summary: 'Upload the logo for papers',
    description: `The body is a PNG of at most 1 MiB and ${dotsMax} dots. It replaces the one before; papers that were made stay as they are.`,
    answer: Logo,
    takes: { types: ['image/png'], bytesMax, through: asLogo },
    example: { body: 'a PNG' },
    ownerOf: async ({ reader }) => reader.realm.companyId,
    keep: (ctx, tx, arrived) => keepLogo(ctx, tx, arrived),
  }),
  logoEndpoint({
    name: 'companyLogo.download',
    permission: 'company:read',
    summary: 'Download the logo for papers',
    shape: 'content',
    async content({ reader, vault }) {
      const blob = await logoOf(reader, vault);
      if (blob === undefined) throw noLogo();
      return { blob, contentType: 'image/png', fileName: 'logo.png' };
    },
  }),
];
