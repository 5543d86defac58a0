#!/bin/sh
# People sign in, by curl and the mailbox of the test mode: an owner, an agent with a second factor, a borrower.
#
#   sh examples/sign-in.sh                             starts a service of its own in a directory that it removes
#   TENOR_API_KEY=tenor_test_… sh examples/sign-in.sh      uses the one that runs (TENOR_URL, if it is elsewhere)
set -eu
cd "$(dirname "$0")/.."
. examples/service.sh

company=$(call GET /companies/current | show 'd.id')
where="companyId=$company&mode=test"
name=$(date +%s)
key="$credential"

# as TOKEN METHOD PATH [BODY]: a call by a session. by_key: the calls are by the API key again.
as() { credential="Authorization: Bearer $1"; shift; ask "$@"; credential="$key"; }
said() { node -e '
  const lines = require("fs").readFileSync(0, "utf8").trimEnd().split("\n"), status = lines.pop(), a = JSON.parse(lines.join("\n"));
  console.log(status, a.message ?? a.data?.permission ?? "");'; }
role() { call GET /roles | show "d.find((role) => role.name === '$1').id"; }

# code_for EMAIL USER_TYPE PURPOSE: asks for a code, as a page does, and reads it in the mailbox.
code_for() {
  call POST "/companies/$company/auth/send-one-time-code?mode=test&userType=$2" "{\"username\": \"$1\", \"purpose\": \"$3\"}" >/dev/null
  tries=0
  until code=$(call GET "/test-mailbox?to=$1&limit=1" | show 'd[0] ? d[0].text.match(/[0-9]{6}/)[0] : ""') && [ -n "$code" ]; do
    tries=$((tries + 1)); [ "$tries" -lt 100 ]; sleep 0.1
  done
  echo "$code"
}
# totp SECRET: the code that an app shows now.
totp() { node -e '
  const bits = [...process.argv[1]].map((c) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c).toString(2).padStart(5, "0")).join("");
  const bytes = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8); step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000)));
  const mac = require("crypto").createHmac("sha1", bytes).update(step).digest(), at = mac[19] & 15;
  console.log(String((mac.readUInt32BE(at) & 0x7fffffff) % 1e6).padStart(6, "0"));' "$1"; }

say 'An owner, made by the key, sets a password by a code from the mailbox'
owner="owner-$name@example.com"
call POST /users "{\"userType\": \"agent\", \"authType\": {\"email\": \"$owner\"}, \"roles\": [\"$(role Owner)\"]}" >/dev/null
code=$(code_for "$owner" agent password)
password='four words of my own'
call POST "/auth/password?$where" "{\"username\": \"$owner\", \"code\": \"$code\", \"newPassword\": \"$password\"}" | show 'a.message'
owner_token=$(call POST "/auth/token?$where" "{\"username\": \"$owner\", \"password\": \"$password\"}" | show 'a.token')

say 'The owner invites an agent, who reads and does not change'
agent="agent-$name@example.com"
agent_id=$(as "$owner_token" POST /users "{\"userType\": \"agent\", \"authType\": {\"email\": \"$agent\"}, \"roles\": [\"$(role 'Read only')\"]}" | sed '$d' | show 'd.id')
code=$(code_for "$agent" agent signIn)
token=$(call POST "/auth/token?$where" "{\"username\": \"$agent\", \"code\": \"$code\"}" | show 'a.token')
echo "reads people:      $(as "$token" GET '/people?limit=1' | said)"
echo "makes a person:    $(as "$token" POST /people '{"name": {"firstName": "Eve", "lastName": "Dropper"}}' | said)"

say 'The agent adds an app that shows codes; from now on it is asked for'
secret=$(as "$token" POST /auth/second-factors/totp | sed '$d' | show 'd.secret')
echo "confirmed:         $(as "$token" PUT /auth/second-factors/totp "{\"code\": \"$(totp "$secret")\"}" | said)"
code=$(code_for "$agent" agent signIn)
asked=$(ask POST "/auth/token?$where" "{\"username\": \"$agent\", \"code\": \"$code\"}")
echo "by code alone:     $(printf '%s' "$asked" | said)"

say 'A borrower comes by an exchange token of the lender’s server, and sees what is theirs'
borrower=$(call POST /people '{"name": {"firstName": "Ada", "lastName": "Lovelace"}}' | show 'd.id')
other=$(call POST /people '{"name": {"firstName": "Grace", "lastName": "Hopper"}}' | show 'd.id')
call POST "/people/$borrower/contacts" "{\"contactType\": \"email\", \"label\": \"personal\", \"value\": \"ada-$name@example.com\"}" >/dev/null
call POST /users "{\"userType\": \"borrower\", \"associatedPersonId\": \"$borrower\", \"authType\": {\"email\": \"ada-$name@example.com\"}}" >/dev/null
exchange=$(call POST /auth/exchange-token "{\"personId\": \"$borrower\"}" | show 'a.exchangeToken')
theirs=$(call POST /auth/token "{\"exchangeToken\": \"$exchange\"}" | show 'a.token')
echo "their own:         $(as "$theirs" GET "/people/$borrower" | said)"
echo "somebody else:     $(as "$theirs" GET "/people/$other" | said)"
echo "the token again:   $(ask POST /auth/token "{\"exchangeToken\": \"$exchange\"}" | said)"

say 'The agent is disabled while signed in; a second later every door is closed'
as "$owner_token" PUT "/users/$agent_id" '{"status": "inactive"}' >/dev/null
sleep 1.1
echo "the agent:         $(as "$token" GET '/people?limit=1' | said)"

say 'What the audit tells'
call GET '/audit?limit=5' | show 'd.map((row) => `${row.action}  ${row.outcome}`).join("\n")'
