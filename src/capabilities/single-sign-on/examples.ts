// The examples of the endpoints.

/** As metadata of a provider have it: base64 alone. */
const certificate =
  'MIIDHTCCAgWgAwIBAgIUdbz9iaWcB2Rz/U6dCZFg6VH4pgswDQYJKoZIhvcNAQELBQAwHTEbMBkGA1UEAwwSbG9naW4uYWNtZS5leGFtcGxlMCAXDTI2MTEyMzE0MjEyMVoYDzIxMjYxMDMwMTQyMTIxWjAdMRswGQYDVQQDDBJsb2dpbi5hY21lLmV4YW1wbGUwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCrTIV4pWPZGmcg8zwS8kF12woaxTY7as7nSslMXgvJZDGUQoyCJtFnYDwToMylf8FAlFhJTzcT9Uh9x5Ez/hTSk1q50in9BxhPejjQS/U3TM2reIjNIKsufXa5C3r4rHWUwtn/91TWMsUSJfCAR92/o8NlrTebxuKJlpvtLwBL+h7Oc9UNIVu/opu6UXR/utEEgTGdt38jQjp7is3gYbMVTM4+/t01qOkyhfTMv0SqBSp8hzXHVL7Nbmw6OLypQenYMy1P9qasIdVJUBPZowX+gdwH0gAqcpq9yli7nDbxn0cfo8eWM/NTlSLCQfWvRYXru4rbkMVYczdtt0V0ueKRAgMBAAGjUzBRMB0GA1UdDgQWBBSwNH6gSEmb6qttei9GQa9jgy6XgDAfBgNVHSMEGDAWgBSwNH6gSEmb6qttei9GQa9jgy6XgDAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IBAQCNwHp6z7QsBd9+DlRK/ir5qUNSUGUQb22u3YcRX1KwhilKX9KXJsY4Jw1edVjCYFPoGpDa8XNsOXoELjJl6bK3xgiRVjT0/7CvyZ3ala8uXeD9Vhioy2lsKRPujrs3J3RJb6zx1MnMGNsm3a3MdAhOzmGKGeRr77/Vu1Rjp+nbhWLRoJhbOUDTPXX4qP71zoLbNvHuPj/3GaFQauXlvFDK+Cld/dV9DYFpKWKNmxei6G5KJTuRYqcrINdx53UCrYMyXIYUCP5INqYigaChKrbNQQ/bRPvk4+Mn/fRzZve59sb+8XWueyaGxEDvUVPXC3HZfULSkYphrzwy1UDEE9vz';

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

export const samlResponse = { SAMLResponse: 'PHNhbWxwOlJlc3BvbnNlPg==' };

export const metadata =
  '<?xml version="1.0"?><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://tenor.acme.example/api/companies/CP-2W8D-K4TN/auth/saml/metadata.xml">…</EntityDescriptor>';
