// The logo of a company: sent once and kept as a content, so that no paper waits for another server, and a paper of last
// year looks as it did.
import Type from 'typebox';
import { companyToHold, ownCompany } from '#capabilities/access/index.ts';
import { forgetBlob, keepBlob } from '#platform/blobs/keep-blobs.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { type ArrivedContent, type Endpoint, endpoint, type MakeContext } from '#platform/http/endpoint.ts';
import { DateTime, Named, Text } from '#platform/input/schemas.ts';
import { NoPaper } from '#platform/paper/order.ts';
import { pdfOfStrangers } from '#platform/paper/pdf-of.ts';
import { sizeOfPicture } from '#platform/paper/picture-size.ts';
import { logo } from './examples.ts';

/** The picture is sent in base64. */
const charactersMax = 600_000;

/** Larger than any logo on paper needs: 2,000 by 1,000 dots. */
const dotsMax = 2_000_000;

/**
 * A small file may be a picture of gigabytes, so its size is looked at before anything reads it. What cannot be set is
 * refused here, for it would be missing on every paper. Errors: InvalidRequest.
 */
async function logoIn({ caller, waitFor }: MakeContext, image: string): Promise<Buffer> {
  const bytes = Buffer.from(image, 'base64');
  const size = bytes.toString('latin1', 1, 4) === 'PNG' ? sizeOfPicture(bytes) : undefined;
  if (size === undefined) throw wrong('is no PNG');
  const { width, height } = size;
  if (width * height > dotsMax) throw wrong(`is a picture of ${width} by ${height} dots`);
  try {
    const order = { template, data: {}, files: { 'logo.png': bytes } };
    await waitFor(caller, () => pdfOfStrangers(order, caller));
  } catch (error) {
    if (error instanceof NoPaper) throw wrong('is a picture that cannot be read');
    throw error;
  }
  return bytes;
}

const template = new URL('./logo.typ', import.meta.url);

const wrong = (message: string) => refuseField('image', message, `a PNG of at most ${dotsMax} dots, in base64`);

const Logo = Type.Object(
  { object: Type.Literal('companyLogo'), contentId: Text({ max: 36 }), updatedAt: DateTime },
  { title: 'CompanyLogo' },
);

export const logoRow = ({ db }: Reader) => db.selectFrom('company_logos').select(['content_id', 'updated_at']);

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

/** Papers that were made stay as they are. Errors: NotFound. */
async function removeLogo(tx: Tx): Promise<void> {
  const { companyId } = tx.realm;
  await tx.rows(companyToHold(tx));
  const before = await tx.row(logoRow(tx));
  if (before === undefined) {
    throw new Refusal(errors.NotFound, 'The company has no logo.', { data: { path: 'companyId' } });
  }
  forgetBlob(tx, companyId, before.content_id);
  tx.write(tx.db.deleteFrom('company_logos'));
}

export const logoRoutes: readonly Endpoint[] = [
  endpoint({
    name: 'companyLogo.update',
    path: '/companies/{companyId}/logo',
    permission: 'company:update',
    summary: 'Set the logo for papers',
    description: `A PNG of at most ${dotsMax} dots. It replaces the one before; papers that were made stay as they are.`,
    subject: ownCompany,
    body: Named('CompanyLogoUpdate')({
      image: Text({ min: 1, max: charactersMax, description: 'The PNG in base64.', example: logo.image }),
    }),
    answer: Logo,
    example: { body: logo },
    make: async (ctx, { body }) => ({
      ownerId: ctx.reader.realm.companyId,
      contentType: 'image/png',
      bytes: await logoIn(ctx, body.image),
    }),
    keepMade: (ctx, tx, arrived) => keepLogo(ctx, tx, arrived),
  }),
  endpoint({
    name: 'companyLogo.delete',
    path: '/companies/{companyId}/logo',
    permission: 'company:update',
    summary: 'Remove the logo for papers',
    description: 'Papers that are made from now on have none; those that were made stay as they are.',
    shape: 'message',
    says: 'The company has no logo any more.',
    subject: ownCompany,
    command: (_, tx) => removeLogo(tx),
  }),
];
