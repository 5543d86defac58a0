// Endpoints of the settings.
import { ownCompany } from '#capabilities/access/index.ts';
import { companyUpdated } from '#capabilities/company/index.ts';
import { handing, mayGiveRoles, mustStillHave } from '#capabilities/users/index.ts';
import type { Whole } from '#platform/capability.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { readConnection } from './connection.ts';
import { singleSignOnErrors } from './errors.ts';
import * as example from './examples.ts';
import { openRoutes } from './open-routes.ts';
import { SingleSignOn, SingleSignOnReplace } from './schemas.ts';
import { mayLetIn, removeConnection, replaceConnection, rolesNamedIn } from './write-connection.ts';

const path = '/companies/{companyId}/single-sign-on';
const update = 'single.sign.on:update';

export const singleSignOnRoutes = (whole: Whole): Endpoint[] => [...settingRoutes(whole), ...openRoutes];

const settingRoutes = (whole: Whole): Endpoint[] => [
  endpoint({
    name: 'singleSignOn.read',
    method: 'GET',
    path,
    summary: 'Read how people sign in through an identity provider',
    permission: 'single.sign.on:read',
    shape: 'single',
    answer: SingleSignOn,
    subject: ownCompany,
    errors: [singleSignOnErrors.NoSingleSignOn],
    read: ({ reader }) => readConnection(reader),
  }),
  endpoint({
    name: 'singleSignOn.replace',
    method: 'PUT',
    path,
    summary: 'Set how people sign in through an identity provider',
    description:
      'One provider for the mode of the caller; what was set before is replaced. Whoever names the provider could sign in as anybody whom it lets in, so the caller must have every permission that these people may have.',
    permission: update,
    shape: 'single',
    body: SingleSignOnReplace,
    answer: SingleSignOn,
    subject: ownCompany,
    errors: [errors.NotFound],
    emits: [companyUpdated],
    example: { body: example.saml },
    alongside: (tx, { body }, caller) => handing(tx, caller, whole, rolesNamedIn(body)),
    authorize(_, { body: { userType = 'agent' } }, __, hands) {
      mustStillHave(hands, update, whole);
      mayGiveRoles(hands, [...hands.named.values()], whole);
      mayLetIn(hands, userType, whole);
    },
    command: (ctx, tx, { body }, _, hands) => replaceConnection(ctx, tx, body, hands),
  }),
  endpoint({
    name: 'singleSignOn.delete',
    method: 'DELETE',
    path,
    summary: 'End single sign-on',
    description: 'Nobody comes in by it any more. Sessions that it has begun go on.',
    permission: 'single.sign.on:delete',
    shape: 'message',
    says: 'There is no single sign-on any more.',
    answer: SingleSignOn,
    subject: ownCompany,
    errors: [singleSignOnErrors.NoSingleSignOn],
    emits: [companyUpdated],
    command: (ctx, tx) => removeConnection(ctx, tx),
  }),
];
