// Writes the text of a message. What was published is never written again: its change is a new version, which takes its
// place at once where the writer may publish alone, and else waits as a draft.
import { settingsOf } from '#capabilities/company/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { columnsSent } from '#platform/resource/columns.ts';
import { mustHaveRoomFor } from '#platform/resource/room.ts';
import { sourceMax, templateParts } from '#platform/templates/order.ts';
import { activatePermission } from '../resources/template-descriptor.ts';
import type { SentTexts, TemplateWarning, VersionOfPath } from '../resources/template-version.ts';
import { fieldOfPart, sourceOf, templateVersion } from '../resources/template-version.ts';
import type { TemplateDescriptorRow, TemplateVersionRow } from '../tables.ts';
import { activate, missingPart } from './publish-version.ts';

const versionsMax = 200;

interface Written {
  readonly sent: SentTexts;
  /** What was noticed in the parts that were sent. */
  readonly warnings: readonly TemplateWarning[];
}

/** Errors: NoRoom, InvalidRequest. */
export async function createVersion(
  ctx: CommandContext,
  tx: Tx,
  { id }: TemplateDescriptorRow,
  { sent, warnings }: Written,
): Promise<TemplateVersionRow> {
  await mustHaveRoom(tx, id);
  const row = templateVersion.add(
    ctx,
    tx,
    { descriptorId: id, ...textsOf(sent) },
    { warnings: JSON.stringify(warnings), writers: writersAfter([], ctx) },
  );
  mustBeShort(row);
  templateVersion.tell(ctx, 'created', row);
  return row;
}

/** Errors: NoRoom, InvalidRequest. */
export async function updateVersion(
  ctx: CommandContext,
  tx: Tx,
  { descriptor, row: before }: VersionOfPath,
  { sent, warnings }: Written,
): Promise<TemplateVersionRow> {
  const changed: TemplateVersionRow = { ...before, ...columnsSent(textsOf(sent)) };
  if (templateParts.every((part) => sourceOf(changed)[part] === sourceOf(before)[part])) return before;
  const said = JSON.stringify(warningsAfter(before, { sent, warnings }));
  mustBeShort(changed);
  if (before.published_at === null) {
    const row = { ...changed, warnings: said, writers: writersAfter(before.writers, ctx), updated_at: ctx.now };
    templateVersion.change(tx, before, row);
    templateVersion.tell(ctx, 'updated', row);
    return row;
  }
  await mustHaveRoom(tx, descriptor.id);
  const { subject_line_template, content_text_template, content_html_template } = changed;
  const texts = { subject_line_template, content_text_template, content_html_template };
  // The parts that were not sent are still those of who wrote them.
  const writers = writersAfter(before.writers, ctx);
  const row = templateVersion.add(ctx, tx, { descriptorId: descriptor.id }, { ...texts, warnings: said, writers });
  templateVersion.tell(ctx, 'created', row);
  const takesPlace =
    descriptor.active_version_id === before.id &&
    ctx.caller.permissions.has(activatePermission) &&
    missingPart(descriptor, row) === undefined &&
    !(await needsSecond(tx));
  return takesPlace ? activate(ctx, tx, descriptor, row) : row;
}

export const needsSecond = async (reader: Reader): Promise<boolean> =>
  (await settingsOf(reader)).communication?.publishBySecondPerson ?? false;

const textsOf = ({ subjectLineTemplate, contentTextTemplate, contentHtmlTemplate }: SentTexts) => ({
  ...(subjectLineTemplate !== undefined && { subjectLineTemplate }),
  ...(contentTextTemplate !== undefined && { contentTextTemplate }),
  ...(contentHtmlTemplate !== undefined && { contentHtmlTemplate }),
});

/** What was noticed in parts that were not sent stays. */
function warningsAfter({ warnings: before }: TemplateVersionRow, { sent, warnings }: Written): TemplateWarning[] {
  const kept = (JSON.parse(before) as TemplateWarning[]).filter(
    ({ path }) => sent[path as keyof SentTexts] === undefined,
  );
  return [...kept, ...warnings];
}

const writersAfter = (before: readonly string[], { caller }: CommandContext): string[] => [
  ...new Set([...before, ...(caller.actor.id === null ? [] : [caller.actor.id])]),
];

/** Errors: InvalidRequest. */
function mustBeShort(row: TemplateVersionRow): void {
  const source = sourceOf(row);
  const length = templateParts.reduce((sum, part) => sum + (source[part]?.length ?? 0), 0);
  if (length <= sourceMax) return;
  const part = templateParts.findLast((one) => source[one] !== null) ?? 'text';
  throw refuseField(fieldOfPart[part], `makes ${length} characters, all parts together`, `at most ${sourceMax}`);
}

/** Errors: NoRoom. */
const mustHaveRoom = (tx: Tx, descriptorId: string): Promise<void> =>
  mustHaveRoomFor(
    tx,
    tx.db.selectFrom('template_versions').select('id').where('descriptor_id', '=', descriptorId),
    versionsMax,
    `The descriptor has ${versionsMax} versions already.`,
  );
