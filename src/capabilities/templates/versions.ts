// The form of versions of templates in earlier versions of the interface.
import type { VersionStep } from '#platform/http/versions.ts';

export const templateVersionSteps: readonly VersionStep[] = [
  {
    since: '2025-03-26',
    resource: 'TemplateVersion',
    change: '`status` was removed: `activeVersionId` of the descriptor says which version is sent.',
    before: (resource) => ({ ...resource, status: statusOf(resource) }),
  },
];

function statusOf({ publishedAt, deprecatedAt }: Readonly<Record<string, unknown>>): string {
  if (publishedAt === null) return 'draft';
  return deprecatedAt === null ? 'active' : 'deprecated';
}
