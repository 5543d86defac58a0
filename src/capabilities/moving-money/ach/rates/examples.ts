export const rates = {
  object: 'achReturnRates',
  companyId: 'CP-2W8D-K4TN',
  from: '2027-03-20',
  through: '2027-05-18',
  originators: [
    {
      companyIdentification: '1987654321',
      debitCount: 4000,
      rates: [
        { rate: 'unauthorized', returnedCount: 16, limitPerMille: 5, standing: 'warning' },
        { rate: 'administrative', returnedCount: 40, limitPerMille: 30, standing: 'fine' },
        { rate: 'all', returnedCount: 310, limitPerMille: 150, standing: 'fine' },
      ],
      days: [
        {
          day: '2027-05-13',
          isVerifying: false,
          debitCount: 4000,
          returnedCount: 310,
          unauthorizedCount: 16,
          administrativeCount: 40,
        },
      ],
    },
  ],
};
