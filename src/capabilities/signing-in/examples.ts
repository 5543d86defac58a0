// The examples of the endpoints.
export const token = {
  id: 'SN-7KQ2-M9XA',
  token: 'eyJhbGciOiJFZERTQSIsImtpZCI6InRlc3QtNjg4LTEifQ.eyJzdWIiOiJVUi03S1EyLU05WEEifQ.c2lnbmF0dXJl',
  refreshToken: 'tenor_refresh_test_CP-2W8D-K4TN_UR-7KQ2-M9XA_SN-7KQ2-M9XA_Zk3vYl0aR9tXc5uQ7wEoIpLsDfGhJkMnBvCxZaQwErT',
  expiresAt: '2026-03-02T14:20:09.000000+00:00',
};

export const signIn = { username: 'ada@example.com', password: 'four words of my own' };

export const passkeyOptions = {
  challenge: 'aJk0mzQpM8sWz1VnYtBqC3xLhU5dFgR7eKoNiP2uTbSvXw4y',
  rpId: 'agents.acme.example',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
};

export const session = {
  id: 'SN-7KQ2-M9XA',
  object: 'session',
  kind: 'user',
  method: 'password',
  address: '203.0.113.9',
  isCurrent: true,
  createdAt: '2026-03-02T14:05:09.120344+00:00',
  lastUsedAt: '2026-03-02T14:05:09.120344+00:00',
  expiresAt: '2026-04-01T14:05:09.120344+00:00',
};
