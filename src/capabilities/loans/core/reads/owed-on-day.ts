// What is owed on a day by SQL alone, from the figures of the day that the standing keeps: expressions over the columns of
// loan_standing and over `days`, those since `owed_through`. The rule is that of core/loan/stored-figures.ts.

/** Interest that was earned: the cents and parts, and so many days of what a day adds. */
const onDay = (cents: string, part: string, daily: string, dailyPart: string) =>
  `greatest(0, ${cents} + ${daily} * days + floor((${part} + ${dailyPart}::numeric * days) / part_of)::bigint)`;

const ofBalances = `(
  select sum(${onDay('n[4 * i - 3]', 'n[4 * i - 2]', 'n[4 * i - 1]', 'n[4 * i]')})
    from string_to_array(not_due, ' ') as texts, cast(texts as bigint[]) as n, generate_series(1, cardinality(n) / 4) as i
)`;

const accrued = onDay(
  'coalesce(accrued, 0)',
  'coalesce(accrued_part, 0)',
  'coalesce(daily, 0)',
  'coalesce(daily_part, 0)',
);

/** Days until the figures hold, at the most. */
export const daysUntil = (day: string): string => `least(${day}, owed_until) - owed_through`;

/** In cents, and days. */
export const owedOnDay = {
  principal: 'coalesce(principal, 0)',
  interest: `coalesce(interest, 0) + case when not_due is null then ${accrued} else coalesce(${ofBalances}, 0) end`,
  fees: 'coalesce(fees, 0)',
  due: 'coalesce(due, 0)',
  pastDue: 'coalesce(past_due, 0)',
  pastDueDays: 'coalesce(past_due_days, 0) + coalesce(daily_past_due_days, 0) * days',
};
