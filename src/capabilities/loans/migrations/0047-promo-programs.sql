-- The promo programs of a loan, as they were agreed: few, and read with the loan. What came of them is in its books.
alter table loans add column promo_programs jsonb;
