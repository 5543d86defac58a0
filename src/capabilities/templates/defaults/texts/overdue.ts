import type { Stated } from '../default-text.ts';

/** The figures are the same in all six; what is said around them is not. */
const notice = (en: readonly [string, string, string], es: readonly [string, string, string]): Stated => ({
  en: {
    title: en[0],
    body: `
      ${en[1]}

      ! Overdue | {{ overdueAmount | money }}

      = Overdue for | {{ daysOverdue | plural('day', 'days') }}
      {% if paymentDueDate %}
      = It was due on | {{ paymentDueDate | date }}
      {% endif %}

      ${en[2]}

      If you have paid in the meantime, thank you: please disregard this message.`,
    text: 'We have a message about your account. Please sign in, or call us.',
  },
  es: {
    title: es[0],
    body: `
      ${es[1]}

      ! Monto atrasado | {{ overdueAmount | money }}

      = Atraso | {{ daysOverdue | plural('día', 'días') }}
      {% if paymentDueDate %}
      = Vencía el | {{ paymentDueDate | date }}
      {% endif %}

      ${es[2]}

      Si ya pagó mientras tanto, gracias: no haga caso de este mensaje.`,
    text: 'Tenemos un mensaje sobre su cuenta. Inicie sesión o llámenos.',
  },
});

