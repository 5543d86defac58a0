-- Each company is born with a loan type of lines of credit too. Those that are there already get theirs now, as 0006
-- gave them that of installment loans. Until it has its version, a loan type of none is a new one.

insert into loan_types (id, company_id, position, version, status, created_at)
select 'LT-' || left(signs, 4) || '-' || right(signs, 4), company_id, position, 1, 'active', created_at
from companies cross join lateral (
  select string_agg(substr('ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789', 1 + floor(random() * 35)::integer, 1), '') as signs
  from generate_series(1, 8) where company_id <> ''
) drawn;

-- Where a company uses the external id itself, its own loan type keeps it.
update loan_types set external_id = 'line-of-credit'
where id not in (select loan_type_id from loan_type_versions) and company_id not in (
  select company_id from external_ids where kind = 'loan type' and external_id = 'line-of-credit'
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
select id, 1, id || '.1', company_id, position, '{
  "type": "lineOfCredit",
  "name": "Line of credit",
  "description": null,
  "assetType": "personalOpenEndUnsecured",
  "assetDisplayName": "Line of credit",
  "timezone": null,
  "currency": "USD",
  "cutOffTime": null,
  "regulation": "openEnd",
  "interest": {
    "dayCount": "actual/365", "accrualMethod": "simple", "rounding": "cut", "minRate": "0", "maxRate": "0.36",
    "indexFloor": null, "indexCap": null, "indexStepCap": null, "balanceMethod": "daily", "minChargeAmount":
    null
  },
  "payments": {
    "paymentFrequency": "monthly", "dueDateMode": "fixedDueDate", "specificDays": [1], "dueAfterDays": 25,
    "deadlines": "asIs", "holdDays": null
  },
  "minPaymentCalculation": {
    "percentageOfPrincipal": "0.01", "minAmount": 2500, "drawMinAmount": 0, "roundUpToAmount": 1,
    "includesOverLimitAmount": false
  },
  "gracePeriod": {
    "isGracePeriodApplicable": true, "numPeriodsToRestoreGrace": 1, "numPeriodsToEvaluateGrace": 1,
    "minPaymentCalculationOverride": null, "scope": "line"
  },
  "fees": {
    "draw": {"amount": 0, "percentageOfPrincipal": "0", "charged": "firstPayment"}, "late": null, "nsfAmount":
    null, "service": null, "membership": null, "firstYearCap": null
  },
  "draws": {
    "purposes": ["regular", "cashAdvance", "balanceTransfer", "static"], "creditLimitAmount": null,
    "autoAmortization": null
  },
  "purchases": {"authorizationDays": 7, "blockPurchasesOverdueDays": null},
  "disputes": {"lostInterest": "forgone", "credit": "provisional"},
  "waterfall": {
    "order": ["fees", "interest", "principal"], "drawOrder": "highestRate", "excess": "drawOrder", "aim": "whole"
  },
  "delinquency": {
    "toleranceAmount": 0, "accelerationDueWithin": null, "chargeOffDueWithin": null, "accrualAfterChargeOff":
    false, "paymentAllowedWhenChargedOff": true
  }
}'::jsonb, created_at
from loan_types
where id not in (select loan_type_id from loan_type_versions);

-- What a lender promotes a draw with. Deleted ones stay for the programs that were made of them.
create table promo_program_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  program_type text not null,
  promo_rate numeric,
  promo_duration_days integer not null,
  promo_grace_period_days integer not null,
  sac_disqualify_overdue_days integer,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint promo_program_types_pkey primary key (id),
  constraint promo_program_types_status check (status in ('active', 'inactive'))
);
create index promo_program_types_page on promo_program_types (company_id, position desc, id desc)
  where deleted_at is null;
