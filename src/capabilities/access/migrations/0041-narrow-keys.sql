-- A permission includes all of its kinds since this release, so transaction:create alone lets every type of transaction
-- in. Until now a key needed it beside the kind: those that were given kinds keep just these.
update api_keys
  set permissions = array_remove(permissions, 'transaction:create')
  where permissions && array['transaction:create.onetimepayment', 'transaction:create.servicecredit'];
