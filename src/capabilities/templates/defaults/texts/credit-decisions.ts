// What Regulation B (12 CFR 1002.9, form C-1) and the FCRA (15 USC 1681m, 12 CFR 1022.73) want said in such words.
import type { Stated } from '../default-text.ts';
import { items } from '../phrases.ts';

const bureau = {
  en: `
    = Credit bureau | {{ creditBureauName }}
    {% if creditBureauAddress %}
    = Address | {{ creditBureauAddress }}
    {% endif %}{% if creditBureauPhone %}
    = Phone | {{ creditBureauPhone }}
    {% endif %}`,
  es: `
    = Agencia de informes | {{ creditBureauName }}
    {% if creditBureauAddress %}
    = Dirección | {{ creditBureauAddress }}
    {% endif %}{% if creditBureauPhone %}
    = Teléfono | {{ creditBureauPhone }}
    {% endif %}`,
};

const score = {
  en: `
    {% if creditScore %}
    ## Your credit score

    We used your credit score. It is a number that reflects the information in your consumer report, and it can change as that information changes.

    = Your credit score | {{ creditScore }}
    {% if creditScoreDate %}
    = Date | {{ creditScoreDate | date }}
    {% endif %}{% if creditScoreLowest and creditScoreHighest %}
    = Scores range | from {{ creditScoreLowest }} (low) to {{ creditScoreHighest }} (high)
    {% endif %}
    = From | {{ creditBureauName }}

    {% if creditScoreFactors %}
    Key factors that adversely affected your credit score:

    ${items('creditScoreFactors')}
    {% endif %}
    {% endif %}`,
  es: `
    {% if creditScore %}
    ## Su puntaje de crédito

    Usamos su puntaje de crédito. Es un número que refleja la información de su informe de crédito y puede cambiar cuando esa información cambia.

    = Su puntaje de crédito | {{ creditScore }}
    {% if creditScoreDate %}
    = Fecha | {{ creditScoreDate | date }}
    {% endif %}{% if creditScoreLowest and creditScoreHighest %}
    = Los puntajes van | de {{ creditScoreLowest }} (bajo) a {{ creditScoreHighest }} (alto)
    {% endif %}
    = Proviene de | {{ creditBureauName }}

    {% if creditScoreFactors %}
    Factores principales que afectaron negativamente su puntaje de crédito:

    ${items('creditScoreFactors')}
    {% endif %}
    {% endif %}`,
};

