-- Made by `npm run docs`. Do not edit. In test mode, so that each write also holds the test clock's row.

-- GET /companies/current
;

-- GET /keys
;

-- POST /keys
;
;
;

-- GET /keys/{keyId}
;

-- PUT /keys/{keyId}
;
;
;

-- DELETE /keys/{keyId}
;
;
;

-- GET /test-clock
;
;

-- POST /test-clock
;
;
;

-- POST /test-clock/advance
;
;
;

-- GET /operations/{operationId}
;

-- GET /people
;
;

-- POST /people
;
;

-- GET /people/search
;

-- GET /people/{personId}
;
;

-- PUT /people/{personId}
;
;
;

-- GET /people/{personId}/identity
;
;

-- GET /people/{personId}/identities
;
;

-- POST /people/{personId}/identities
;
;
;

-- GET /people/{personId}/identities/{identityId}
;
;

-- PUT /people/{personId}/identities/{identityId}
;
;
;

-- DELETE /people/{personId}/identities/{identityId}
;
;
;

-- GET /people/{personId}/contacts
;
;

-- POST /people/{personId}/contacts
;
;

-- GET /people/{personId}/contacts/{contactId}
;
;

-- PUT /people/{personId}/contacts/{contactId}
;
;
;

-- DELETE /people/{personId}/contacts/{contactId}
;
;
;

-- POST /people/{personId}/contacts/{contactId}/clone
;
;
;

-- POST /people/import
;
;
;
;

-- GET /people/import/{importId}/results
;

-- GET /people/import/{importId}/results.ndjson
;

-- POST /people/import/{importId}/cancel
;
;
;

-- GET /loan-types
;

-- POST /loan-types
;
;

-- GET /loan-types/{loanTypeId}
;

-- PUT /loan-types/{loanTypeId}
;
;

-- GET /loan-types/{loanTypeId}/versions
;
;

-- GET /loan-types/{loanTypeId}/fee-types
;
;

-- POST /loan-types/{loanTypeId}/fee-types
;
;

-- GET /loan-types/{loanTypeId}/index-rates
;
;

-- POST /loan-types/{loanTypeId}/index-rates
;
;
;
;

-- GET /loan-types/{loanTypeId}/index-rates/{indexRateId}
;
;

-- PUT /loan-types/{loanTypeId}/index-rates/{indexRateId}
;
;
;
;

-- DELETE /loan-types/{loanTypeId}/index-rates/{indexRateId}
;
;
;
;

-- GET /loan-types/{loanTypeId}/rate-caps
;
;

-- POST /loan-types/{loanTypeId}/rate-caps
;
;
;

-- GET /loan-types/{loanTypeId}/rate-caps/{rateCapId}
;
;

-- DELETE /loan-types/{loanTypeId}/rate-caps/{rateCapId}
;
;
;

-- GET /companies/{companyId}/merchants
;

-- POST /companies/{companyId}/merchants
;
;

-- GET /companies/{companyId}/merchants/{merchantId}
;

-- PUT /companies/{companyId}/merchants/{merchantId}
;
;

-- GET /companies/{companyId}/investors
;

-- POST /companies/{companyId}/investors
;
;

-- GET /companies/{companyId}/investors/{investorId}
;

-- PUT /companies/{companyId}/investors/{investorId}
;
;

-- GET /people/{personId}/payment-instruments
;
;

-- POST /people/{personId}/payment-instruments
;
;
;

-- GET /people/{personId}/payment-instruments/{paymentInstrumentId}
;
;

-- PUT /people/{personId}/payment-instruments/{paymentInstrumentId}
;
;
;

-- DELETE /people/{personId}/payment-instruments/{paymentInstrumentId}
;
;
;

-- POST /people/{personId}/loans
;
;
;
;
;
;
;
;

-- GET /people/{personId}/loans/{loanId}
;
;

-- PUT /people/{personId}/loans/{loanId}
;
;
;

-- POST /people/{personId}/loans/{loanId}/activate
;
;

-- POST /people/{personId}/loans/{loanId}/cancel
;
;

-- POST /people/{personId}/loans/{loanId}/close
;
;

