// The examples of the endpoints.

/** As metadata of a provider have it: base64 alone. */
const certificate =
  'MIIBkjCCATegAwIBAgIUXFi7aIlorVOhhTB4tVlX5iYxcfIwCgYIKoZIzj0EAwIwHTEbMBkGA1UEAwwSbG9naW4uYWNtZS5leGFtcGxlMCAXDTI2MTEyMzEzNTM0NFoYDzIxMjYxMDMwMTM1MzQ0WjAdMRswGQYDVQQDDBJsb2dpbi5hY21lLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARhILle+DQwt1BQNUpK1TKUpbI8/uDGhnLNJTWsjtxUa26CcQMa66iaBB3OZFa6X0Msl5MKCL08jMlg/QICzk5Do1MwUTAdBgNVHQ4EFgQUms811MnotPymOEeoaXmad5dcWmAwHwYDVR0jBBgwFoAUms811MnotPymOEeoaXmad5dcWmAwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA1LuBHL38WVcLN45YalxTle4UdKKsEdnC5PU7zqfF5MMCIQCPSPKVWEc4JklJBtkorVBUWvdYWrRSF4sPbbLlDvxfEQ==';

export const saml = {
  kind: 'saml',
  saml: {
    entityId: 'https://login.acme.example/saml',
    loginUrl: 'https://login.acme.example/saml/sign-in',
    certificates: [certificate],
  },
  emailDomains: ['acme.example'],
  createsUsers: true,
};

const lines = certificate.match(/.{1,64}/g) as string[];
const pem = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----`;

export const connection = {
  object: 'singleSignOn',
  companyId: 'CP-2W8D-K4TN',
  ...saml,
  saml: { ...saml.saml, certificates: [pem] },
  openIdConnect: null,
  userType: 'agent',
  matchBy: 'email',
  attributes: {},
  roles: [],
  rolesByGroup: [],
  updatesRoles: false,
  allowsProviderStart: false,
  returnUrl: null,
  createdAt: '2026-03-02T14:05:09.120344+00:00',
  updatedAt: null,
};

export const samlResponse = { SAMLResponse: 'PHNhbWxwOlJlc3BvbnNlPg==' };

export const metadata =
  '<?xml version="1.0"?><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://tenor.acme.example/api/companies/CP-2W8D-K4TN/auth/saml/metadata.xml">…</EntityDescriptor>';
