import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { reference } from '#platform/db/tables.ts';
import type { Language, TemplateChannel } from './template-values.ts';

export const templateDescriptors = defineTable('template_descriptors', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  subject: 'text',
  channel: as<TemplateChannel>('text'),
  language: as<Language>('text'),
  product_id: 'text?',
  name: 'text?',
  sensitive: 'bool',
  enabled: 'bool',
  active_version_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const templateVersions = defineTable('template_versions', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  descriptor_id: 'text',
  subject_line_template: 'text?',
  content_text_template: 'text?',
  content_html_template: 'text?',
  warnings: 'text',
  writers: 'texts',
  published_at: 'instant?',
  deprecated_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type TemplateDescriptorRow = RowOf<typeof templateDescriptors>;
export type TemplateVersionRow = RowOf<typeof templateVersions>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    template_descriptors: Stored<typeof templateDescriptors>;
    template_versions: Stored<typeof templateVersions>;
  }
}

export const templateTables = tablesByName(templateDescriptors, templateVersions);
