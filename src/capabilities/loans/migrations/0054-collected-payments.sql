-- Payments that the service collects itself: when a scheduled one becomes an order, by the business clock.
alter table transactions add column release_at timestamptz;
-- Each company has its own now.
create index transactions_release on transactions (company_id, release_at) where release_at is not null;
-- Those that wait, or are on the way and not on the books yet: few of many.
create index transactions_under_way on transactions (person_id, loan_id) where status in ('scheduled', 'initiated');
