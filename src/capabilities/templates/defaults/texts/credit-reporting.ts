import type { Stated } from '../default-text.ts';
import { needed } from '../needed-documents.ts';

export const creditReportingTexts: Readonly<Record<string, Stated>> = {
  // The words of B-1 and B-2 are those of appendix B to 12 CFR 1022: they are a safe harbor.
  creditNegativeInfoMayBeReported: {
    en: {
      title: 'About credit reporting',
      body: `
        We may report information about your account to credit bureaus. Late payments, missed payments, or other defaults on your account may be reflected in your credit report.

        If paying is difficult at the moment, please call us.`,
      text: 'We have sent you a notice about credit reporting. Please see our email or letter, or sign in.',
    },
    es: {
      title: 'Sobre los informes de crédito',
      body: `
        Podemos reportar información sobre su cuenta a las agencias de crédito. Los pagos atrasados, los pagos no hechos u otros incumplimientos en su cuenta pueden aparecer en su informe de crédito.

        Si en este momento le resulta difícil pagar, llámenos.`,
      text: 'Le enviamos un aviso sobre informes de crédito. Vea nuestro correo o carta, o inicie sesión.',
    },
  },
  creditNegativeInfoReported: {
    en: {
      title: 'About your credit report',
      body: `
        We have told a credit bureau about a late payment, missed payment or other default on your account. This information may be reflected in your credit report.
        {% if reportedDate %}
        It was reported on {{ reportedDate | date }}.
        {% endif %}

        If you think that this is wrong, please write to us and say why. We will look into it.`,
      text: 'We have sent you a notice about your credit report. Please see our email or letter, or sign in.',
    },
    es: {
      title: 'Sobre su informe de crédito',
      body: `
        Hemos informado a una agencia de crédito sobre un pago atrasado, un pago no hecho u otro incumplimiento en su cuenta. Esta información puede aparecer en su informe de crédito.
        {% if reportedDate %}
        Se reportó el {{ reportedDate | date }}.
        {% endif %}

        Si cree que esto es un error, escríbanos y díganos por qué. Lo investigaremos.`,
      text: 'Le enviamos un aviso sobre su informe de crédito. Vea nuestro correo o carta, o inicie sesión.',
    },
  },
  creditPositiveInfoReported: {
    en: {
      title: 'Good news for your credit report',
      body: `
        You have paid as agreed, and we have told the credit bureaus so. It may be reflected in your credit report.
        {% if reportedDate %}
        It was reported on {{ reportedDate | date }}.
        {% endif %}`,
      text: 'You have paid as agreed, and we have told the credit bureaus so. Thank you.',
    },
    es: {
      title: 'Buenas noticias para su informe de crédito',
      body: `
        Usted ha pagado como acordamos, y así lo informamos a las agencias de crédito. Esto puede aparecer en su informe de crédito.
        {% if reportedDate %}
        Se reportó el {{ reportedDate | date }}.
        {% endif %}`,
      text: 'Usted ha pagado como acordamos, y así lo informamos a las agencias de crédito. Gracias.',
    },
  },
  creditDisputeReceived: {
    en: {
      title: 'We received your dispute about your credit report',
      body: `
        On {{ receivedDate | date }} we received your dispute of what we reported about your account. We are looking into it, and you hear from us by {{ answerByDate | date }}.

        If you have documents that show what is wrong, please send them to us.`,
      text: 'We received your dispute about your credit report, and are looking into it.',
    },
    es: {
      title: 'Recibimos su disputa sobre su informe de crédito',
      body: `
        El {{ receivedDate | date }} recibimos su disputa de lo que reportamos sobre su cuenta. La estamos investigando y le responderemos a más tardar el {{ answerByDate | date }}.

        Si tiene documentos que muestren qué está mal, envíenoslos.`,
      text: 'Recibimos su disputa sobre su informe de crédito y la estamos investigando.',
    },
  },
  creditDisputeResolved: {
    en: {
      title: 'We have decided on your dispute',
      body: `
        We looked into your dispute of what we reported about your account, and decided on {{ decisionDate | date }}.

        {% if disputeOutcome == 'deleted' %}
        You were right: we asked the credit bureaus to delete the information.
        {% elif disputeOutcome == 'modified' %}
        We asked the credit bureaus to correct the information.
        {% else %}
        We found that the information is right, and it stays as it is.
        {% endif %}

        If you do not agree, you may dispute it with the credit bureau too, and may ask it to add a statement of yours to your report.`,
    },
    es: {
      title: 'Decidimos sobre su disputa',
      body: `
        Investigamos su disputa de lo que reportamos sobre su cuenta y decidimos el {{ decisionDate | date }}.

        {% if disputeOutcome == 'deleted' %}
        Usted tenía razón: pedimos a las agencias de crédito que borren la información.
        {% elif disputeOutcome == 'modified' %}
        Pedimos a las agencias de crédito que corrijan la información.
        {% else %}
        Encontramos que la información es correcta y queda como está.
        {% endif %}

        Si no está de acuerdo, también puede disputarla ante la agencia de crédito y pedirle que agregue a su informe una declaración suya.`,
    },
  },
  creditDisputeNotInvestigated: {
    en: {
      title: 'We need more for your dispute',
      body: `
        We received your dispute of what we reported about your account. We could not look into it, because something is missing:

        ${needed.creditReport.en}

        Please send it to us, and we will look into the dispute.`,
    },
    es: {
      title: 'Necesitamos algo más para su disputa',
      body: `
        Recibimos su disputa de lo que reportamos sobre su cuenta. No pudimos investigarla porque falta algo:

        ${needed.creditReport.es}

        Envíenoslo y la investigaremos.`,
    },
  },
};
