// Every endpoint of do-not-interacts.
import { isZone } from '@tenor/engine/values/zone.ts';
import { caseErrors, caseResource } from '#capabilities/cases/index.ts';
import { findContact, person } from '#capabilities/people/index.ts';
import { errors, refuseField } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint, type ReadContext } from '#platform/http/endpoint.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { createDoNotInteract, deleteDoNotInteract, updateDoNotInteract, writingOf } from './commands/write.ts';
import {
  doNotInteractList,
  doNotInteractOfPath,
  listOfCase,
  presentDoNotInteract,
  standingFor,
} from './do-not-interact.ts';
import { doNotInteractErrors } from './errors.ts';
import { doNotInteractChanged, doNotInteractExpired } from './events.ts';
import { blocksFor, type Intended } from './rules/blocks.ts';
import { checkQuery, DoNotInteract, DoNotInteractCheck, DoNotInteractInput } from './schemas.ts';

const path = '/people/{personId}/cases/{caseId}/do-not-interacts';
const permission = 'case.do.not.interact';

const ofCase = below({ path, permission, answer: DoNotInteract });

const one = below({
  path: `${path}/{doNotInteractId}`,
  permission,
  answer: DoNotInteract,
  subject: doNotInteractOfPath,
  errors: [caseErrors.CaseClosed],
});

export const doNotInteractRoutes: readonly Endpoint[] = [
  ofCase({
    name: 'doNotInteracts.list',
    summary: 'List the do-not-interacts of a case',
    description: 'Ones that have ended are listed too, with `endedAt`.',
    shape: 'list',
    query: doNotInteractList.query,
    list: doNotInteractList,
    subject: caseResource.subject,
    read: ({ reader }, { query }, found) => listOfCase(reader, found, query),
  }),
  ofCase({
    name: 'doNotInteracts.create',
    summary: 'Forbid contact with the borrower of a case',
    description:
      'A case has at most one by hand; do-not-interact types make their own. Only outbound contacts are blocked. It ends with its last day, even if the case is completed before.',
    body: DoNotInteractInput,
    subject: caseResource.subject,
    errors: [caseErrors.CaseClosed, doNotInteractErrors.DoNotInteractExists, errors.NoRoom],
    example: { body: { channels: ['voice', 'text'], themes: ['all'], daysOfWeek: [6, 7] } },
    emits: [doNotInteractChanged, doNotInteractExpired],
    command: async (ctx, tx, { body }, found) =>
      presentDoNotInteract(await createDoNotInteract(writingOf(ctx), tx, found, body)),
  }),
  one({
    name: 'doNotInteracts.read',
    summary: 'Read a do-not-interact',
    errors: [],
    read: async (_, __, { row }) => presentDoNotInteract(row),
  }),
  one({
    name: 'doNotInteracts.update',
    summary: 'Change a do-not-interact',
    description: 'What is not sent stays; null and an empty list mean all.',
    body: DoNotInteractInput,
    errors: [caseErrors.CaseClosed, doNotInteractErrors.DoNotInteractEnded],
    example: { body: { endDate: '2099-12-31' } },
    emits: [doNotInteractChanged],
    command: async (ctx, tx, { body }, found) => presentDoNotInteract(await updateDoNotInteract(ctx, tx, found, body)),
  }),
  one({
    name: 'doNotInteracts.delete',
    summary: 'Delete a do-not-interact',
    shape: 'message',
    emits: [doNotInteractChanged],
    command: (ctx, tx, _, found) => deleteDoNotInteract(ctx, tx, found),
  }),
  endpoint({
    name: 'doNotInteractChecks.read',
    path: '/people/{personId}/do-not-interact-check',
    summary: 'Ask whether do-not-interacts block a contact',
    description:
      'Asks the do-not-interacts of all cases of the borrower, for a moment, a channel and a theme. Other rules are not asked.',
    permission: `${permission}:read`,
    subject: person,
    query: checkQuery,
    answer: DoNotInteractCheck,
    example: { query: { channel: 'voice', theme: 'opsCollDebt' } },
    read: async (ctx, { query }, { person_id: personId }) => {
      const blocks = blocksFor(await standingFor(ctx.reader, personId), await intendedBy(ctx, personId, query));
      return { isBlocked: blocks.length > 0, blocks };
    },
  }),
];

interface Asked {
  readonly channel?: Intended['channel'];
  readonly theme?: Intended['theme'];
  readonly contactId?: string;
  readonly at?: Intended['at'];
  readonly timezone?: string;
}

/** Errors: NotFound, InvalidRequest. */
async function intendedBy({ reader, caller, now }: ReadContext, personId: string, asked: Asked) {
  const { channel = null, theme = null, contactId, at, timezone = caller.timezone } = asked;
  if (!isZone(timezone)) throw refuseField('timezone', 'is no time zone', 'a name such as America/Chicago');
  const contact = contactId === undefined ? null : await namedIn('contactId', findContact(reader, personId, contactId));
  return {
    direction: 'outbound',
    channel,
    theme,
    contactLabel: contact?.label ?? null,
    at: at ?? (await now()),
    zones: [timezone],
  } as const;
}
