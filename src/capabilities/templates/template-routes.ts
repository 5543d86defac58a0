// Writing texts: descriptors, their versions, and publishing.
import Type from 'typebox';
import { secondPersonErrors } from '#capabilities/access/index.ts';
import type { Whole } from '#platform/capability.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint, type ReadContext } from '#platform/http/endpoint.ts';
import type { PageInput } from '#platform/http/pages.ts';
import { Text } from '#platform/input/schemas.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { type CheckTools, checkedTexts, sourceSent } from './checked.ts';
import { updateDescriptor } from './commands/update-descriptor.ts';
import { createVersion, updateVersion } from './commands/write-version.ts';
import { knownNamesOf } from './context/known-names.ts';
import type { TemplateReads } from './context/objects.ts';
import {
  activatePermission,
  DescriptorUpdate,
  descriptorEndpoints,
  descriptorPath,
  templateDescriptor,
  templatePermission,
} from './resources/template-descriptor.ts';
import {
  type SentTexts,
  shownInList,
  sourceOf,
  templateVersion,
  VersionCreate,
  VersionUpdate,
  versionOfPath,
  versionPath,
  versionRead,
} from './resources/template-version.ts';
import {
  type TemplateDescriptorRow,
  type TemplateVersionRow,
  templateDescriptors,
  templateVersions,
} from './tables.ts';

const descriptorList = defineList({ table: 'template_descriptors' });
const versionList = defineList({ table: 'template_versions' });

const listPermission = `${templatePermission}:list`;
const itself = { companyId: Type.Optional(Text({ max: 12, description: 'Yours: no other has any here.' })) };

const listDescriptors = endpoint({
  name: 'templateDescriptors.list',
  path: descriptorPath,
  summary: 'List template descriptors',
  description: 'The newest first, as a bare list; go on by `startingAfter`.',
  permission: listPermission,
  shape: 'bare',
  query: { ...descriptorList.query, ...itself },
  list: descriptorList,
  answer: Type.Array(templateDescriptor.answer),
  async read({ reader, vault }, { query }) {
    const rows = reader.db.selectFrom('template_descriptors').select(templateDescriptors.all);
    const show = (found: readonly object[]) =>
      templateDescriptor.showAcross(found as TemplateDescriptorRow[], { reader, vault });
    return [...(await descriptorList.page(reader, rows, query as PageInput, { show })).items];
  },
});

const versionsPage = {
  permission: listPermission,
  query: versionList.query,
  list: versionList,
  description: 'The newest first. Texts of sensitive messages are null here; read a version to see them.',
} as const;

const listVersions = endpoint({
  ...versionsPage,
  name: 'templateVersions.list',
  path: versionPath,
  summary: 'List template versions',
  shape: 'bare',
  answer: Type.Array(templateVersion.answer),
  read: async (ctx, { query }) => [...(await pageOfVersions(ctx, query as PageInput)).items],
});

function pageOfVersions({ reader, vault }: Pick<ReadContext, 'reader' | 'vault'>, query: PageInput) {
  const rows = reader.db.selectFrom('template_versions').select(templateVersions.all);
  const show = (found: readonly object[]) => shownInList(reader, { reader, vault }, found as TemplateVersionRow[]);
  return versionList.page(reader, rows, query, { show });
}

const pageVersions = endpoint({
  ...versionsPage,
  name: 'templateVersionPages.list',
  path: `/v2${versionPath}`,
  summary: 'List template versions with counts and links',
  shape: 'list',
  answer: templateVersion.answer,
  read: (ctx, { query }) => pageOfVersions(ctx, query as PageInput),
});

const listOfDescriptor = endpoint({
  name: 'templateVersions.listOfDescriptor',
  path: `${descriptorPath}/{templateDescriptorId}/templates`,
  summary: 'List the versions of a descriptor',
  description:
    'All of them, the newest first: a descriptor has at most 200. Texts of sensitive messages are null here.',
  permission: listPermission,
  shape: 'bare',
  subject: templateDescriptor.subject,
  answer: Type.Array(templateVersion.answer),
  async read({ reader, vault }, _, { row }) {
    const rows = await reader.rows(
      reader.db
        .selectFrom('template_versions')
        .select(templateVersions.all)
        .where('descriptor_id', '=', row.id)
        .orderBy('position', 'desc')
        .orderBy('id', 'desc'),
    );
    return shownInList(reader, { reader, vault }, rows as TemplateVersionRow[]);
  },
});

const [descriptorUpdated] = templateDescriptor.events.filter(({ type }) => type.endsWith('.updated'));
const [versionCreated, versionUpdated] = templateVersion.events;
const told = [descriptorUpdated, versionCreated, versionUpdated].filter((kind) => kind !== undefined);

/** The texts are checked before the transaction begins, against the names of the message. */
const checkedFor = (tools: CheckTools, reads: TemplateReads, subject: string, sent: SentTexts) =>
  checkedTexts(tools, sourceSent(sent), knownNamesOf(reads, subject));

