import Type, { type Static, type TProperties } from 'typebox';
import { Bool, DateTime, Described, Id, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';

const kinds = ['saml', 'openIdConnect'] as const;
export type Kind = (typeof kinds)[number];

const certificate = Text({
  min: 1,
  max: 8_192,
  description: 'X.509 with an RSA key, as PEM or as base64 alone. Several at once while the provider changes its key.',
});

const SamlProvider = Named('SamlProvider')({
  entityId: Text({ min: 1, max: 1_024, description: 'By which the provider names itself: its issuer.' }),
  loginUrl: Text({ min: 1, max: 2_000, description: 'Where browsers are sent to sign in (HTTP-Redirect).' }),
  certificates: Type.Array(certificate, { minItems: 1, maxItems: 5 }),
});

const openIdFields = {
  issuer: Text({
    min: 1,
    max: 1_024,
    description: 'The address of the provider, such as https://accounts.google.com; what it can do is read there.',
    example: 'https://accounts.google.com',
  }),
  clientId: Text({ min: 1, max: 512, description: 'As whom the provider knows us.' }),
};

const clientSecret = Text({
  min: 1,
  max: 1_024,
  description: 'Kept sealed and never shown. If not sent, the one before stays, for the same issuer and client alone.',
});

const attributeName = (what: string) =>
  Type.Optional(
    Nullable(Text({ min: 1, max: 255 }), { description: `${what} If not set, the usual names are tried.` }),
  );

const Attributes = Named('SingleSignOnAttributes')({
  email: attributeName('Which attribute or claim is the e-mail address.'),
  username: attributeName('Which one is the name to sign in with.'),
  firstName: attributeName('Which one is the first name.'),
  lastName: attributeName('Which one is the last name.'),
  groups: attributeName('Which one lists the groups.'),
});

const roleIds = Type.Array(Id('RL', 'role'), { maxItems: 50 });

const GroupRoles = Named('SingleSignOnGroup')({
  group: Text({ min: 1, max: 512, description: 'As the provider names it.' }),
  roles: Described(roleIds, { description: 'What its members get.' }),
});

const ruleFields = {
  userType: StringEnum(['agent', 'borrower'], { description: 'Whom it lets in. An agent if not sent.' }),
  matchBy: StringEnum(['email', 'username', 'samlSubjectNameId'], {
    description:
      'By which of their names users are found; the last is the NameID of SAML, or the subject of OpenID Connect. `email` if not sent.',
  }),
  attributes: Attributes,
  emailDomains: Type.Array(Text({ min: 1, max: 253, example: 'acme.example' }), {
    maxItems: 50,
    description: 'If there are any, only e-mail addresses of these domains are let in.',
  }),
  createsUsers: Described(Bool, {
    description: 'True: an agent who is not there yet is made. With OpenID Connect it takes `emailDomains`.',
  }),
  roles: Described(roleIds, { description: 'What each user gets who is made.' }),
  rolesByGroup: Type.Array(GroupRoles, { maxItems: 200, description: 'Further roles, by the groups of the provider.' }),
  updatesRoles: Described(Bool, {
    description:
      'True: at each sign-in the roles of the user become exactly those of `roles` and `rolesByGroup`. The last owner stays one.',
  }),
  allowsProviderStart: Described(Bool, {
    description: 'True: a provider of SAML may begin by itself. Then nobody can tell who began.',
  }),
  returnUrl: Nullable(Text({ max: 2_000 }), {
    description:
      'The page to which people come back if none is asked for: on a domain of the company, or an origin that it allows. If not set, its first domain.',
  }),
};

const optional = <P extends TProperties>(properties: P) => Type.Partial(Type.Object(properties)).properties;

export const SingleSignOnReplace = Type.Object(
  {
    kind: StringEnum(kinds),
    saml: Type.Optional(Nullable(SamlProvider, { description: 'With the kind `saml`.' })),
    openIdConnect: Type.Optional(
      Nullable(Named('OpenIdProviderReplace')({ ...openIdFields, clientSecret: Type.Optional(clientSecret) }), {
        description: 'With the kind `openIdConnect`.',
      }),
    ),
    ...optional(ruleFields),
  },
  { title: 'SingleSignOnReplace', description: 'What is not sent is as if it had never been set.' },
);
export type SingleSignOnReplace = Static<typeof SingleSignOnReplace>;

const OpenIdProvider = Named('OpenIdProvider')({
  ...openIdFields,
  hasClientSecret: Described(Bool, { description: 'The secret itself is never shown.' }),
});

const connectionFields = {
  kind: StringEnum(kinds),
  saml: Nullable(SamlProvider),
  openIdConnect: Nullable(OpenIdProvider),
  ...ruleFields,
};
/** As it is stored: the client secret lies beside it. */
export type StoredConnection = Static<ReturnType<typeof Type.Object<typeof connectionFields>>>;

const address = (what: string) => Text({ max: 2_000, description: what });

export const SingleSignOn = Type.Object(
  {
    object: Type.Literal('singleSignOn'),
    companyId: Text({ max: 12 }),
    ...connectionFields,
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'SingleSignOn' },
);
export type SingleSignOn = Static<typeof SingleSignOn>;

export const modeQuery = {
  mode: Type.Optional(StringEnum(['live', 'test'], { description: 'Live if not given.' })),
};

export const loginQuery = {
  ...modeQuery,
  returnTo: Type.Optional(address('The page to come back to: of the company. If not given, the one of the settings.')),
  state: Type.Optional(
    Text({ min: 1, max: 512, description: 'Comes back to the page as it is: so it knows that it had asked.' }),
  ),
};

export const SamlResponse = Type.Object(
  {
    SAMLResponse: Text({ min: 1, max: 262_144, description: 'The response of the provider, in base64.' }),
    RelayState: Type.Optional(
      Text({ max: 2_000, description: 'Where the provider begins: the page to come back to, or nothing.' }),
    ),
  },
  { title: 'SamlResponse' },
);

export const openIdAnswer = {
  code: Type.Optional(Text({ max: 4_096 })),
  state: Type.Optional(Text({ max: 512 })),
  iss: Type.Optional(Text({ max: 1_024 })),
  error: Type.Optional(Text({ max: 255, description: 'Why the person did not sign in.' })),
};
