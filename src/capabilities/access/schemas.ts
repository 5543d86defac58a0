import Type, { type Static } from 'typebox';
import { standardVersion, versions } from '#platform/http/versions.ts';
import { DateTime, Int, Nullable, NullIsSaid, StringEnum, Text } from '#platform/input/schemas.ts';

export const Company = Type.Object(
  {
    id: Text({ max: 12, description: 'CP-XXXX-XXXX.', example: 'CP-7KQ2-M9XA' }),
    object: Type.Literal('company'),
    name: Text({ max: 200, example: 'Acme Lending' }),
    timezone: Text({ max: 64, description: 'Dates are computed in this zone.', example: 'America/New_York' }),
    mode: StringEnum(['live', 'test'], { description: 'The mode of the key that asked.' }),
    createdAt: DateTime,
  },
  { title: 'Company' },
);

const name = Text({ min: 1, max: 100, description: 'What the key is for.', example: 'Nightly import' });
const permissions = Nullable(Type.Array(Text({ min: 1, max: 100 }), { maxItems: 500 }), {
  description: 'Such as person:read. Null or absent: all of them, also those that come with later versions.',
  example: ['person:read', 'person:list'],
});
const apiVersion = StringEnum(versions, {
  description: 'The interface version of calls without an API-Version header.',
});
const apiVersionSent = Nullable(apiVersion, {
  description: `The interface version of calls without an API-Version header; null or absent: ${standardVersion}.`,
});
const expiresAt = NullIsSaid(
  Nullable(DateTime, { description: 'From this moment on the key is refused. Null: never.' }),
);

const allowedAddresses = Nullable(Type.Array(Text({ min: 1, max: 43 }), { minItems: 1, maxItems: 100 }), {
  description: 'Addresses and ranges from which the key may be used. Null: from anywhere.',
  example: ['203.0.113.0/24', '2001:db8::/32'],
});
const keyId = Text({ max: 12, example: 'AK-2W8D-K4TN' });

export const ApiKey = Type.Object(
  {
    id: Text({ max: 12, example: 'AK-7KQ2-M9XA' }),
    object: Type.Literal('apiKey'),
    companyId: Text({ max: 12, example: 'CP-7KQ2-M9XA' }),
    mode: StringEnum(['live', 'test']),
    name,
    hint: Text({ max: 8, description: 'The last four signs of the key.', example: 'x7Qd' }),
    permissions,
    apiVersion,
    expiresAt,
    allowedAddresses,
    predecessorId: Nullable(keyId, { description: 'The key in whose place it was made.' }),
    successorId: Nullable(keyId, { description: 'The key that was made in its place.' }),
    holderUserId: Nullable(Text({ max: 12, example: 'UR-5D8K-W2QM' }), {
      description:
        'The user who stands for it: it can do no more than they may, and is refused while they are not active. Null: the company.',
    }),
    lastUsedAt: Nullable(DateTime, { description: 'Noted every half minute.' }),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'ApiKey' },
);
export type ApiKey = Static<typeof ApiKey>;

export const NewApiKey = Type.Object(
  {
    ...ApiKey.properties,
    key: Text({ max: 100, description: 'The key itself. It is shown this once.', example: 'tenor_test_…' }),
  },
  { title: 'NewApiKey' },
);
export type NewApiKey = Static<typeof NewApiKey>;

export const KeyCreate = Type.Object(
  {
    name,
    permissions: Type.Optional(permissions),
    apiVersion: Type.Optional(apiVersionSent),
    expiresAt: Type.Optional(expiresAt),
    allowedAddresses: Type.Optional(allowedAddresses),
  },
  { title: 'KeyCreate' },
);
export type KeyCreate = Static<typeof KeyCreate>;

export const KeyUpdate = Type.Partial(KeyCreate, { title: 'KeyUpdate' });
export type KeyUpdate = Static<typeof KeyUpdate>;

export const KeyRotate = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Int({
        min: 0,
        max: 30 * 86_400,
        description: 'How long the key still works beside its successor. A day if not sent; 0: it ends at once.',
        example: 3600,
      }),
    ),
  },
  { title: 'KeyRotate' },
);
export type KeyRotate = Static<typeof KeyRotate>;