export const creditDecisionTexts: Readonly<Record<string, Stated>> = {
  adverseActionNotice: {
    en: {
      title: 'Notice of action taken',
      body: `
        On {{ decisionDate | date }} we took the following action:

        {% if decision == 'declined' %}
        **We could not approve your request for credit.**
        {% elif decision == 'limitLowered' %}
        **We lowered your credit limit.**
        {% elif decision == 'drawsFrozen' %}
        **We stopped further purchases and draws on your line of credit.**
        {% elif decision == 'lineClosed' %}
        **We closed your line of credit.**
        {% elif decision == 'drawDeclined' %}
        **We could not approve your request for a draw.**
        {% else %}
        **We changed the terms of your account.**
        {% endif %}

        ## Principal reasons

        ${items('principalReasons')}

        {% if creditBureauName %}
        ## Your credit report

        Our decision was based in whole or in part on information obtained in a report from the consumer reporting agency listed below. You have a right under the Fair Credit Reporting Act to know the information contained in your credit file at the consumer reporting agency. The reporting agency played no part in our decision and is unable to supply specific reasons for it. You also have a right to a free copy of your report from the reporting agency, if you request it no later than 60 days after you receive this notice. In addition, if you find that any information contained in the report you receive is inaccurate or incomplete, you have the right to dispute the matter with the reporting agency.

        ${bureau.en}

        {% endif %}
        ${score.en}

        > Notice: The federal Equal Credit Opportunity Act prohibits creditors from discriminating against credit applicants on the basis of race, color, religion, national origin, sex, marital status, age (provided the applicant has the capacity to enter into a binding contract); because all or part of the applicant's income derives from any public assistance program; or because the applicant has in good faith exercised any right under the Consumer Credit Protection Act. The federal agency that administers compliance with this law concerning this creditor is: {% if federalAgency %}{{ federalAgency }}{% else %}Federal Trade Commission, Equal Credit Opportunity, Washington, DC 20580{% endif %}.`,
    },
    es: {
      title: 'Aviso de la decisión tomada',
      body: `
        El {{ decisionDate | date }} tomamos la siguiente decisión:

        {% if decision == 'declined' %}
        **No pudimos aprobar su solicitud de crédito.**
        {% elif decision == 'limitLowered' %}
        **Redujimos su límite de crédito.**
        {% elif decision == 'drawsFrozen' %}
        **Suspendimos nuevas compras y disposiciones en su línea de crédito.**
        {% elif decision == 'lineClosed' %}
        **Cerramos su línea de crédito.**
        {% elif decision == 'drawDeclined' %}
        **No pudimos aprobar su solicitud de disposición.**
        {% else %}
        **Cambiamos las condiciones de su cuenta.**
        {% endif %}

        ## Razones principales

        ${items('principalReasons')}

        {% if creditBureauName %}
        ## Su informe de crédito

        Nuestra decisión se basó, total o parcialmente, en información de un informe de la agencia de informes del consumidor indicada abajo. Según la Ley de Informe Justo de Crédito (Fair Credit Reporting Act), usted tiene derecho a conocer la información de su expediente de crédito en esa agencia. La agencia no participó en nuestra decisión y no puede explicarle sus razones específicas. También tiene derecho a una copia gratuita de su informe, si la pide a la agencia a más tardar 60 días después de recibir este aviso. Además, si encuentra que alguna información del informe es inexacta o incompleta, tiene derecho a disputarla con la agencia.

        ${bureau.es}

        {% endif %}
        ${score.es}

        > Aviso: La Ley federal de Igualdad de Oportunidades de Crédito (Equal Credit Opportunity Act) prohíbe a los acreedores discriminar a los solicitantes de crédito por motivos de raza, color, religión, origen nacional, sexo, estado civil o edad (siempre que el solicitante tenga capacidad para celebrar un contrato vinculante); porque todo o parte de sus ingresos proviene de un programa de asistencia pública; o porque el solicitante ejerció de buena fe algún derecho conforme a la Ley de Protección del Crédito al Consumidor. La agencia federal que supervisa el cumplimiento de esta ley por parte de este acreedor es: {% if federalAgency %}{{ federalAgency }}{% else %}Federal Trade Commission, Equal Credit Opportunity, Washington, DC 20580{% endif %}.`,
    },
  },
  riskBasedPricingNotice: {
    en: {
      title: 'Your credit report and the price you pay for credit',
      body: `
        {% if isAfterReview %}
        We conducted a review of your account, using information from one or more consumer reports. As a result of the review, the annual percentage rate on your account has been increased.
        {% else %}
        We used information from your credit report to set the terms of the credit that we offer you. The terms offered may be less favorable than the terms offered to consumers who have better credit histories.
        {% endif %}
        {% if annualRate %}
        The yearly rate is {{ annualRate | percent }}.
        {% endif %}

        ## What a credit report is

        A credit report (or consumer report) is a record of your credit history. It includes information about whether you pay your bills on time and how much you owe to creditors.

        ## What you can do

        You have a right to dispute any inaccurate information in your credit report. We encourage you to verify that the information in your report is accurate. Under federal law, you have the right to obtain a copy of your credit report without charge for 60 days after you receive this notice. To obtain it, contact:

        ${bureau.en}

        For more information about credit reports and your rights under federal law, visit the Consumer Financial Protection Bureau at www.consumerfinance.gov/learnmore.

        ${score.en}`,
    },
    es: {
      title: 'Su informe de crédito y el precio que paga por el crédito',
      body: `
        {% if isAfterReview %}
        Revisamos su cuenta usando información de uno o más informes de crédito. Como resultado de la revisión, aumentó la tasa porcentual anual de su cuenta.
        {% else %}
        Usamos información de su informe de crédito para fijar las condiciones del crédito que le ofrecemos. Las condiciones ofrecidas pueden ser menos favorables que las que se ofrecen a consumidores con mejor historial de crédito.
        {% endif %}
        {% if annualRate %}
        La tasa anual es {{ annualRate | percent }}.
        {% endif %}

        ## Qué es un informe de crédito

        Un informe de crédito (o informe del consumidor) es un registro de su historial de crédito. Incluye información sobre si paga sus cuentas a tiempo y cuánto debe a sus acreedores.

        ## Qué puede hacer

        Tiene derecho a disputar cualquier información inexacta de su informe de crédito. Le recomendamos comprobar que la información de su informe sea correcta. Según la ley federal, tiene derecho a obtener una copia de su informe de crédito sin costo durante los 60 días posteriores a la recepción de este aviso. Para obtenerla, comuníquese con:

        ${bureau.es}

        Para más información sobre los informes de crédito y sus derechos según la ley federal, visite la Oficina para la Protección Financiera del Consumidor en www.consumerfinance.gov/learnmore.

        ${score.es}`,
    },
  },
};
