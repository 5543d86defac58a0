import type { Stated } from '../default-text.ts';
import { needed } from '../needed-documents.ts';
import { nextPayment, schedule } from '../phrases.ts';

const upload = {
  en: '{% if uploadUrl %}\n[Upload the documents](uploadUrl)\n{% endif %}',
  es: '{% if uploadUrl %}\n[Subir los documentos](uploadUrl)\n{% endif %}',
};

export const hardshipTexts: Readonly<Record<string, Stated>> = {
  paymentsDeferred: {
    en: {
      title: 'Your payments were put off',
      body: `
        The payments of these due dates were put off. You do not have to make them on those days:

        {% for one in deferredDueDates %}
        - {{ one | date }}
        {% endfor %}

        ${nextPayment.en}
        {% if endDate %}
        = Last payment of your loan | {{ endDate | date }}
        {% endif %}

        Interest may go on for that time, as your agreement says. If you pay automatically, autopay follows the new dates.`,
      text: 'Your payments were put off as agreed. Please see our email or letter, or sign in.',
    },
    es: {
      title: 'Se aplazaron sus pagos',
      body: `
        Se aplazaron los pagos de estas fechas. No tiene que hacerlos en esos días:

        {% for one in deferredDueDates %}
        - {{ one | date }}
        {% endfor %}

        ${nextPayment.es}
        {% if endDate %}
        = Último pago de su préstamo | {{ endDate | date }}
        {% endif %}

        Durante ese tiempo pueden seguir corriendo intereses, como lo indica su contrato. Si paga automáticamente, los pagos automáticos siguen las fechas nuevas.`,
      text: 'Se aplazaron sus pagos como acordamos. Vea nuestro correo o carta, o inicie sesión.',
    },
  },
  dueDatesChanged: {
    en: {
      title: 'Your due dates have changed',
      body: `
        From now on your payments are due on other days.

        ${nextPayment.en}

        If you pay automatically, autopay follows the new dates.`,
      text: 'Your due dates have changed. Your next payment is due on {{ nextPaymentDate | date }}.',
    },
    es: {
      title: 'Cambiaron sus fechas de pago',
      body: `
        A partir de ahora sus pagos vencen en otros días.

        ${nextPayment.es}

        Si paga automáticamente, los pagos automáticos siguen las fechas nuevas.`,
      text: 'Cambiaron sus fechas de pago. Su próximo pago vence el {{ nextPaymentDate | date }}.',
    },
  },
  paymentPlanSetUp: {
    en: {
      title: 'Your payment plan',
      body: `
        We have set up a payment plan for you. The next payments are:

        ${schedule('paymentSchedule')}

        If something comes up, please call us before the day.`,
      text: 'Your payment plan is set up. Please see our email or letter, or sign in to see it.',
    },
    es: {
      title: 'Su plan de pagos',
      body: `
        Preparamos un plan de pagos para usted. Los próximos pagos son:

        ${schedule('paymentSchedule')}

        Si se presenta algún inconveniente, llámenos antes de la fecha.`,
      text: 'Su plan de pagos está listo. Vea nuestro correo o carta, o inicie sesión para verlo.',
    },
  },
  loanReaged: {
    en: {
      title: 'Your account is up to date again',
      body: `
        We brought your account up to date. {% if overdueAmount %}The {{ overdueAmount | money }} that were overdue are spread over the payments to come.{% else %}What was overdue is spread over the payments to come.{% endif %}

        ${nextPayment.en}

        Please make the next payments in time, so that it stays so.`,
      text: 'Your account is up to date again. Please see our email or letter, or sign in.',
    },
    es: {
      title: 'Su cuenta está al día de nuevo',
      body: `
        Pusimos su cuenta al día. {% if overdueAmount %}Los {{ overdueAmount | money }} que estaban atrasados se reparten entre los pagos siguientes.{% else %}Lo que estaba atrasado se reparte entre los pagos siguientes.{% endif %}

        ${nextPayment.es}

        Haga los próximos pagos a tiempo, para que siga así.`,
      text: 'Su cuenta está al día de nuevo. Vea nuestro correo o carta, o inicie sesión.',
    },
  },
  hardshipCanceled: {
    en: {
      title: 'The change of your payments was canceled',
      body: `
        What we had changed about your payments was canceled. They are due again as they were before.

        ${nextPayment.en}

        If you did not expect this, please call us.`,
      text: 'The change of your payments was canceled. Please see our email or letter, or call us.',
    },
    es: {
      title: 'Se canceló el cambio de sus pagos',
      body: `
        Se canceló lo que habíamos cambiado en sus pagos. Vuelven a vencer como antes.

        ${nextPayment.es}

        Si no lo esperaba, llámenos.`,
      text: 'Se canceló el cambio de sus pagos. Vea nuestro correo o carta, o llámenos.',
    },
  },
  hardshipDeclined: {
    en: {
      title: 'About your request for help',
      body: `
        We looked at your request for a change of your payments, and cannot make it as you asked. Your payments stay as they are.

        There may be something else that we can do. Please call us to talk about it.`,
      text: 'We have looked at your request. Please see our email or letter, or call us.',
    },
    es: {
      title: 'Sobre su solicitud de ayuda',
      body: `
        Revisamos su solicitud de cambiar sus pagos y no podemos hacerlo como la pidió. Sus pagos siguen como están.

        Tal vez podamos hacer otra cosa. Llámenos para hablar de ello.`,
      text: 'Revisamos su solicitud. Vea nuestro correo o carta, o llámenos.',
    },
  },
  disasterReliefOffered: {
    en: {
      title: 'Help after a disaster',
      body: `
        We heard that {% if disasterName %}{{ disasterName }} has struck{% else %}a disaster has struck{% endif %} where you live, and hope that you and your family are safe.

        If paying is difficult now, please call us when you can. We may be able to put off payments. You do not have to do anything if you are not affected.`,
      text: 'We hope that you are safe after the disaster in your area. If paying is difficult now, please call us when you can.',
    },
    es: {
      title: 'Ayuda después de un desastre',
      body: `
        Supimos que {% if disasterName %}{{ disasterName }} afectó{% else %}un desastre afectó{% endif %} el lugar donde vive, y esperamos que usted y su familia estén a salvo.

        Si ahora le resulta difícil pagar, llámenos cuando pueda. Es posible que podamos aplazar pagos. Si no le afectó, no tiene que hacer nada.`,
      text: 'Esperamos que esté a salvo después del desastre en su zona. Si ahora le resulta difícil pagar, llámenos cuando pueda.',
    },
  },
  militaryBenefitsRequested: {
    en: {
      title: 'Your rights during military service',
      body: `
        Thank you for your service. The Servicemembers Civil Relief Act (SCRA) limits the interest on loans from before active duty to 6% a year. To apply it, please send us:

        ${needed.militaryService.en}

        You can ask for it until 180 days after your service ends. It holds from the day on which you were called to active duty, and using it has no effect on your credit with us.

        ${upload.en}`,
      text: 'You may have rights for your loan during military service. Please see our email or letter, or call us.',
    },
    es: {
      title: 'Sus derechos durante el servicio militar',
      body: `
        Gracias por su servicio. La Ley de Ayuda Civil para Miembros del Servicio (SCRA) limita a 6 % anual los intereses de préstamos anteriores al servicio activo. Para aplicarla, envíenos:

        ${needed.militaryService.es}

        Puede pedirlo hasta 180 días después de terminar su servicio. Vale desde el día en que se le llamó al servicio activo, y usarlo no afecta su crédito con nosotros.

        ${upload.es}`,
      text: 'Es posible que tenga derechos sobre su préstamo durante el servicio militar. Vea nuestro correo o carta, o llámenos.',
    },
  },
  militaryBenefitsGranted: {
    en: {
      title: 'Your interest is capped during military service',
      body: `
        Thank you for your service. Under the Servicemembers Civil Relief Act (SCRA) your interest is limited.

        = Highest yearly rate | {{ cappedRate | percent }}
        = From | {{ serviceStartDate | date }}
        {% if serviceEndDate %}
        = Until | {{ serviceEndDate | date }}
        {% endif %}{% if newPaymentAmount %}
        = Your payment | {{ newPaymentAmount | money }}
        {% endif %}

        The interest above this rate is forgiven: it is not added later. What you have already paid above it is credited to your account.`,
    },
    es: {
      title: 'Sus intereses están limitados durante el servicio militar',
      body: `
        Gracias por su servicio. Conforme a la Ley de Ayuda Civil para Miembros del Servicio (SCRA), sus intereses están limitados.

        = Tasa anual máxima | {{ cappedRate | percent }}
        = Desde el | {{ serviceStartDate | date }}
        {% if serviceEndDate %}
        = Hasta el | {{ serviceEndDate | date }}
        {% endif %}{% if newPaymentAmount %}
        = Su pago | {{ newPaymentAmount | money }}
        {% endif %}

        Los intereses por encima de esta tasa se condonan: no se agregan después. Lo que ya pagó de más se acredita en su cuenta.`,
    },
  },
  militaryBenefitsEnded: {
    en: {
      title: 'The cap on your interest ends',
      body: `
        By what we know, your military service ends on {{ serviceEndDate | date }}. The cap on your interest ends with it.

        {% if newRate %}
        = Yearly rate from then on | {{ newRate | percent }}
        {% endif %}{% if newPaymentAmount %}
        = Your payment | {{ newPaymentAmount | money }}
        {% endif %}

        The interest that was forgiven is not added. If your service goes on, please send us your orders.`,
    },
    es: {
      title: 'Termina el límite de sus intereses',
      body: `
        Según lo que sabemos, su servicio militar termina el {{ serviceEndDate | date }}. Con él termina el límite de sus intereses.

        {% if newRate %}
        = Tasa anual desde entonces | {{ newRate | percent }}
        {% endif %}{% if newPaymentAmount %}
        = Su pago | {{ newPaymentAmount | money }}
        {% endif %}

        Los intereses condonados no se agregan. Si su servicio continúa, envíenos sus órdenes.`,
    },
  },
};
