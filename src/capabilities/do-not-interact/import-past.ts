// Imports the do-not-interacts of a book that is taken over, onto cases that exist.
import { caseResource } from '#capabilities/cases/index.ts';
import { importAboutPeople } from '#capabilities/people/index.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { importEndpoints } from '#platform/import/endpoints.ts';
import { Id } from '#platform/input/schemas.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { createDoNotInteract, writingOf } from './commands/write.ts';
import { doNotInteractChanged, doNotInteractExpired } from './events.ts';
import { DoNotInteractInput } from './schemas.ts';

const permission = 'case.do.not.interact';

const { kind, line } = importAboutPeople(
  {
    kind: 'doNotInteracts.import',
    permission: `${permission}:import`,
    needs: `${permission}:create`,
    events: [doNotInteractChanged, doNotInteractExpired],
    fields: {
      caseId: Id('CS', 'case', { description: 'An open case of this borrower.' }),
      ...DoNotInteractInput.properties,
    },
    async make(ctx, tx, { person_id: personId }, { caseId, ...sent }) {
      const row = await namedIn('caseId', caseResource.find(tx, caseId, { below: personId }));
      return (await createDoNotInteract(writingOf(ctx), tx, { row }, sent)).id;
    },
  },
  'DoNotInteractLine',
);

export const importDoNotInteracts = kind;

const example = { personId: 'ext-crm-20417', externalId: 'old-stop-81', caseId: 'ext-case-81', channels: ['voice'] };

export const importRoutes: Endpoint[] = importEndpoints({
  name: 'doNotInteracts',
  path: '/do-not-interacts/import',
  summary: 'Import the do-not-interacts of a book that is taken over',
  description: 'JSON lines: a borrower and an open case in each, and the fields of a do-not-interact.',
  kind,
  linePermissions: [`${permission}:create`],
  line,
  example: `${JSON.stringify(example)}\n`,
});
