// How long documents of a type must be kept, as the company says, and which of them a legal hold keeps beyond that.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { ownCompany } from '#capabilities/access/index.ts';
import { statementOfDocument } from '#capabilities/loans/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { Int, StringEnum } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { documentTypes } from './document-types.ts';
import { documentErrors } from './errors.ts';
import { type DocumentRow, documentRetentions } from './tables.ts';

const daySeconds = 86_400;
/** A century: longer than any law asks for. */
const daysMax = 36_525;

export const documentRetention = defineResource({
  name: 'document retention',
  plural: 'document retentions',
  prefix: 'DK',
  table: documentRetentions,
  below: { path: '/companies/{companyId}', subject: ownCompany },
  fields: {
    documentType: StringEnum(documentTypes),
    keptForDays: Int({
      min: 0,
      max: daysMax,
      description: 'For so many days after it was made a document of this type is not deleted; 0: it may be at once.',
    }),
  },
  atMost: documentTypes.length,
  told: { documentType: StringEnum(documentTypes) },
  events: { created: 'A company has said how long documents must be kept.', updated: 'How long was changed.' },
  endpoints: {
    list: { description: 'A type that is not listed may be deleted at any time. Nothing is deleted by itself.' },
    create: {
      errors: [documentErrors.RetentionTaken],
      body: { documentType: 'loanTermsAndTILCombined', keptForDays: 2_557 },
    },
    read: {},
    update: {
      description: 'It holds for documents that are there already, too.',
      errors: [documentErrors.RetentionTaken],
      body: { keptForDays: 730 },
    },
  },
  whenTaken: {
    document_retentions_type: ({ document_type: type }, cause) =>
      new Refusal(
        documentErrors.RetentionTaken,
        `It is said already how long documents of the type ${type} are kept.`,
        {
          data: { path: 'documentType' },
          cause,
        },
      ),
  },
});

/** Why a document must be kept; `until` is null for a legal hold, which somebody has to lift. */
export interface Keeping {
  readonly id: string;
  readonly reason: 'legalHold' | 'retention';
  readonly until: Instant | null;
}

type Held = Pick<DocumentRow, 'id' | 'type' | 'legal_hold' | 'created_at'>;

/** Finds which of these documents must be kept at this instant, and why. */
async function keepingOf(reader: Reader, documents: readonly Held[], now: Instant): Promise<Keeping[]> {
  if (documents.length === 0) return [];
  const rows = await reader.rows(
    reader.db.selectFrom('document_retentions').select(['document_type', 'kept_for_days']),
  );
  const days = new Map(rows.map((row) => [row.document_type, row.kept_for_days]));
  return documents.flatMap(({ id, type, legal_hold, created_at }): Keeping[] => {
    if (legal_hold) return [{ id, reason: 'legalHold', until: null }];
    const until = addSeconds(created_at, (days.get(type) ?? 0) * daySeconds);
    return until > now ? [{ id, reason: 'retention', until }] : [];
  });
}

/** Errors: MustBeKept. */
export async function mustNotBeKept(reader: Reader, row: DocumentRow, now: Instant): Promise<void> {
  const [keeping] = await keepingOf(reader, [row], now);
  if (keeping === undefined) return;
  const { reason, until } = keeping;
  const why = until === null ? 'under a legal hold' : `to be kept until ${until}`;
  throw new Refusal(documentErrors.MustBeKept, `The document ${row.id} is ${why}.`, { data: { reason, until } });
}

/** A statement without its document could not be shown as it was sent. Errors: MustBeKept. */
export async function mustBeOfNoStatement(reader: Reader, { person_id: personId, id }: DocumentRow): Promise<void> {
  const statementId = await statementOfDocument(reader, personId, id);
  if (statementId === undefined) return;
  throw new Refusal(documentErrors.MustBeKept, `The document ${id} is that of the statement ${statementId}.`, {
    data: { reason: 'statement', until: null, statementId },
  });
}

/** The documents of a person that must be kept, and with them the person. */
export async function keptDocumentsOf(reader: Reader, personId: string, now: Instant): Promise<Keeping[]> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('documents')
      .select(['id', 'type', 'legal_hold', 'created_at'])
      .where('person_id', '=', personId)
      .where('deleted_at', 'is', null)
      .orderBy('position'),
  );
  return keepingOf(reader, rows, now);
}
