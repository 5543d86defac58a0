// Upload links: by one of them a borrower sends papers without signing in. A link says which and how many, how large they
// may be, and until when.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import Type from 'typebox';
import { findNamedLoan } from '#capabilities/loans/index.ts';
import { person } from '#capabilities/people/index.ts';
import { saidInKey, signedKey } from '#platform/crypto/signed-key.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import { refuseField } from '#platform/errors.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { DateTime, Described, Id, Int, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { madeBy, madeByFields } from '#platform/resource/made-by.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { contentBytesMax, documentTypes } from './document-types.ts';
import { uploadLinks } from './tables.ts';

const daySeconds = 86_400;
const days = { usual: 14, most: 90 } as const;

export const uploadLink = defineResource({
  name: 'document upload link',
  plural: 'document upload links',
  prefix: 'DU',
  table: uploadLinks,
  below: { path: '/people/{personId}', subject: person, column: 'person_id', words: 'This borrower' },
  fields: {
    documentType: StringEnum(documentTypes, { description: 'What its documents are.' }),
    loanId: Nullable(Text({ max: 12, example: 'LN-7T2X-P5QG' }), { description: 'The loan that they are about.' }),
    maxDocuments: Int({ min: 1, max: 50, description: 'How many documents it takes; 1 if not given.' }),
    maxContentLength: Int({ min: 1, max: contentBytesMax, description: 'In bytes, of each; 26214400 if not given.' }),
    documentsMade: Described(Type.Integer(), { description: 'How many documents were made by it.' }),
    expiresAt: Nullable(DateTime, {
      description: 'Until when it takes something: two weeks if not given, 90 days at most.',
    }),
    key: Nullable(Text({ max: 512 }), {
      description: 'Shown only when it is made. Whoever has it may send documents: give it to the borrower alone.',
    }),
    url: Nullable(Text({ max: 2_048 }), { description: 'The page for the borrower, with the key in it.' }),
    ...madeByFields,
  },
  onlyShown: ['documentsMade', 'key', 'url', 'createdByType', 'createdById'],
  taken: { loanId: Nullable(Id('LN', 'loan', { description: 'A loan of this borrower.' })) },
  defaults: { maxDocuments: 1, maxContentLength: 26_214_400 },
  stampedBy: 'machine',
  atMost: 1_000,
  sort: ['createdAt'],
  events: { created: 'An upload link was made for a borrower.', deleted: 'An upload link was revoked.' },
  endpoints: {
    list: { description: 'Revoked ones are left out. The key is shown only when a link is made.' },
    create: {
      summary: 'Make a document upload link',
      description:
        'The borrower opens its `url`. A page of your own sends to `/document-uploads/{documentUploadLinkKey}/documents`.',
      body: { documentType: 'other', maxDocuments: 3 },
    },
    read: {},
    delete: { summary: 'Revoke a document upload link', description: 'Its key takes nothing from then on.' },
  },
  present: (rows) => rows.map(() => ({ key: null, url: null })),
});

/** Errors: InvalidRequest. */
function expiryOf(sent: Instant | null | undefined, now: Instant): Instant {
  const until = sent ?? addSeconds(now, days.usual * daySeconds);
  if (until > now && until <= addSeconds(now, days.most * daySeconds)) return until;
  throw refuseField('expiresAt', 'is over, or too far away', `an instant within the next ${days.most} days`);
}

const endpoints = uploadLink.endpoints({
  async beforeWrite(ctx, tx, { verb, row, sent }) {
    if (verb !== 'create') return undefined;
    return {
      documents_made: 0,
      expires_at: expiryOf(sent.expiresAt, ctx.machineNow()),
      ...(sent.loanId && { loan_id: (await namedIn('loanId', findNamedLoan(tx, row.person_id, sent.loanId))).id }),
      ...madeBy(ctx.caller.actor),
    };
  },
});

/** The key is made for the answer, and the answer is never kept. */
const showingKey = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  showsSecret: true,
  ahead: async ({ publicUrl }) => publicUrl(),
  alongside: async (_tx, _input, _caller, publicUrl) => publicUrl,
  async command(ctx, tx, input, subject, publicUrl) {
    const made = await endpoint.command?.(ctx, tx, input, subject, undefined);
    const { personId, id } = made as Pick<LinkNamed, 'personId' | 'id'>;
    const key = keyOfLink(ctx.vault, { realm: ctx.realm, personId, id });
    return { ...(made as object), key, url: `${publicUrl}/api/document-uploads/${key}` };
  },
});

export const uploadLinkEndpoints: readonly Endpoint[] = endpoints.map((one) =>
  one.name === 'documentUploadLinks.create' ? showingKey(one) : one,
);

export interface LinkNamed {
  readonly realm: Realm;
  readonly personId: string;
  readonly id: string;
}

const purpose = 'document upload link';

const keyOfLink = (vault: Vault, { realm, personId, id }: LinkNamed): string =>
  signedKey(vault, purpose, [realm.mode, realm.companyId, personId, id]);

/** Undefined: we have not made such a key. */
export function linkNamedBy(vault: Vault, key: string): LinkNamed | undefined {
  const said = saidInKey(vault, purpose, key);
  if (said === undefined) return undefined;
  const [mode, companyId, personId, id] = said as [Mode, string, string, string];
  return { realm: { mode, companyId }, personId, id };
}
