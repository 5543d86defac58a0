// Why a payment was canceled, in words for a borrower and in a sentence for staff. The reasons are ours; a text that a
// client sent as its reason stands in `cancelReason` alone.

interface Words {
  readonly short: string;
  readonly long: string;
}

const words: Readonly<Record<string, Words>> = {
  canceledByUser: { short: 'Canceled on request', long: 'Somebody canceled it before it was ordered.' },
  nothingDue: { short: 'Nothing due', long: 'Nothing was owed any more when it was to be ordered.' },
  superseded: { short: 'Not needed any more', long: 'Something else has paid it, or has taken its place.' },
  loanStatus: { short: 'Loan takes no payment', long: 'The status of the loan did not allow a payment.' },
  instrumentInactive: { short: 'Instrument not usable', long: 'The payment instrument was not active and verified.' },
  processorNotConfigured: { short: 'Could not be ordered', long: 'No payment provider was set that could carry it.' },
  authorizationMissing: {
    short: 'Not authorized',
    long: 'No authorization of this account, amount and day was valid when it was to be ordered.',
  },
  blocked: { short: 'Payments are blocked', long: 'Debits from this instrument were blocked.' },
  limit: { short: 'Above a limit', long: 'It was more than the company lets move at once or within a day.' },
  lowBalance: { short: 'Balance too low', long: 'The account did not hold enough for it, by its bank.' },
  notAnnounced: { short: 'Not announced', long: 'The notice that had to go out before was not sent in time.' },
  reversed: { short: 'Taken back', long: 'It was taken back before the provider had heard of it.' },
  takenBack: { short: 'Called off', long: 'It was called off before the money moved.' },
  rejected: { short: 'Not approved', long: 'A second person did not approve it.' },
  approvalExpired: { short: 'Not approved in time', long: 'No second person approved it in time.' },
};

const otherwise: Words = { short: 'Canceled', long: 'It was canceled for another reason.' };

export const cancelWords = (reason: string): Words =>
  (Object.hasOwn(words, reason) ? words[reason] : undefined) ?? otherwise;
