// Who made an object, shown with it.
import type { Actor } from '#platform/actor.ts';
import { Nullable, StringEnum, Text } from '#platform/input/schemas.ts';

export const madeByFields = {
  createdByType: StringEnum(['key', 'user', 'provider', 'system'], { description: 'Who made it.' }),
  createdById: Nullable(Text({ max: 12, example: 'UR-5D8K-W2QM' })),
};

export const madeBy = ({ type, id }: Actor) => ({ created_by_type: type, created_by_id: id });