-- POST /people/{personId}/loans/{loanId}/refresh
;
;

-- POST /people/{personId}/loans/{loanId}/freeze
;
;

-- POST /people/{personId}/loans/{loanId}/unfreeze
;
;

-- POST /people/{personId}/loans/{loanId}/accelerate
;
;

-- POST /people/{personId}/loans/{loanId}/reverse-accelerate
;
;

-- POST /people/{personId}/loans/{loanId}/charge-off
;
;

-- POST /people/{personId}/loans/{loanId}/reverse-charge-off
;
;

-- GET /loans
;

-- GET /people/{personId}/loans
;
;

-- GET /people/{personId}/loans/{loanId}/periods
;
;

-- GET /people/{personId}/loans/{loanId}/periods/{loanPeriodId}
;
;

-- GET /people/{personId}/loans/{loanId}/expected-payments
;
;

-- GET /people/{personId}/loans/{loanId}/obligations
;
;

-- GET /people/{personId}/loans/{loanId}/obligations/{obligationId}
;
;
;

-- GET /people/{personId}/loans/{loanId}/fees
;
;
;

-- GET /people/{personId}/loans/{loanId}/fees/{loanFeeId}
;
;
;

-- POST /people/{personId}/loans/{loanId}/fees/{loanFeeId}/cancel
;
;
;

-- GET /people/{personId}/loans/{loanId}/rates
;
;
;

-- POST /people/{personId}/loans/{loanId}/rates
;
;
;
;
;
;

-- GET /people/{personId}/loans/{loanId}/balances
;
;

-- GET /people/{personId}/loans/{loanId}/interest
;
;

-- GET /people/{personId}/loans/{loanId}/payoff
;
;

-- GET /people/{personId}/loans/{loanId}/ledger
;
;
;

-- GET /people/{personId}/loans/{loanId}/explain
;

-- GET /people/{personId}/loans/{loanId}/migration/past-periods
;
;

-- POST /people/{personId}/loans/{loanId}/migration/past-periods
;
;
;

-- PUT /people/{personId}/loans/{loanId}/migration/past-periods
;
;

-- POST /people/{personId}/loans/{loanId}/migration/past-transaction
;
;

-- POST /people/{personId}/loans/{loanId}/migration/activate
;
;
;

-- POST /loans/import
;
;
;
;

-- GET /loans/import/{importId}/results
;
;

-- GET /loans/import/{importId}/results.ndjson
;
;

-- POST /loans/import/{importId}/cancel
;
;
;
;
;
;
;

-- GET /people/{personId}/loans/{loanId}/lock-status
;
;

-- GET /people/{personId}/loans/{loanId}/transactions
;
;

-- GET /people/{personId}/loans/{loanId}/transactions/{transactionId}
;
;

-- POST /people/{personId}/loans/{loanId}/transactions
;
;

-- POST /people/{personId}/loans/{loanId}/reimburse
;
;

-- PUT /people/{personId}/loans/{loanId}/transactions/{transactionId}
;
;
;

-- POST /people/{personId}/loans/{loanId}/transactions/{transactionId}/backdate
;
;
;

-- POST /people/{personId}/loans/{loanId}/transactions/{transactionId}/reverse
;
;
;

-- GET /webhooks
;
;

-- GET /webhooks/{webhookId}
;
;

-- PUT /webhooks/{webhookId}
;
;
;

-- DELETE /webhooks/{webhookId}
;
;

-- POST /webhooks
;
;
;
;

-- POST /webhooks/{webhookId}/rotate-secret
;
;
;
;

-- POST /webhooks/{webhookId}/test
;
;
;

-- POST /webhooks/{webhookId}/recover
;
;
;

-- GET /webhooks/{webhookId}/deliveries
;
;

-- GET /webhooks/{webhookId}/deliveries/{deliveryId}
;
;

-- POST /webhooks/{webhookId}/deliveries/{deliveryId}/redeliver
;
;
;
;

-- GET /events
;

-- GET /events/stream
;
;
;
;
;
;
;
;
;
;
;
;
;
;
;
;
;
;

-- GET /people/{personId}/events
;
;
;
;
;
;
;
