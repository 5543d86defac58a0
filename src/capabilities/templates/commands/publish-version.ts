// Publishes a version, and takes it back. Where the company wants it, whoever has written any of a text does not publish it.
import { mustBeAnother } from '#capabilities/access/index.ts';
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { TemplatePart } from '#platform/templates/order.ts';
import { activatePermission, templateDescriptor } from '../resources/template-descriptor.ts';
import { fieldOfPart, sourceOf, templateVersion } from '../resources/template-version.ts';
import type { TemplateDescriptorRow, TemplateVersionRow } from '../tables.ts';

/** The part without which there is nothing to send; undefined: nothing is missing. */
export function missingPart({ channel }: TemplateDescriptorRow, row: TemplateVersionRow): TemplatePart | undefined {
  const { subjectLine, text, html } = sourceOf(row);
  if (channel === 'email' && subjectLine === null) return 'subjectLine';
  if (channel === 'text' || channel === 'voice' || channel === 'chat') return text === null ? 'text' : undefined;
  return text === null && html === null ? 'text' : undefined;
}

/** Errors: InvalidRequest, Forbidden, Unauthorized, SecondPersonNeeded, OrdererLostRight. */
export async function mustBePublishable(
  ctx: CommandContext,
  tx: Tx,
  descriptor: TemplateDescriptorRow,
  row: TemplateVersionRow,
  { whole, needsSecond }: { readonly whole: Whole; readonly needsSecond: boolean },
): Promise<void> {
  const path = 'activeVersionId';
  if (row.descriptor_id !== descriptor.id) throw refuseField(path, 'is of another descriptor', 'a version of this one');
  const missing = missingPart(descriptor, row);
  if (missing !== undefined) {
    throw refuseField(path, `has no ${fieldOfPart[missing]}`, `a version that ${descriptor.channel} can show`);
  }
  if (!needsSecond) return;
  const message = 'You, or somebody whom you made or who made you, have written a part of this text.';
  const besides = [{ ids: row.writers.slice(0, -1), reason: 'wroteIt', message }];
  const last = { type: 'user', id: row.writers.at(-1) ?? null, needs: null } as const;
  await mustBeAnother(ctx, tx, { ...last, mayApprove: activatePermission, path, besides }, whole);
}

/** The version before it, if there is one, is deprecated in the same commit. */
export async function activate(
  ctx: CommandContext,
  tx: Tx,
  descriptor: TemplateDescriptorRow,
  row: TemplateVersionRow,
): Promise<TemplateVersionRow> {
  await retire(ctx, tx, descriptor);
  const active = { ...row, published_at: ctx.now, deprecated_at: null, updated_at: ctx.now };
  templateVersion.change(tx, row, active);
  templateVersion.tell(ctx, 'updated', active);
  const named = { ...descriptor, active_version_id: row.id, updated_at: ctx.now };
  templateDescriptor.change(tx, descriptor, named);
  templateDescriptor.tell(ctx, 'updated', named);
  return active;
}

export async function retire(
  ctx: CommandContext,
  tx: Tx,
  { active_version_id: id }: TemplateDescriptorRow,
): Promise<void> {
  if (id === null) return;
  const before = await templateVersion.find(tx, id);
  const row = { ...before, deprecated_at: ctx.now, updated_at: ctx.now };
  templateVersion.change(tx, before, row);
  templateVersion.tell(ctx, 'updated', row);
}
