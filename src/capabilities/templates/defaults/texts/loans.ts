import type { Stated } from '../default-text.ts';

const first = {
  en: '{% if firstPaymentDate %}\n= First payment due | {{ firstPaymentDate | date }}\n{% endif %}{% if paymentAmount %}\n= Payment | {{ paymentAmount | money }}\n{% endif %}',
  es: '{% if firstPaymentDate %}\n= Primer pago | {{ firstPaymentDate | date }}\n{% endif %}{% if paymentAmount %}\n= Pago | {{ paymentAmount | money }}\n{% endif %}',
};

export const loanTexts: Readonly<Record<string, Stated>> = {
  welcome: {
    en: {
      title: 'Welcome to {{ company.brandName }}',
      body: `
        {% if previousServicerName %}
        We look after your account from now on, in place of {{ previousServicerName }}. The terms of your agreement stay the same. Please send your payments to us.
        {% else %}
        Thank you for choosing us. We look after your account from now on.
        {% endif %}

        ${first.en}

        When you sign in, you can see what you owe, make payments, switch on autopay, and read your documents.

        {% if signInUrl %}
        [Sign in](signInUrl)
        {% endif %}`,
      text: 'Welcome. We look after your account from now on. When you sign in, you can see it and make payments.',
    },
    es: {
      title: 'Le damos la bienvenida a {{ company.brandName }}',
      body: `
        {% if previousServicerName %}
        A partir de ahora atendemos su cuenta, en lugar de {{ previousServicerName }}. Las condiciones de su contrato no cambian. Envíenos sus pagos a nosotros.
        {% else %}
        Gracias por elegirnos. A partir de ahora atendemos su cuenta.
        {% endif %}

        ${first.es}

        Al iniciar sesión puede ver lo que debe, hacer pagos, activar los pagos automáticos y leer sus documentos.

        {% if signInUrl %}
        [Iniciar sesión](signInUrl)
        {% endif %}`,
      text: 'Le damos la bienvenida. A partir de ahora atendemos su cuenta. Al iniciar sesión puede verla y hacer pagos.',
    },
  },
  loanOriginated: {
    en: {
      title: 'Your loan is ready',
      body: `
        Your loan was approved and its agreement is complete.

        = Amount | {{ loanAmount | money }}
        = Yearly interest rate | {{ annualRate | percent }}
        ${first.en}

        We tell you as soon as the money is on its way.`,
      text: 'Your loan is ready. We tell you as soon as the money is on its way.',
    },
    es: {
      title: 'Su préstamo está listo',
      body: `
        Su préstamo fue aprobado y su contrato está completo.

        = Monto | {{ loanAmount | money }}
        = Tasa de interés anual | {{ annualRate | percent }}
        ${first.es}

        Le avisaremos en cuanto el dinero esté en camino.`,
      text: 'Su préstamo está listo. Le avisaremos en cuanto el dinero esté en camino.',
    },
  },
  loanActivated: {
    en: {
      title: 'Your loan has begun',
      body: `
        Your loan began on {{ fundingDate | date }}.

        = Amount | {{ loanAmount | money }}
        ${first.en}

        When you sign in, you can see your payment schedule, make payments, and switch on autopay.`,
      text: 'Your loan began on {{ fundingDate | date }}. Sign in to see your payment schedule.',
    },
    es: {
      title: 'Su préstamo comenzó',
      body: `
        Su préstamo comenzó el {{ fundingDate | date }}.

        = Monto | {{ loanAmount | money }}
        ${first.es}

        Al iniciar sesión puede ver su calendario de pagos, hacer pagos y activar los pagos automáticos.`,
      text: 'Su préstamo comenzó el {{ fundingDate | date }}. Inicie sesión para ver su calendario de pagos.',
    },
  },
  loanCanceled: {
    en: {
      title: 'Your loan was canceled',
      body: 'Your loan was canceled before it began. You owe nothing on it. If you did not expect this, please call us.',
      text: 'Your loan was canceled before it began. You owe nothing on it. If you did not expect this, please call us.',
    },
    es: {
      title: 'Se canceló su préstamo',
      body: 'Su préstamo se canceló antes de comenzar. No debe nada por él. Si no lo esperaba, llámenos.',
      text: 'Su préstamo se canceló antes de comenzar. No debe nada por él. Si no lo esperaba, llámenos.',
    },
  },
  loanPaidOff: {
    en: {
      title: 'Your loan is paid off',
      body: `
        Congratulations: your loan was paid off on {{ paidOffDate | date }}. You do not owe anything on it.

        {% if refundAmount %}
        You paid {{ refundAmount | money }} more than was owed. We send it back to you.
        {% endif %}

        If autopay was on, it takes nothing more. Please keep this message for your records.`,
      text: 'Congratulations: your loan was paid off on {{ paidOffDate | date }}. Thank you.',
    },
    es: {
      title: 'Su préstamo está liquidado',
      body: `
        Felicidades: su préstamo quedó liquidado el {{ paidOffDate | date }}. Ya no debe nada por él.

        {% if refundAmount %}
        Pagó {{ refundAmount | money }} más de lo que debía. Se lo devolvemos.
        {% endif %}

        Si tenía pagos automáticos, ya no se tomará nada más. Guarde este mensaje para sus registros.`,
      text: 'Felicidades: su préstamo quedó liquidado el {{ paidOffDate | date }}. Gracias.',
    },
  },
  loanClosed: {
    en: {
      title: 'Your account is closed',
      body: 'Your account was closed on {{ effectiveDate | date }}. You can still sign in to see its history and documents. Thank you for having been our customer.',
      text: 'Your account was closed on {{ effectiveDate | date }}. You can still sign in to see its history.',
    },
    es: {
      title: 'Su cuenta está cerrada',
      body: 'Su cuenta se cerró el {{ effectiveDate | date }}. Todavía puede iniciar sesión para ver su historial y sus documentos. Gracias por su confianza.',
      text: 'Su cuenta se cerró el {{ effectiveDate | date }}. Todavía puede iniciar sesión para ver su historial.',
    },
  },
};
