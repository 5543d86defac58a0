export const instrumentVerify = { deposit1: 11, deposit2: 32 };
