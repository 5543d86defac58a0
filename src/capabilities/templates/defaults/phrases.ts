// Phrases that several texts share, in Jinja.

export const method = {
  en: "{% if paymentMethod == 'card' %}your card{% elif paymentMethod == 'bankAccount' %}your bank account{% else %}your payment method{% endif %}{% if paymentMethodLastFour %} ending in {{ paymentMethodLastFour }}{% endif %}",
  es: "{% if paymentMethod == 'card' %}su tarjeta{% elif paymentMethod == 'bankAccount' %}su cuenta bancaria{% else %}su medio de pago{% endif %}{% if paymentMethodLastFour %} terminada en {{ paymentMethodLastFour }}{% endif %}",
} as const;

/** The same as the value of a row. */
export const methodName = {
  en: "{% if paymentMethod == 'card' %}Card{% elif paymentMethod == 'bankAccount' %}Bank account{% elif paymentMethod == 'check' %}Check{% elif paymentMethod == 'payroll' %}Payroll{% elif paymentMethod == 'moneyOrder' %}Money order{% elif paymentMethod == 'wire' %}Wire transfer{% else %}Other{% endif %}{% if paymentMethodLastFour %} ending in {{ paymentMethodLastFour }}{% endif %}",
  es: "{% if paymentMethod == 'card' %}Tarjeta{% elif paymentMethod == 'bankAccount' %}Cuenta bancaria{% elif paymentMethod == 'check' %}Cheque{% elif paymentMethod == 'payroll' %}Nómina{% elif paymentMethod == 'moneyOrder' %}Giro postal{% elif paymentMethod == 'wire' %}Transferencia bancaria{% else %}Otro{% endif %}{% if paymentMethodLastFour %} terminada en {{ paymentMethodLastFour }}{% endif %}",
} as const;

const funds = "['insufficientFunds', 'uncollectedFunds', 'funds', 'lowBalance', 'failedTwice']";
const closed =
  "['accountClosed', 'cardClosed', 'accountFrozen', 'accountNotEligible', 'instrumentInactive', 'instrumentClosed', 'never']";
const wrong = "['accountNotFound', 'accountInvalid', 'routingInvalid', 'bankChanged']";
const stopped =
  "['unauthorized', 'authorizationRevoked', 'cardRevoked', 'paymentStopped', 'notAsAuthorized', 'authorizationMissing']";

/** Why, where the borrower can do something about it. The name is that of the code. */
const because = (name: string, [noMoney, isClosed, isWrong, isStopped, isExpired]: readonly string[]): string =>
  `{% if ${name} %}{% if ${name} in ${funds} %}${noMoney}{% elif ${name} in ${closed} %}${isClosed}{% elif ${name} in ${wrong} %}${isWrong}{% elif ${name} in ${stopped} %}${isStopped}{% elif ${name} == 'update' %}${isExpired}{% endif %}{% endif %}`;

const reasons = {
  en: [
    ' There was not enough money in the account.',
    ' The account or card cannot be used for payments.',
    ' The bank could not find the account, so its numbers may be wrong.',
    ' The payment was stopped or was not authorized.',
    ' The card has expired.',
  ],
  es: [
    ' No había suficiente dinero en la cuenta.',
    ' La cuenta o la tarjeta no se puede usar para pagos.',
    ' El banco no encontró la cuenta; es posible que sus números estén equivocados.',
    ' El pago fue detenido o no estaba autorizado.',
    ' La tarjeta venció.',
  ],
} as const;

export const failed = { en: because('failureReason', reasons.en), es: because('failureReason', reasons.es) } as const;
export const canceled = { en: because('cancelReason', reasons.en), es: because('cancelReason', reasons.es) } as const;

/** Rows of a list of payments. */
export const schedule = (name: string): string =>
  `{% for one in ${name} %}\n= {{ one.date | date }} | {{ one.amount | money }}\n{% endfor %}`;

/** Items of a list of texts. */
export const items = (name: string): string => `{% for one in ${name} %}\n- {{ one }}\n{% endfor %}`;

export const nextPayment = {
  en: `{% if nextPaymentDate %}
= Next payment due | {{ nextPaymentDate | date }}
{% endif %}{% if nextPaymentAmount %}
= Amount | {{ nextPaymentAmount | money }}
{% endif %}`,
  es: `{% if nextPaymentDate %}
= Próximo pago | {{ nextPaymentDate | date }}
{% endif %}{% if nextPaymentAmount %}
= Monto | {{ nextPaymentAmount | money }}
{% endif %}`,
} as const;
