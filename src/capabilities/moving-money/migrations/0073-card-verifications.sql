-- By a verification of a card no money moves. The amount of a trial deposit stands in its sealed body alone.
alter table payment_attempts drop constraint payment_attempts_amount;
alter table payment_attempts add constraint payment_attempts_amount
  check (amount_cents > 0 or (amount_cents = 0 and (subject_kind = 'trialDeposit' or deed = 'verify')));