export function templateRoutes(whole: Whole, reads: () => TemplateReads): readonly Endpoint[] {
  const updateOfDescriptor = endpoint({
    name: 'templateDescriptors.update',
    path: `${descriptorPath}/{templateDescriptorId}`,
    summary: 'Publish a version, or change a template descriptor',
    description: `What is not sent stays. \`activeVersionId\` publishes a version, or takes it back where it is null; this and \`enabled\` need the permission \`${activatePermission}\`. Where the company sets \`communication.publishBySecondPerson\`, whoever has written any of the text does not publish it.`,
    permission: `${templatePermission}:update`,
    shape: 'bare',
    subject: templateDescriptor.subject,
    body: DescriptorUpdate,
    answer: templateDescriptor.answer,
    errors: [secondPersonErrors.SecondPersonNeeded, errors.DuplicateExternalId],
    emits: [descriptorUpdated, versionUpdated].filter((kind) => kind !== undefined),
    example: { body: { name: 'Payment received, short' } },
    async ahead({ database, waitFor }, { body }, caller): Promise<TemplateVersionRow | null> {
      if (body.activeVersionId == null) return null;
      const reader = database.reader(caller.realm);
      const version = await namedIn('activeVersionId', templateVersion.find(reader, body.activeVersionId));
      // A setting may have become narrower since it was written.
      await checkedTexts({ reader, caller, waitFor }, sourceOf(version), { known: null, takesOthers: true });
      return version;
    },
    alongside: async (_, __, ___, ahead) => ahead,
    async command(ctx, tx, { body }, { row }, checked) {
      const changed = await updateDescriptor(whole, ctx, tx, row, { sent: body, checked });
      return templateDescriptor.show(changed, {});
    },
  });
  return [
    listDescriptors,
    ...descriptorEndpoints,
    updateOfDescriptor,
    listOfDescriptor,
    listVersions,
    ...versionRead,
    ...writingVersions(reads),
    pageVersions,
  ];
}

/** Writing a version, and changing one. */
function writingVersions(reads: () => TemplateReads): readonly Endpoint[] {
  const createOfVersion = endpoint({
    name: 'templateVersions.create',
    path: versionPath,
    summary: 'Write a template version',
    description:
      'A draft: publish it by `activeVersionId` of its descriptor. Templates are Jinja. What is wrong is refused with line and column; variables that nobody knows are named in `warnings`.',
    permission: `${templatePermission}:create`,
    shape: 'bare',
    body: VersionCreate,
    answer: templateVersion.answer,
    errors: [errors.NoRoom, errors.NotFound],
    emits: [versionCreated].filter((kind) => kind !== undefined),
    example: {
      body: {
        descriptorId: 'ext-payment-received',
        subjectLineTemplate: 'We have received your payment',
        contentTextTemplate: 'Thank you, {{ person.name.firstName }}: {{ paymentAmount | money }} has arrived.',
      },
    },
    async ahead({ database, waitFor }, { body: { descriptorId, ...sent } }, caller) {
      const reader = database.reader(caller.realm);
      const { subject } = await namedIn('descriptorId', templateDescriptor.find(reader, descriptorId));
      return checkedFor({ reader, caller, waitFor }, reads(), subject, sent);
    },
    alongside: async (_, __, ___, ahead) => ahead,
    async command(ctx, tx, { body: { descriptorId, ...sent } }, _, warnings) {
      const descriptor = await namedIn('descriptorId', templateDescriptor.find(tx, descriptorId, { lock: true }));
      const row = await createVersion(ctx, tx, descriptor, { sent, warnings });
      return templateVersion.show(row, { warnings });
    },
  });
  const updateOfVersion = endpoint({
    name: 'templateVersions.update',
    path: `${versionPath}/{templateVersionId}`,
    summary: 'Change the text of a message',
    description: `What is not sent stays. A draft is changed as it stands. What was published stays as it was: the answer is a new version. It takes the place of the active one at once, unless the caller lacks \`${activatePermission}\` or the company wants a second person: then it is a draft.`,
    permission: `${templatePermission}:update`,
    shape: 'bare',
    subject: versionOfPath,
    body: VersionUpdate,
    answer: templateVersion.answer,
    errors: [errors.NoRoom],
    emits: told,
    example: { body: { subjectLineTemplate: 'Your payment has arrived' } },
    async ahead({ database, waitFor }, { params, body: { descriptorId: _, ...sent } }, caller) {
      const reader = database.reader(caller.realm);
      const { descriptor_id: descriptorId } = await templateVersion.find(reader, params.templateVersionId);
      const { subject } = await templateDescriptor.find(reader, descriptorId);
      return checkedFor({ reader, caller, waitFor }, reads(), subject, sent);
    },
    alongside: async (_, __, ___, ahead) => ahead,
    async command(ctx, tx, { body: { descriptorId: _, ...sent } }, found, warnings) {
      const row = await updateVersion(ctx, tx, found, { sent, warnings });
      const [shown] = await templateVersion.showAcross([row], { reader: tx, vault: ctx.vault });
      return shown as Record<string, unknown>;
    },
  });
  return [createOfVersion, updateOfVersion];
}
