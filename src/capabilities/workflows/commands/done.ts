// What somebody says who completes an item, checked against what the item asks for.
import { checkCustomFields } from '#capabilities/case-types/index.ts';
import { document } from '#capabilities/documents/index.ts';
import { findInteraction } from '#capabilities/interactions/index.ts';
import type { ItemDefinition } from '#capabilities/workflow-types/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHaveNone, problemIf, refuseField } from '#platform/errors.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import type { Done, WorkitemComplete } from '../schemas.ts';
import type { ItemRow } from '../tables.ts';
import type { ItemOutcome } from '../words.ts';
import type { Moving } from './moving.ts';

interface Completed {
  readonly outcome: ItemOutcome;
  readonly said: Partial<Done>;
}

type Field = Exclude<keyof WorkitemComplete, 'comment'>;

/** The field that only an item of this kind takes. */
const fieldOf: Readonly<Partial<Record<ItemDefinition['kind'], Field>>> = {
  approval: 'outcome',
  checklist: 'checklist',
  form: 'form',
  document: 'documentId',
  call: 'interactionId',
};

/** Errors: InvalidRequest, NotFound (documentId, interactionId). */
export async function checkDone(
  reader: Reader,
  { owner, asked: item }: Moving,
  { status }: ItemRow,
  sent: WorkitemComplete,
): Promise<Completed> {
  mustFit(item, sent);
  const { comment = null } = sent;
  // What has failed is done by hand, and a comment may say how.
  if (status === 'failed') return { outcome: 'completed', said: { comment } };
  if (item.kind === 'approval') {
    if (sent.outcome === undefined) throw refuseField('outcome', 'is missing', 'approved or rejected');
    return { outcome: sent.outcome, said: { comment } };
  }
  return { outcome: 'completed', said: { comment, ...(await saidOf(reader, owner?.person_id, item, sent)) } };
}

function mustFit(item: ItemDefinition, sent: WorkitemComplete): void {
  const own = fieldOf[item.kind];
  const others = Object.entries(fieldOf).filter(([, field]) => field !== own && sent[field] !== undefined);
  mustHaveNone(
    others.map(([kind, path]) => ({
      path,
      message: `stands in no item of the kind ${item.kind}`,
      expected: `nothing: it is for the kind ${kind}`,
    })),
  );
}

async function saidOf(
  reader: Reader,
  personId: string | undefined,
  item: ItemDefinition,
  sent: WorkitemComplete,
): Promise<Partial<Done>> {
  if (item.kind === 'checklist') return { checklist: mustBeWhole(item.checklist, sent.checklist) };
  if (item.kind === 'form') return { form: checkCustomFields(item.form, sent.form ?? {}, 'form') };
  if (item.kind === 'document') {
    return { documentId: await documentFor(reader, personId, item.document.documentType, sent.documentId) };
  }
  if (item.kind !== 'call' || sent.interactionId === undefined) return {};
  if (personId === undefined) throw refuseField('interactionId', 'is of a borrower', 'nothing: the case is of none');
  return { interactionId: (await findInteraction(reader, personId, sent.interactionId)).id };
}

function mustBeWhole(points: readonly string[], done: readonly string[] | undefined): string[] {
  if (done === undefined) throw refuseField('checklist', 'is missing', points.join(', '));
  const left = points.filter((one) => !done.includes(one));
  mustHaveNone([
    ...left.map((one) => ({
      path: 'checklist',
      message: `lacks "${one}"`,
      expected: 'all points; what is not done is skipped with a reason',
    })),
    ...done.flatMap((one, i) =>
      problemIf(!points.includes(one), `checklist[${i}]`, 'is no point of the list', points.join(', ')),
    ),
  ]);
  return [...points];
}

async function documentFor(
  reader: Reader,
  personId: string | undefined,
  type: string,
  reference: string | undefined,
): Promise<string> {
  if (reference === undefined) throw refuseField('documentId', 'is missing', `a document of the type ${type}`);
  if (personId === undefined) throw refuseField('documentId', 'is of a borrower', 'nothing: the case is of none');
  const found = await namedIn('documentId', document.find(reader, reference, { below: personId }));
  if (found.type !== type)
    throw refuseField('documentId', `is of the type ${found.type}`, `a document of the type ${type}`);
  return found.id;
}
