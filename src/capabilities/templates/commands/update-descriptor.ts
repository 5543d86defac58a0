// Changes a descriptor. What says which message it is of stays, for its versions were written for that one. Another active
// version, and whether the message is sent, need the permission to publish.
import { isDeepStrictEqual } from 'node:util';
import type { Static } from 'typebox';
import { readSensitive, subjectNow } from '#capabilities/interactions/index.ts';
import { findLoanType } from '#capabilities/products/index.ts';
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { activatePermission, type DescriptorUpdate, templateDescriptor } from '../resources/template-descriptor.ts';
import { sourceOf, templateVersion } from '../resources/template-version.ts';
import type { TemplateDescriptorRow, TemplateVersionRow } from '../tables.ts';
import { activate, mustBePublishable, retire } from './publish-version.ts';
import { needsSecond } from './write-version.ts';

type Sent = Static<typeof DescriptorUpdate>;

/** The version that was checked before the command began; null: none is to be published. */
type CheckedVersion = TemplateVersionRow | null;

/** Errors: InvalidRequest, NotFound, Forbidden, Unauthorized, SecondPersonNeeded, OrdererLostRight. */
export async function updateDescriptor(
  whole: Whole,
  ctx: CommandContext,
  tx: Tx,
  before: TemplateDescriptorRow,
  { sent, checked }: { readonly sent: Sent; readonly checked: CheckedVersion },
): Promise<TemplateDescriptorRow> {
  await mustStay(tx, before, sent);
  const { externalId = before.external_id, name = before.name } = sent;
  const { sensitive = before.sensitive, enabled = before.enabled } = sent;
  const activeId = sent.activeVersionId === undefined ? before.active_version_id : sent.activeVersionId;
  if (activeId !== before.active_version_id || enabled !== before.enabled) mustHave(ctx.caller, activatePermission);
  // Whoever takes the mark away makes readable to all what only few may read.
  if (before.sensitive && !sensitive) mustHave(ctx.caller, readSensitive);
  let row: TemplateDescriptorRow = { ...before, external_id: externalId, name, sensitive, enabled };
  const isChanged = !isDeepStrictEqual(row, before);
  if (isChanged) {
    row = { ...row, updated_at: ctx.now };
    templateDescriptor.change(tx, before, row);
  }
  if (activeId === before.active_version_id) {
    if (isChanged) templateDescriptor.tell(ctx, 'updated', row);
    return row;
  }
  if (activeId === null) {
    await retire(ctx, tx, before);
    const without = { ...row, active_version_id: null, updated_at: ctx.now };
    templateDescriptor.change(tx, row, without);
    templateDescriptor.tell(ctx, 'updated', without);
    return without;
  }
  const version = await namedIn('activeVersionId', templateVersion.find(tx, activeId));
  await mustBePublishable(ctx, tx, before, version, { whole, needsSecond: await needsSecond(tx) });
  if (checked === null || !isDeepStrictEqual(sourceOf(checked), sourceOf(version))) {
    throw refuseField('activeVersionId', 'was changed meanwhile', 'the version as it is now');
  }
  await activate(ctx, tx, row, version);
  return { ...row, active_version_id: version.id, updated_at: ctx.now };
}

/** Errors: InvalidRequest, NotFound. */
async function mustStay(
  tx: Tx,
  before: TemplateDescriptorRow,
  { subject, channel, language, productId }: Sent,
): Promise<void> {
  const expected = 'what it was; another message has a descriptor of its own';
  const changed = (
    [
      ['subject', subject && subjectNow(subject), before.subject],
      ['channel', channel, before.channel],
      ['language', language, before.language],
    ] as const
  ).find(([, now, was]) => now !== undefined && now !== was);
  if (changed !== undefined) throw refuseField(changed[0], 'cannot change', expected);
  if (productId === undefined) return;
  const id = productId === null ? null : (await namedIn('productId', findLoanType(tx, productId))).id;
  if (id !== before.product_id) throw refuseField('productId', 'cannot change', expected);
}
