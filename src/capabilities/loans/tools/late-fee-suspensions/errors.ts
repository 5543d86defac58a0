import { errorKinds } from '#platform/errors.ts';
import { statusForbids } from '../../core/loan/thing-states.ts';

export const suspensionErrors = errorKinds({
  LateFeeSuspensionStatusForbids: statusForbids('suspension of late fees'),
});
