/** An order that was asked for so often is unknown for a quarter of an hour, for four hours. */
export const [warnAsked, alarmAsked] = [5, 9] as const;
