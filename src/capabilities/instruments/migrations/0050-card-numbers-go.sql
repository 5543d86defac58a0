-- Cards are charged by the token of a provider. The numbers of cards that were kept sealed go; their last four digits stay.
update payment_instruments
  set number_sealed = null, number_token = null
  where instrument_type = 'card' and number_sealed is not null;
