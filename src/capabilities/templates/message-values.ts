// What whoever sends a message tells its text of the sending itself, as `message`.
export const messageValues = {
  date: { says: 'The day of the company on which it is sent.', example: '2026-11-29' },
  isTransactional: { says: 'True: it is about what the borrower has agreed to, and promotes nothing.', example: true },
  isFromCollector: { says: 'True: a collector writes, and has to say so.', example: false },
  optOutUrl: { says: 'Where a borrower opts out of such emails; nothing where that is not offered.', example: null },
  address: { says: 'Of a letter: the lines of the address, one below the other.', example: null },
  hasOptOut: { says: 'True: a text message says how to opt out.', example: false },
} as const;

/** For previews and documents, which nobody sends. */
export const messageOf = (date: string): Readonly<Record<keyof typeof messageValues, unknown>> => ({
  date,
  isTransactional: true,
  isFromCollector: false,
  optOutUrl: null,
  address: null,
  hasOptOut: false,
});
