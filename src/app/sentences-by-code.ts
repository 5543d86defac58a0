// Errors of the system and of the database, explained to the person who runs a command.

export const sentencesByCode: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is taken by another program. Set PORT to a free one.',
  EADDRNOTAVAIL: 'HOST is not an address of this machine. Set it to 127.0.0.1, or 0.0.0.0 for all.',
  ECONNREFUSED: 'The database of DATABASE_URL cannot be reached. Is it running, and is the address right?',
  ENOTFOUND: 'The host of DATABASE_URL has no address. Is its name right?',
  '28P01': 'The database refuses the account of DATABASE_URL: the user or the password is wrong.',
  '28000': 'The database refuses the account of DATABASE_URL: its rules (pg_hba.conf) do not let it in.',
  '3D000': 'The database named in DATABASE_URL does not exist. Create it in UTF-8, owned by the account.',
  '42501': 'The account of DATABASE_URL may not create schemas in its database. Make it the owner.',
};
