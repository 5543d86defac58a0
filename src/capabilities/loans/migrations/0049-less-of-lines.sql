-- Lists of purchases by few and narrow indexes: they were two fifths of what a purchase takes. A loan's id is enough in
-- the front of a key, as a person has few loans; whose they are is compared in the row. A draw has one index of its own:
-- its other orders are those of its line, without the purchases of other draws.
drop index purchases_page, purchases_effective, purchases_of_draw, purchases_of_draw_effective, purchases_known;
-- The foreign key needs one that begins with its columns.
create index purchases_page on purchases (person_id, loan_id, position);
create index purchases_effective on purchases (loan_id, effective_at, position);
create index purchases_known on purchases (loan_id, (coalesce(authorized_at, settled_at, effective_at)), position);
create index purchases_of_draw on purchases (draw_id, position);
-- types=, statuses=: what is none of the many settled purchases is found among few.
create index purchases_unusual on purchases (loan_id, position) where type <> 'regular' or status <> 'settled';

-- The state of a tail stands beside it, because most changes begin at the loan's own state and need of the tail only its
-- facts and its place. Null: the tail begins at the base, or was stored before this column and has its state whole.
alter table loan_tails add column state jsonb;
