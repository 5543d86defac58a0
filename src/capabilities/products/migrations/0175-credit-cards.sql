-- Each company is born with a loan type of credit cards besides. Those that are there already get theirs now: what 0042
-- gave them, under the regulation of cards. Until it has its version, a loan type of none is a new one.

insert into loan_types (id, company_id, position, version, status, created_at)
select 'LT-' || left(signs, 4) || '-' || right(signs, 4), company_id, position, 1, 'active', created_at
from companies cross join lateral (
  select string_agg(substr('ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789', 1 + floor(random() * 35)::integer, 1), '') as signs
  from generate_series(1, 8) where company_id <> ''
) drawn;

-- Where a company uses the external id itself, its own loan type keeps it.
update loan_types set external_id = 'credit-card'
where id not in (select loan_type_id from loan_type_versions) and company_id not in (
  select company_id from external_ids where kind = 'loan type' and external_id = 'credit-card'
);

insert into external_ids (external_id, company_id, kind, subject_id, object_id)
select external_id, company_id, 'loan type', company_id, id
from loan_types
where external_id is not null and id not in (select loan_type_id from loan_type_versions);

insert into fee_types (loan_type_id, id, company_id, position, fee_type, display_name, api_name, created_at)
select new_types.id, 'FT-' || left(signs, 4) || '-' || right(signs, 4), company_id, position + number, fee_type,
  display_name, fee_type, created_at
from (
  select id, company_id, position, created_at from loan_types
  where id not in (select loan_type_id from loan_type_versions)
) as new_types cross join (values
  (1, 'drawFee', 'Draw fee'),
  (2, 'serviceFee', 'Service fee'),
  (3, 'membershipFee', 'Membership fee'),
  (4, 'lateFee', 'Late fee'),
  (5, 'nsfFee', 'Returned payment fee')
) as kinds (number, fee_type, display_name) cross join lateral (
  select string_agg(substr('ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789', 1 + floor(random() * 35)::integer, 1), '') as signs
  from generate_series(1, 8) where company_id <> fee_type
) drawn;

insert into loan_type_versions (loan_type_id, version, id, company_id, position, settings, created_at)
select new_types.id, 1, new_types.id || '.1', company_id, position,
  jsonb_set(born.settings, '{fees,firstYearCap}', '"0.25"') || '{
    "name": "Credit card",
    "assetDisplayName": "Credit card",
    "regulation": "card",
    "waterfall": {
      "order": ["fees", "interest", "principal"], "drawOrder": "lowestRate", "excess": "highestRate", "aim": "due"
    }
  }'::jsonb, created_at
from (
  select id, company_id, position, created_at from loan_types
  where id not in (select loan_type_id from loan_type_versions)
) as new_types join (
  select distinct on (company_id) company_id, settings from loan_type_versions
  where version = 1 and settings ->> 'type' = 'lineOfCredit' and settings ->> 'name' = 'Line of credit'
  order by company_id, position, id
) as born using (company_id);
