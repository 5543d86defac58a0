// A time of day as clients send it, on the clock of the loan's zone.
import { type Static, Type } from 'typebox';
import { Int, Named } from '#platform/input/schemas.ts';

export const TimeOfDay = Named('TimeOfDay')({
  hour: Int({ min: 0, max: 23 }),
  minute: Type.Optional(Int({ min: 0, max: 59 })),
  second: Type.Optional(Int({ min: 0, max: 59 })),
});

/** As the engine has it: the second of the day. */
export const secondOf = ({ hour, minute = 0, second = 0 }: Static<typeof TimeOfDay>): number =>
  hour * 3600 + minute * 60 + second;
