#!/bin/sh
# One loan, its whole life, by curl and the test clock: boarded, activated, paid, paid late, paid off, closed.
#
#   sh examples/first-loan.sh                          starts a service of its own in a directory that it removes
#   TENOR_API_KEY=tenor_test_… sh examples/first-loan.sh    uses the one that runs (TENOR_URL, if it is elsewhere)
set -eu
cd "$(dirname "$0")/.."
. examples/service.sh

clock() { call POST '/test-clock/advance?sync=true' "{\"to\": \"$1T15:00:00Z\"}" >/dev/null; }
pay() { # pay DATE AMOUNT
  call POST "$loan/transactions?sync=true" \
    "{\"type\": \"oneTime\", \"isExternal\": true, \"status\": \"succeeded\", \"amount\": $2, \"paymentInstrumentId\": \"$instrument\"}" |
    show "\"$1  paid\" + money(d.actualAmount) + \":\" + money(d.paidPrincipalAmount) + \" principal\" + money(d.paidInterestAmount) + \" interest\" + money(d.paidFeesAmount) + \" fees\""
}

call POST /test-clock '{"now": "2026-01-20T15:00:00Z"}' >/dev/null

say 'A borrower, and how they pay'
person=$(call POST /people '{"name": {"firstName": "Ada", "lastName": "Lovelace"}}' | show 'd.id')
instrument=$(call POST "/people/$person/payment-instruments" \
  '{"instrumentType": "paymentNetwork", "paymentNetworkName": "Till", "isExternal": true}' | show 'd[0].id')
echo "borrower $person, payment instrument $instrument"

say 'A loan type with a late fee, and a loan of it: 1,200.00 at 9.99 % in six payments'
type=$(call POST /loan-types '{"name": "First loan", "fees": {"late": {"graceDays": 10, "flatAmount": 15}}}' | show 'd.id')
loan="/people/$person/loans/$(call POST "/people/$person/loans" "{
  \"loanTypeId\": \"$type\", \"status\": \"originated\",
  \"atOrigination\": {
    \"amountFinanced\": 1200, \"interestRates\": [{\"rate\": 0.0999}],
    \"paymentFrequency\": \"monthly\", \"specificDays\": [15], \"duration\": 6
  }
}" | show 'd.id')"
call POST "$loan/activate" '{}' |
  show 'd.schedule.map((s) => s.date + money(s.amount) + " =" + money(s.principalAmount) + " principal +" + money(s.interestAmount) + " interest").join("\n")'
payment=$(call GET "$loan" | show 'd.current.periodicPayment')

say 'On time, on time, and once late'
clock 2026-02-15 && pay 2026-02-15 "$payment"
clock 2026-03-15 && pay 2026-03-15 "$payment"
clock 2026-04-27
call GET "$loan/balances" |
  show '"2026-04-27  overdue" + money(d.overdueBalances.overdueTotalAmount) + ", late fees" + money(d.outstandingBalances.outstandingLateFeesAmount)'
pay 2026-04-27 "$payment"

say 'What pays it off on 2026-05-10, and paying that'
clock 2026-05-10
payoff=$(call GET "$loan/payoff?date=2026-05-10" | show 'd.payoffAmount')
call GET "$loan/payoff?date=2026-05-10" |
  show '"principal" + money(d.principalAmount) + ", interest" + money(d.interestAmount) + ", fees" + money(d.feesAmount) + ", a day more costs " + d.perDiem'
pay 2026-05-10 "$payoff"
call POST "$loan/close" '{}' >/dev/null
call GET "$loan" | show '"status " + d.status + ", closed " + d.isClosed'

say 'The ledger: every entry adds up to zero'
call GET "$loan/ledger?limit=100&sortBy=number" |
  show 'd.map((p) => p.effectiveDate + "  " + p.cause.padEnd(24) + p.account.padEnd(24) + money(p.amount)).join("\n") + "\n" + "total".padStart(60) + money(d.reduce((sum, p) => sum + Math.round(p.amount * 100), 0) / 100)'
