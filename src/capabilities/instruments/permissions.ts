export const createPermission = 'payment.instrument:create';
/** For what is against a rule: needed besides the permission of the endpoint. */
export const forcePermission = 'payment.instrument:force';
/** Whoever has it without that of the endpoint adds external instruments, and no others. */
export const externalPermission = 'payment.instrument:external';
/** Neither reading nor changing instruments lets anybody see what lies on them, or link them. */
export const balancePermission = 'payment.instrument:balance';
export const linkPermission = 'payment.instrument:link';
export const instrumentPermissions: readonly string[] = [forcePermission];
