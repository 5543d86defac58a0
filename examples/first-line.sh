#!/bin/sh
# A card account from nothing, by curl and the test clock: a line of credit, a draw, purchases, a statement that is paid in
# full and keeps the grace period, and one that is not and loses it.
#
#   sh examples/first-line.sh                          starts a service of its own in a directory that it removes
#   TENOR_API_KEY=tenor_test_… sh examples/first-line.sh    uses the one that runs (TENOR_URL, if it is elsewhere)
set -eu
cd "$(dirname "$0")/.."
. examples/service.sh

clock() { call POST '/test-clock/advance?sync=true' "{\"to\": \"$1T15:00:00Z\"}" >/dev/null; }
buy() { # buy DATE AMOUNT WHAT
  call POST "$draw/purchases?sync=true" \
    "{\"amount\": $2, \"purchaseDate\": \"$1\", \"status\": \"settled\", \"purchaseDetails\": {\"description\": \"$3\"}}" |
    show "\"$1  bought\" + money(d.amount) + \"  \" + d.purchaseDetails.description"
}
pay() { # pay DATE AMOUNT
  call POST "$line/transactions?sync=true" \
    "{\"type\": \"oneTime\", \"isExternal\": true, \"status\": \"succeeded\", \"amount\": $2, \"paymentInstrumentId\": \"$instrument\"}" |
    show "\"$1  paid  \" + money(d.actualAmount) + \":\" + money(d.paidPrincipalAmount) + \" principal\" + money(d.paidInterestAmount) + \" interest\""
}
bill() { # bill STATEMENT-DATE
  period=$(call GET "$line/periods" | show "d.find((p) => p.statementDate === \"$1\").id")
  call GET "$line/periods/$period/bill" |
    show '"statement of " + d.statementDate + ", due " + d.dueDate + ": new balance" + money(d.newBalanceAmount) + ", of it interest" + money(d.interestAmount) + ", minimum" + money(d.minimumDueAmount)'
}

call POST /test-clock '{"now": "2027-01-20T15:00:00Z"}' >/dev/null

say 'A borrower, and how they pay'
person=$(call POST /people '{"name": {"firstName": "Grace", "lastName": "Hopper"}}' | show 'd.id')
instrument=$(call POST "/people/$person/payment-instruments" \
  '{"instrumentType": "paymentNetwork", "paymentNetworkName": "Till", "isExternal": true}' | show 'd[0].id')
echo "borrower $person, payment instrument $instrument"

say 'A line of 5,000.00 at 19.99 %, due on the 10th, and a draw to spend from'
line="/people/$person/loans/$(call POST "/people/$person/loans" '{
  "loanTypeId": "ext-line-of-credit", "status": "originated",
  "atOrigination": { "creditLimitAmount": 5000, "interestRates": [{"rate": 0.1999}], "specificDays": [10] }
}' | show 'd.id')"
call POST "$line/activate" '{}' >/dev/null
draw="$line/draws/$(call POST "$line/draws" '{"nickname": "Card", "status": "originated", "atOrigination": {}}' | show 'd.id')"
call POST "$draw/activate" '{}' >/dev/null
call GET "$line" | show '"status " + d.status + ", limit" + money(d.current.creditLimitAmount)'

say 'Bought in January, paid in full: no interest'
buy 2027-01-20 200 groceries
clock 2027-01-25 && buy 2027-01-25 300 'a bicycle'
call GET "$line/balances" |
  show '"2027-01-25  owed  " + money(d.outstandingBalances.outstandingTotalAmount) + ", left to spend" + money(d.availableCreditAmount)'
clock 2027-02-14 && bill 2027-02-13
clock 2027-03-05 && pay 2027-03-05 500

say 'Bought in March, only the minimum paid: the grace period is lost'
buy 2027-03-05 1000 'a computer'
clock 2027-03-17 && bill 2027-03-16
clock 2027-04-08 && pay 2027-04-08 25
clock 2027-04-16 && bill 2027-04-15

say 'The books of the line add up to zero'
call GET "$line/ledger?limit=100" |
  show '"postings " + d.length + ", total" + money(d.reduce((sum, p) => sum + Math.round(p.amount * 100), 0) / 100)'
