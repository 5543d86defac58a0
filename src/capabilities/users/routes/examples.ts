// The requests of the examples.
export const userBody = {
  userType: 'agent',
  authType: { email: 'grace@acme.example' },
  employee: { firstName: 'Grace', lastName: 'Hopper' },
};
