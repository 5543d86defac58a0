import type { Stated } from '../default-text.ts';
import { schedule } from '../phrases.ts';

/** What is canceled of a debt may be income for the tax authority: no more is said, as it is not ours to advise. */
const taxes = {
  en: '> Canceled debt of $600.00 or more may be reported to the IRS. Please ask a tax adviser what it means for you.',
  es: '> Una deuda cancelada de $600.00 o más puede reportarse al IRS. Consulte a un asesor de impuestos qué significa para usted.',
};

export const settlementTexts: Readonly<Record<string, Stated>> = {
  settlementOffered: {
    en: {
      title: 'An offer to settle your account',
      body: `
        We offer to settle your account for less than what you owe.

        ! You pay | {{ settlementAmount | money }}

        = You owe now | {{ owedAmount | money }}
        = You would not have to pay | {{ forgivenAmount | money }}
        = Please accept by | {{ acceptByDate | date }}

        The payments would be:

        ${schedule('settlementSchedule')}

        You do not have to accept. If you do, sign in or call us by {{ acceptByDate | date }}. If the payments are made as above, the rest need not be paid.

        ${taxes.en}`,
    },
    es: {
      title: 'Una oferta para saldar su cuenta',
      body: `
        Le ofrecemos saldar su cuenta por menos de lo que debe.

        ! Usted paga | {{ settlementAmount | money }}

        = Debe ahora | {{ owedAmount | money }}
        = No tendría que pagar | {{ forgivenAmount | money }}
        = Acepte a más tardar el | {{ acceptByDate | date }}

        Los pagos serían:

        ${schedule('settlementSchedule')}

        No está obligado a aceptar. Si acepta, inicie sesión o llámenos a más tardar el {{ acceptByDate | date }}. Si los pagos se hacen como se indica, no habrá que pagar el resto.

        ${taxes.es}`,
    },
  },
  settlementAccepted: {
    en: {
      title: 'Your settlement, in writing',
      body: `
        Thank you. We have agreed to settle your account for **{{ settlementAmount | money }}**.

        ${schedule('settlementSchedule')}

        If these payments are made in time, the remaining {{ forgivenAmount | money }} need not be paid. If one is missed, the settlement may end, and what you have paid counts towards what you owe.

        ${taxes.en}`,
    },
    es: {
      title: 'Su acuerdo, por escrito',
      body: `
        Gracias. Acordamos saldar su cuenta por **{{ settlementAmount | money }}**.

        ${schedule('settlementSchedule')}

        Si estos pagos se hacen a tiempo, no habrá que pagar los {{ forgivenAmount | money }} restantes. Si falta uno, el acuerdo puede terminar, y lo que haya pagado se descuenta de lo que debe.

        ${taxes.es}`,
    },
  },
  settlementKept: {
    en: {
      title: 'Your account is settled',
      body: `
        Thank you. You have paid the settlement of {{ settlementAmount | money }} in full. The remaining {{ forgivenAmount | money }} need not be paid, and you owe nothing more on this account.

        Please keep this message.

        ${taxes.en}`,
    },
    es: {
      title: 'Su cuenta está saldada',
      body: `
        Gracias. Pagó por completo el acuerdo de {{ settlementAmount | money }}. No hay que pagar los {{ forgivenAmount | money }} restantes, y usted ya no debe nada en esta cuenta.

        Guarde este mensaje.

        ${taxes.es}`,
    },
  },
  settlementBroken: {
    en: {
      title: 'Your settlement has ended',
      body: `
        A payment of your settlement of {{ settlementAmount | money }} did not arrive in time, so the settlement has ended. What you have paid counts towards what you owe.

        ! You owe now | {{ owedAmount | money }}

        If the payment is on its way, or if something has happened, please call us. We may be able to agree on something new.`,
    },
    es: {
      title: 'Su acuerdo terminó',
      body: `
        Un pago de su acuerdo de {{ settlementAmount | money }} no llegó a tiempo, así que el acuerdo terminó. Lo que ha pagado se descuenta de lo que debe.

        ! Debe ahora | {{ owedAmount | money }}

        Si el pago está en camino o si le ocurrió algo, llámenos. Tal vez podamos acordar algo nuevo.`,
    },
  },
  settlementCanceled: {
    en: {
      title: 'Your settlement was canceled',
      body: `
        The settlement of your account was canceled. What you have paid counts towards what you owe.
        {% if owedAmount %}
        You owe {{ owedAmount | money }} now.
        {% endif %}

        If you did not expect this, please call us.`,
    },
    es: {
      title: 'Se canceló su acuerdo',
      body: `
        Se canceló el acuerdo para saldar su cuenta. Lo que ha pagado se descuenta de lo que debe.
        {% if owedAmount %}
        Ahora debe {{ owedAmount | money }}.
        {% endif %}

        Si no lo esperaba, llámenos.`,
    },
  },
  settlementExpired: {
    en: {
      title: 'Our offer has expired',
      body: `
        Our offer to settle your account for {{ settlementAmount | money }} could be accepted until {{ acceptByDate | date }}, and has expired. Your account is as it was before.

        If you would like to talk about another arrangement, please call us.`,
    },
    es: {
      title: 'Nuestra oferta venció',
      body: `
        Nuestra oferta de saldar su cuenta por {{ settlementAmount | money }} se podía aceptar hasta el {{ acceptByDate | date }} y ya venció. Su cuenta sigue como antes.

        Si desea hablar de otro arreglo, llámenos.`,
    },
  },
  promiseToPayMade: {
    en: {
      title: 'Thank you for your promise to pay',
      body: `
        You told us that you will pay {{ promisedAmount | money }}:

        ${schedule('promiseSchedule')}

        If something comes up, please tell us before the day.`,
      text: 'Thank you for arranging your next payments with us. If something comes up, please call us before the day.',
    },
    es: {
      title: 'Gracias por su promesa de pago',
      body: `
        Usted nos dijo que pagará {{ promisedAmount | money }}:

        ${schedule('promiseSchedule')}

        Si se presenta algún inconveniente, avísenos antes de la fecha.`,
      text: 'Gracias por acordar sus próximos pagos con nosotros. Si se presenta algún inconveniente, llámenos antes de la fecha.',
    },
  },
  promiseToPayReminder: {
    en: {
      title: 'The payment that we agreed on',
      body: `
        ! Agreed for {{ promisedDate | date }} | {{ paymentAmount | money }}

        Thank you for keeping to it. If something has come up, please call us.`,
      text: 'The payment that we agreed on is due on {{ promisedDate | date }}. If something has come up, please call us.',
    },
    es: {
      title: 'El pago que acordamos',
      body: `
        ! Acordado para el {{ promisedDate | date }} | {{ paymentAmount | money }}

        Gracias por cumplirlo. Si se presentó algún inconveniente, llámenos.`,
      text: 'El pago que acordamos es para el {{ promisedDate | date }}. Si se presentó algún inconveniente, llámenos.',
    },
  },
  promiseToPayKept: {
    en: {
      title: 'You kept your promise',
      body: 'Thank you: you have paid the {{ promisedAmount | money }} that you promised.',
      text: 'Thank you: you have made the payments that we agreed on.',
    },
    es: {
      title: 'Cumplió su promesa',
      body: 'Gracias: usted pagó los {{ promisedAmount | money }} que prometió.',
      text: 'Gracias: usted hizo los pagos que acordamos.',
    },
  },
  promiseToPayBroken: {
    en: {
      title: 'A payment that we agreed on has not arrived',
      body: `
        You had told us that you would pay {{ promisedAmount | money }}.

        ! Still open | {{ remainingAmount | money }}

        Please pay it, or call us so that we can find a new day. If you have paid in the meantime, thank you.`,
      text: 'We have a message about the payment that we agreed on. Please sign in, or call us.',
    },
    es: {
      title: 'Un pago que acordamos no ha llegado',
      body: `
        Usted nos había dicho que pagaría {{ promisedAmount | money }}.

        ! Falta | {{ remainingAmount | money }}

        Le pedimos que lo pague, o que nos llame para encontrar otra fecha. Si ya pagó mientras tanto, gracias.`,
      text: 'Tenemos un mensaje sobre el pago que acordamos. Inicie sesión o llámenos.',
    },
  },
  promiseToPayCanceled: {
    en: {
      title: 'Our arrangement was canceled',
      body: 'The payments of {{ promisedAmount | money }} that we had agreed on were canceled. What is due by your agreement stays due. If you did not expect this, please call us.',
      text: 'The payments that we had agreed on were canceled. If you did not expect this, please call us.',
    },
    es: {
      title: 'Se canceló nuestro arreglo',
      body: 'Se cancelaron los pagos de {{ promisedAmount | money }} que habíamos acordado. Lo que vence según su contrato sigue venciendo. Si no lo esperaba, llámenos.',
      text: 'Se cancelaron los pagos que habíamos acordado. Si no lo esperaba, llámenos.',
    },
  },
};