export const overdueTexts: Readonly<Record<string, Stated>> = {
  loanOverdueFirstNotice: notice(
    [
      'A message about your payment',
      'We have not received your payment yet. Perhaps it slipped your mind, or is on its way.',
      'You can pay when you sign in, or call us.',
    ],
    [
      'Un mensaje sobre su pago',
      'Todavía no hemos recibido su pago. Tal vez se le pasó, o está en camino.',
      'Puede pagar al iniciar sesión o por teléfono.',
    ],
  ),
  loanOverdueSecondNotice: notice(
    [
      'Your payment has not arrived',
      'Your payment has still not arrived.',
      'Please pay it as soon as you can. If that is difficult right now, tell us: together we may find another day or a plan.',
    ],
    [
      'Su pago no ha llegado',
      'Su pago todavía no ha llegado.',
      'Páguelo en cuanto pueda. Si en este momento le resulta difícil, díganoslo: juntos tal vez encontremos otra fecha o un plan.',
    ],
  ),
  loanOverdueThirdNotice: notice(
    [
      'Please get in touch about your account',
      'A part of your account is overdue, and we have not heard from you.',
      'Please pay, or call us to talk about what you can pay and when. We would like to help you to catch up.',
    ],
    [
      'Comuníquese con nosotros sobre su cuenta',
      'Una parte de su cuenta está atrasada y no hemos tenido noticias suyas.',
      'Le pedimos que pague o que nos llame para hablar de cuánto puede pagar y cuándo. Queremos ayudarle a ponerse al día.',
    ],
  ),
  loanOverdueFourthNotice: notice(
    [
      'Your account needs your attention',
      'Your account has been overdue for some time.',
      'There are ways to bring it up to date, such as a payment plan. Please call us, so that we can look at them with you.',
    ],
    [
      'Su cuenta necesita su atención',
      'Su cuenta lleva algún tiempo atrasada.',
      'Hay maneras de ponerla al día, como un plan de pagos. Llámenos para que las veamos con usted.',
    ],
  ),
  loanOverdueFifthNotice: notice(
    [
      'Let us find a way together',
      'We have written to you several times about your account, which is still overdue.',
      'Even if you cannot pay everything, please call us. A part, or a plan, is better than nothing, and we will treat you fairly.',
    ],
    [
      'Busquemos juntos una solución',
      'Le hemos escrito varias veces sobre su cuenta, que sigue atrasada.',
      'Aunque no pueda pagar todo, llámenos. Una parte o un plan es mejor que nada, y le trataremos con justicia.',
    ],
  ),
  loanOverdueSixthNotice: notice(
    [
      'An important message about your account',
      'Your account has been overdue for a long time, and we have not been able to agree on anything with you.',
      'Please call us. If you have lost your income, are ill, or think that the amount is wrong, tell us: it matters for what happens next.',
    ],
    [
      'Un mensaje importante sobre su cuenta',
      'Su cuenta lleva mucho tiempo atrasada y no hemos podido acordar nada con usted.',
      'Llámenos, por favor. Si perdió sus ingresos, tiene problemas de salud o cree que el monto está equivocado, díganoslo: es importante para lo que sigue.',
    ],
  ),
  loanRightToCurePersonalUnsecured: {
    en: {
      title: 'Notice of your right to cure a default',
      body: `
        You are now in default on this credit transaction. You have a right to cure this default until **{{ cureByDate | date }}**. If you do so, you may continue with the contract as though you did not default.

        ## What the default is

        You have not made payments that were due.

        = Overdue payments | {{ overdueAmount | money }}
        {% if lateFeesAmount %}
        = Late fees | {{ lateFeesAmount | money }}
        {% endif %}
        = **Amount that cures the default** | **{{ cureAmount | money }}**
        = Last day to pay it | {{ cureByDate | date }} ({{ cureDays | plural('day', 'days') }} from this notice)

        ## How to cure it

        Pay {{ cureAmount | money }} to {{ company.legalName }} by {{ cureByDate | date }}. You can pay when you sign in, by telephone, or by mail to the address on this notice.

        If you do not cure the default by the date above, we may use the rights that the law and your contract give us. If you default again within the next year, we may use them without sending you another notice like this one.

        If you have questions, or think that this is wrong, please write or call promptly.`,
    },
    es: {
      title: 'Aviso de su derecho a subsanar un incumplimiento',
      body: `
        Usted está en incumplimiento en esta operación de crédito. Tiene derecho a subsanar este incumplimiento hasta el **{{ cureByDate | date }}**. Si lo hace, puede continuar con el contrato como si no hubiera incumplido.

        ## En qué consiste el incumplimiento

        No ha hecho pagos que vencieron.

        = Pagos atrasados | {{ overdueAmount | money }}
        {% if lateFeesAmount %}
        = Cargos por mora | {{ lateFeesAmount | money }}
        {% endif %}
        = **Monto que subsana el incumplimiento** | **{{ cureAmount | money }}**
        = Último día para pagarlo | {{ cureByDate | date }} ({{ cureDays | plural('día', 'días') }} desde este aviso)

        ## Cómo subsanarlo

        Pague {{ cureAmount | money }} a {{ company.legalName }} a más tardar el {{ cureByDate | date }}. Puede pagar al iniciar sesión, por teléfono o por correo a la dirección de este aviso.

        Si no subsana el incumplimiento a más tardar en la fecha indicada, podemos ejercer los derechos que nos dan la ley y su contrato. Si vuelve a incumplir dentro del próximo año, podemos ejercerlos sin enviarle otro aviso como este.

        Si tiene preguntas o cree que esto es un error, escríbanos o llámenos pronto.`,
    },
  },
  loanAccelerated: {
    en: {
      title: 'The whole balance of your account is now due',
      body: `
        As your contract allows after missed payments, the whole balance became due on {{ accelerationDate | date }}.

        ! Due now | {{ owedAmount | money }}

        If you cannot pay all of it, please call us. We would rather agree on something that you can keep.`,
    },
    es: {
      title: 'El saldo total de su cuenta vence ahora',
      body: `
        Como lo permite su contrato después de pagos no hechos, el saldo total venció el {{ accelerationDate | date }}.

        ! Vence ahora | {{ owedAmount | money }}

        Si no puede pagarlo todo, llámenos. Preferimos acordar algo que usted pueda cumplir.`,
    },
  },
  loanChargedOff: {
    en: {
      title: 'Your account was charged off',
      body: `
        On {{ chargeOffDate | date }} we charged your account off. This is an entry in our books: it means that we do not expect the payments as they were planned. It does not mean that you owe nothing.

        ! Owed on that day | {{ owedAmount | money }}

        A charge-off may be shown in your credit report. You can still pay, or call us to agree on a plan or a settlement.`,
    },
    es: {
      title: 'Registramos su cuenta como pérdida',
      body: `
        El {{ chargeOffDate | date }} registramos su cuenta como pérdida ("charge-off"). Es un asiento en nuestros libros: significa que ya no esperamos los pagos como estaban previstos. No significa que usted no deba nada.

        ! Saldo adeudado ese día | {{ owedAmount | money }}

        Este registro puede aparecer en su informe de crédito. Todavía puede pagar, o llamarnos para acordar un plan o un pago reducido.`,
    },
  },
  collectionAgencyAssigned: {
    en: {
      title: 'Another company now handles your account',
      body: `
        From {{ effectiveDate | date }} on, {{ agencyName }} handles your account for us. Please send payments and questions to them.

        = Company | {{ agencyName }}
        {% if agencyPhone %}
        = Phone | {{ agencyPhone }}
        {% endif %}{% if agencyAddress %}
        = Address | {{ agencyAddress }}
        {% endif %}

        They will write to you about your rights, among them the right to dispute what you are said to owe.`,
    },
    es: {
      title: 'Otra empresa atiende ahora su cuenta',
      body: `
        A partir del {{ effectiveDate | date }}, {{ agencyName }} atiende su cuenta en nuestro nombre. Envíeles a ellos sus pagos y preguntas.

        = Empresa | {{ agencyName }}
        {% if agencyPhone %}
        = Teléfono | {{ agencyPhone }}
        {% endif %}{% if agencyAddress %}
        = Dirección | {{ agencyAddress }}
        {% endif %}

        Le escribirán sobre sus derechos, entre ellos el de disputar lo que se dice que debe.`,
    },
  },
  collectionAgencyUnassigned: {
    en: {
      title: 'We handle your account again',
      body: `
        From {{ effectiveDate | date }} on, {{ agencyName }} no longer handles your account. Please send payments and questions to us.`,
    },
    es: {
      title: 'Volvemos a atender su cuenta',
      body: `
        A partir del {{ effectiveDate | date }}, {{ agencyName }} ya no atiende su cuenta. Envíenos a nosotros sus pagos y preguntas.`,
    },
  },
};
