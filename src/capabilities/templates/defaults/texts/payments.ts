import type { Stated } from '../default-text.ts';
import { canceled, failed, method, methodName } from '../phrases.ts';

const paidBy = {
  en: `{% if paymentMethod %}\n= Paid by | ${methodName.en}\n{% endif %}`,
  es: `{% if paymentMethod %}\n= Pagado con | ${methodName.es}\n{% endif %}`,
};

const again = {
  en: '{% if retryDate %}\nWe will try again on {{ retryDate | date }}. If you would like to pay in another way, please do so before that day.\n{% else %}\nPlease pay in another way, or call us. We are glad to help.\n{% endif %}',
  es: '{% if retryDate %}\nLo intentaremos otra vez el {{ retryDate | date }}. Si prefiere pagar de otra manera, hágalo antes de ese día.\n{% else %}\nLe pedimos que pague de otra manera o que nos llame. Con gusto le ayudamos.\n{% endif %}',
};

export const paymentTexts: Readonly<Record<string, Stated>> = {
  paymentDueDateReminder: {
    en: {
      title: 'Your payment is due soon',
      body: `
        ! Due on {{ paymentDueDate | date }} | {{ paymentAmount | money }}

        If you have paid already, thank you: you do not have to do anything. If paying on time is difficult, please call us before the due date. We may be able to help.`,
      text: 'Your payment is due on {{ paymentDueDate | date }}. If you have paid already, thank you.',
    },
    es: {
      title: 'Su pago vence pronto',
      body: `
        ! Vence el {{ paymentDueDate | date }} | {{ paymentAmount | money }}

        Si ya pagó, gracias: no tiene que hacer nada. Si le resulta difícil pagar a tiempo, llámenos antes de la fecha de vencimiento. Tal vez podamos ayudarle.`,
      text: 'Su pago vence el {{ paymentDueDate | date }}. Si ya pagó, gracias.',
    },
  },
  futurepayPaymentDueReminder: {
    en: {
      title: 'Your scheduled payment is coming up',
      body: `
        ! Scheduled for {{ paymentDate | date }} | {{ paymentAmount | money }}

        We will take it from ${method.en}. Please make sure that there is enough money in the account.`,
      text: 'The payment that you scheduled will be taken on {{ paymentDate | date }}. Please make sure that there is enough money in the account.',
    },
    es: {
      title: 'Se acerca su pago programado',
      body: `
        ! Programado para el {{ paymentDate | date }} | {{ paymentAmount | money }}

        Lo tomaremos de ${method.es}. Asegúrese de que haya suficiente dinero en la cuenta.`,
      text: 'El pago que usted programó se tomará el {{ paymentDate | date }}. Asegúrese de que haya suficiente dinero en la cuenta.',
    },
  },
  futurepayCanceled: {
    en: {
      title: 'Your scheduled payment was canceled',
      body: `
        The payment of {{ paymentAmount | money }} that was scheduled for {{ paymentDate | date }} is not taken.${canceled.en}

        If something is due, please pay it in another way.`,
      text: 'The payment scheduled for {{ paymentDate | date }} was canceled. If something is due, please pay it in another way.',
    },
    es: {
      title: 'Se canceló su pago programado',
      body: `
        El pago de {{ paymentAmount | money }} programado para el {{ paymentDate | date }} no se toma.${canceled.es}

        Si algo vence, páguelo de otra manera.`,
      text: 'Se canceló el pago programado para el {{ paymentDate | date }}. Si algo vence, páguelo de otra manera.',
    },
  },
  paymentScheduled: {
    en: {
      title: 'Your payment is scheduled',
      body: `
        ! Scheduled for {{ paymentDate | date }} | {{ paymentAmount | money }}

        We will take it from ${method.en}. You can cancel it when you sign in, until it is on its way to the bank.`,
      text: 'Your payment is scheduled for {{ paymentDate | date }}. Thank you.',
    },
    es: {
      title: 'Su pago está programado',
      body: `
        ! Programado para el {{ paymentDate | date }} | {{ paymentAmount | money }}

        Lo tomaremos de ${method.es}. Puede cancelarlo al iniciar sesión, hasta que esté en camino al banco.`,
      text: 'Su pago está programado para el {{ paymentDate | date }}. Gracias.',
    },
  },
  paymentRescheduled: {
    en: {
      title: 'Your scheduled payment is on another day',
      body: `
        ! Scheduled for {{ paymentDate | date }} | {{ paymentAmount | money }}

        It was scheduled for {{ previousPaymentDate | date }} before. If you did not ask for this, please call us.`,
      text: 'Your scheduled payment was moved from {{ previousPaymentDate | date }} to {{ paymentDate | date }}.',
    },
    es: {
      title: 'Su pago programado cambió de día',
      body: `
        ! Programado para el {{ paymentDate | date }} | {{ paymentAmount | money }}

        Antes estaba programado para el {{ previousPaymentDate | date }}. Si usted no lo pidió, llámenos.`,
      text: 'Su pago programado pasó del {{ previousPaymentDate | date }} al {{ paymentDate | date }}.',
    },
  },
  paymentReceived: {
    en: {
      title: 'We received your payment',
      body: `
        Thank you. We received your payment.

        = Amount | {{ paymentAmount | money }}
        = Date | {{ paymentDate | date }}
        ${paidBy.en}

        It may take your bank a few days to confirm it.`,
      text: 'We received your payment of {{ paymentDate | date }}. Thank you.',
    },
    es: {
      title: 'Recibimos su pago',
      body: `
        Gracias. Recibimos su pago.

        = Monto | {{ paymentAmount | money }}
        = Fecha | {{ paymentDate | date }}
        ${paidBy.es}

        Es posible que su banco tarde unos días en confirmarlo.`,
      text: 'Recibimos su pago del {{ paymentDate | date }}. Gracias.',
    },
  },
  paymentFailed: {
    en: {
      title: 'Your payment did not go through',
      body: `
        Your payment of {{ paymentAmount | money }} on {{ paymentDate | date }}{% if paymentMethod %} from ${method.en}{% endif %} did not go through.${failed.en}

        ${again.en}`,
      text: 'Your payment of {{ paymentDate | date }} did not go through. Please sign in or call us.',
    },
    es: {
      title: 'Su pago no se pudo realizar',
      body: `
        Su pago de {{ paymentAmount | money }} del {{ paymentDate | date }}{% if paymentMethod %} con ${method.es}{% endif %} no se pudo realizar.${failed.es}

        ${again.es}`,
      text: 'Su pago del {{ paymentDate | date }} no se pudo realizar. Inicie sesión o llámenos.',
    },
  },
  paymentReturned: {
    en: {
      title: 'Your bank returned your payment',
      body: `
        Your payment of {{ paymentAmount | money }} on {{ paymentDate | date }}{% if paymentMethod %} from ${method.en}{% endif %} came back from the bank.${failed.en} Your account is as if it had not been made.
        {% if feeAmount %}
        A fee of {{ feeAmount | money }} was charged for the returned payment, as your agreement says.
        {% endif %}

        ${again.en}`,
      text: 'Your payment of {{ paymentDate | date }} came back from the bank. Please sign in or call us.',
    },
    es: {
      title: 'Su banco devolvió su pago',
      body: `
        Su pago de {{ paymentAmount | money }} del {{ paymentDate | date }}{% if paymentMethod %} con ${method.es}{% endif %} fue devuelto por el banco.${failed.es} Su cuenta queda como si no se hubiera hecho.
        {% if feeAmount %}
        Se cobró un cargo de {{ feeAmount | money }} por el pago devuelto, como lo indica su contrato.
        {% endif %}

        ${again.es}`,
      text: 'Su pago del {{ paymentDate | date }} fue devuelto por el banco. Inicie sesión o llámenos.',
    },
  },
  paymentCanceled: {
    en: {
      title: 'A payment was canceled',
      body: `
        The payment of {{ paymentAmount | money }} on {{ paymentDate | date }} was canceled.${canceled.en} Your account is as if it had not been made.

        If something is due, please pay it in another way.`,
      text: 'Your payment of {{ paymentDate | date }} was canceled. If something is due, please pay it in another way.',
    },
    es: {
      title: 'Se canceló un pago',
      body: `
        Se canceló el pago de {{ paymentAmount | money }} del {{ paymentDate | date }}.${canceled.es} Su cuenta queda como si no se hubiera hecho.

        Si algo vence, páguelo de otra manera.`,
      text: 'Se canceló su pago del {{ paymentDate | date }}. Si algo vence, páguelo de otra manera.',
    },
  },
  downpaymentFailed: {
    en: {
      title: 'Your down payment did not go through',
      body: `
        Your down payment of {{ paymentAmount | money }} did not go through.${failed.en} Your loan does not begin before it is paid.

        Please pay it in another way, or call us.`,
      text: 'Your down payment did not go through. Please sign in or call us.',
    },
    es: {
      title: 'Su pago inicial no se pudo realizar',
      body: `
        Su pago inicial de {{ paymentAmount | money }} no se pudo realizar.${failed.es} Su préstamo no comienza hasta que se pague.

        Páguelo de otra manera o llámenos.`,
      text: 'Su pago inicial no se pudo realizar. Inicie sesión o llámenos.',
    },
  },
  lateFeeCharged: {
    en: {
      title: 'A late fee was charged',
      body: `
        A late fee was charged, because a payment had not arrived in time.

        = Late fee | {{ feeAmount | money }}
        = Date | {{ feeDate | date }}
        {% if overdueAmount %}
        = Overdue now | {{ overdueAmount | money }}
        {% endif %}

        If you think that this is wrong, or if paying is difficult at the moment, please call us.`,
      text: 'A fee was charged to your account on {{ feeDate | date }}. Please sign in to see it, or call us.',
    },
    es: {
      title: 'Se cobró un cargo por mora',
      body: `
        Se cobró un cargo por mora porque un pago no llegó a tiempo.

        = Cargo por mora | {{ feeAmount | money }}
        = Fecha | {{ feeDate | date }}
        {% if overdueAmount %}
        = Monto atrasado | {{ overdueAmount | money }}
        {% endif %}

        Si cree que es un error, o si en este momento le resulta difícil pagar, llámenos.`,
      text: 'Se cobró un cargo en su cuenta el {{ feeDate | date }}. Inicie sesión para verlo o llámenos.',
    },
  },
  refundScheduled: {
    en: {
      title: 'We are sending you money back',
      body: `
        ! Refund on {{ refundDate | date }} | {{ refundAmount | money }}

        {% if paymentMethod %}
        It goes to ${method.en}. It may take your bank a few days to show it.
        {% else %}
        It may take a few days to arrive.
        {% endif %}`,
      text: 'We are sending you a refund on {{ refundDate | date }}. It may take a few days to arrive.',
    },
    es: {
      title: 'Le estamos devolviendo dinero',
      body: `
        ! Reembolso del {{ refundDate | date }} | {{ refundAmount | money }}

        {% if paymentMethod %}
        Lo enviamos a ${method.es}. Es posible que su banco tarde unos días en mostrarlo.
        {% else %}
        Es posible que tarde unos días en llegar.
        {% endif %}`,
      text: 'Le enviamos un reembolso el {{ refundDate | date }}. Puede tardar unos días en llegar.',
    },
  },
  refundFailed: {
    en: {
      title: 'We could not deliver your refund',
      body: `
        We tried to send you {{ refundAmount | money }}, but it could not be delivered.${failed.en} The money is still yours.

        Please call us, or sign in and add a bank account that can receive it.`,
      text: 'We could not deliver your refund. Please sign in or call us, so that we can send it to you.',
    },
    es: {
      title: 'No pudimos entregar su reembolso',
      body: `
        Intentamos enviarle {{ refundAmount | money }}, pero no se pudo entregar.${failed.es} El dinero sigue siendo suyo.

        Llámenos, o inicie sesión y agregue una cuenta bancaria que pueda recibirlo.`,
      text: 'No pudimos entregar su reembolso. Inicie sesión o llámenos para que podamos enviárselo.',
    },
  },
  purchaseRefunded: {
    en: {
      title: 'A purchase was refunded',
      body: `
        {% if merchantName %}{{ merchantName }}{% else %}The seller{% endif %} gave back {{ refundAmount | money }} on {{ refundDate | date }}. We credited it to your account, so you owe less.

        Your payments may become lower or fewer. Sign in to see the new schedule.`,
      text: 'A purchase was refunded on {{ refundDate | date }} and credited to your account.',
    },
    es: {
      title: 'Se reembolsó una compra',
      body: `
        {% if merchantName %}{{ merchantName }}{% else %}El vendedor{% endif %} devolvió {{ refundAmount | money }} el {{ refundDate | date }}. Lo acreditamos en su cuenta, así que usted debe menos.

        Es posible que sus pagos sean menores o menos numerosos. Inicie sesión para ver el calendario nuevo.`,
      text: 'Se reembolsó una compra el {{ refundDate | date }} y se acreditó en su cuenta.',
    },
  },
  payoffQuote: {
    en: {
      title: 'What pays your loan off',
      body: `
        ! Pays your loan off if it arrives by {{ goodThroughDate | date }} | {{ payoffAmount | money }}

        {% if perDiemAmount %}
        Each further day adds interest of {{ perDiemAmount | money }}.
        {% endif %}

        The amount is right for what we know today. A payment that comes back, or a new charge, can raise it. If you pay too much, we send it back to you.`,
      text: 'The payoff amount that you asked for is ready. Please see our email or letter, or sign in.',
    },
    es: {
      title: 'Cuánto liquida su préstamo',
      body: `
        ! Liquida su préstamo si llega a más tardar el {{ goodThroughDate | date }} | {{ payoffAmount | money }}

        {% if perDiemAmount %}
        Cada día más agrega intereses de {{ perDiemAmount | money }}.
        {% endif %}

        El monto es correcto según lo que sabemos hoy. Un pago devuelto o un cargo nuevo puede aumentarlo. Si paga de más, se lo devolvemos.`,
      text: 'El monto de liquidación que pidió está listo. Vea nuestro correo o carta, o inicie sesión.',
    },
  },
};
