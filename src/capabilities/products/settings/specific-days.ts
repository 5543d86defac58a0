/** What `specificDays` are for each frequency: of loans, and of a loan type for loans that say none. */
export const expectedDays = {
  weekly: 'one day from 1 (Monday) to 7',
  everyTwoWeeks: 'one day from 1 (Monday) to 7, and a date of that day if you like',
  everyNWeeks: 'one day from 1 (Monday) to 7, the number of weeks from 2 to 52, and a date of the series if you like',
  twiceMonthly: 'two days from 1 to 31; 31 is the last of the month',
  monthly: 'one day from 1 to 31; 31 is the last of the month',
  quarterly: 'one day from 1 to 31, 31 is the last of the month, and a date of the series if you like',
  halfYearly: 'one day from 1 to 31, 31 is the last of the month, and a date of the series if you like',
  yearly: 'one day from 1 to 31, 31 is the last of the month, and a date of the series if you like',
  singleTerm: 'none',
} as const;
