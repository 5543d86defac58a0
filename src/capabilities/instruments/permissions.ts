/** For what is against a rule: needed besides the permission of the endpoint. */
export const forcePermission = 'payment.instrument:force';
export const instrumentPermissions: readonly string[] = [forcePermission];
