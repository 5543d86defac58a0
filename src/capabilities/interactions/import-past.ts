// Interactions of a book that is taken over: without them nobody would know how often a borrower was called last week.
import { importAboutPeople } from '#capabilities/people/index.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { importEndpoints } from '#platform/import/endpoints.ts';
import { recordInteraction } from './commands/record.ts';
import { interactionCreated } from './events.ts';
import { interactionKind } from './interaction.ts';
import { idsElsewhere } from './references.ts';
import { past } from './schemas.ts';

const { kind, line } = importAboutPeople(
  {
    kind: 'interactions.import',
    permission: 'interaction:import',
    needs: 'interaction:create',
    events: [interactionCreated],
    fields: past,
    named: interactionKind,
    needsLines: ({ previousInteractionId: named }) => (named?.startsWith('ext-') ? [named.slice('ext-'.length)] : []),
    async make(ctx, tx, owner, { searchable, ...sent }) {
      const { caseId = null, documentId = null } = await idsElsewhere(ctx.resolvers, tx, sent, owner.person_id);
      const how = { isSearchable: searchable === true, isPast: true };
      return (await recordInteraction(ctx, tx, owner, { ...sent, caseId, documentId }, how)).id;
    },
  },
  'InteractionLine',
);

export const importInteractions = kind;

const example = {
  personId: 'ext-crm-20417',
  externalId: 'old-call-81',
  channel: 'voice',
  theme: 'opsCollDebt',
  status: 'succeeded',
  conversation: true,
  startedAt: '2024-05-02T14:03:00Z',
};

export const importRoutes: Endpoint[] = importEndpoints({
  name: 'interactions',
  path: '/interactions/import',
  summary: 'Import interactions of a book that is taken over',
  description:
    'JSON lines: a borrower in each, and the fields of POST /people/{personId}/interactions. They may be older than the borrower is here, and by fax. The rules of contact are not asked.',
  kind,
  linePermissions: ['interaction:create'],
  line,
  example: `${JSON.stringify(example)}\n`,
});
