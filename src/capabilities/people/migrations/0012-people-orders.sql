-- Every field that people may be sorted by gives an order, both ways, and status and type are filters as well: without
-- an index each of these pages read and sorted everybody. Equal ones run by position and id, as in platform/http/pages.ts.
create index people_created on people (company_id, created_at, position, person_id);
create index people_updated on people (company_id, updated_at, position, person_id);
create index people_status on people (company_id, status, position, person_id);
-- With the status, so that both filters together are counted in the index alone.
create index people_type on people (company_id, borrower_type, position, person_id) include (status);
create index people_intensity on people (company_id, collections_intensity, position, person_id);
create index people_external_id on people (company_id, external_id, position, person_id);
