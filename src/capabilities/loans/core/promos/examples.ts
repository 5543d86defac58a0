// The requests of the examples.
export const promoProgramCreate = { promoTypeId: 'ext-half-a-year', externalId: 'PROMO-1' };

export const promoProgramUpdate = { promoDurationDays: 365 };
