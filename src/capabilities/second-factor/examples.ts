// The examples of the endpoints.
export const passkey = {
  id: 'PK-7KQ2-M9XA',
  object: 'passkey',
  name: 'My telephone',
  host: 'agents.acme.example',
  createdAt: '2026-03-02T14:05:09.120344+00:00',
  lastUsedAt: null,
  counterWentBackAt: null,
};

export const factors = {
  object: 'secondFactors',
  isRequired: true,
  mustSetUp: false,
  totp: { confirmedAt: '2026-03-02T14:05:09.120344+00:00', lastUsedAt: null },
  passkeys: [passkey],
  recoveryCodesLeft: 10,
};

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const account = 'Acme:grace%40acme.example';

export const totpSecret = {
  object: 'totpSecret',
  secret,
  address: `otpauth://totp/${account}?secret=${secret}&issuer=Acme&algorithm=SHA1&digits=6&period=30`,
  expiresAt: '2026-03-02T14:20:09.120344+00:00',
};

const challenge = 'Zk3vYl0aR9tXc5uQ7wEoIpLsDfGhJkMnBvCxZaQwErT';

export const creationOptions = {
  challenge,
  rp: { id: 'agents.acme.example', name: 'agents.acme.example' },
  user: { id: 'VVItN0tRMi1NOVhB', name: 'grace@acme.example', displayName: 'Grace Hopper' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  excludeCredentials: [],
};

const id = 'o2Kx1Bq7Q0m5l3n8p1r4tw';

export const registration = {
  name: 'My telephone',
  response: {
    id,
    rawId: id,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response: {
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
      attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg',
      transports: ['internal'],
    },
  },
};

export const recoveryCodes = {
  object: 'recoveryCodes',
  recoveryCodes: ['h7wqk-29fzr', 'n4c8t-mpx6d', 'b3yvg-7jk2s'],
};
