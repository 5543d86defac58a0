// A contact exporter: which contacts of the borrowers of a campaign stand in its files, and how.
import { offerProblems, themeOf } from '#capabilities/interactions/index.ts';
import { columnsOfQueries } from '#capabilities/questions/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, Refusal, refusedWith, refuseField } from '#platform/errors.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { ExternalId } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { withMaker } from '#platform/with-maker.ts';
import { problemOfHead } from '../answers/head.ts';
import { contactExporters, type ExporterRow } from '../tables.ts';
import { mustBeUsedByNone } from '../used-by.ts';
import { downloadPermission } from '../words.ts';
import { columnsOfAnswer, type ExporterSettings, exporterFields } from './settings.ts';

export const settingsOfExporter = ({ settings }: Pick<ExporterRow, 'settings'>): ExporterSettings =>
  JSON.parse(settings) as ExporterSettings;

export const contactExporter = defineResource({
  name: 'contact exporter',
  plural: 'contact exporters',
  prefix: 'CX',
  path: '/campaign-workers/contact-exporters',
  table: contactExporters,
  fields: { externalId: ExternalId({ max: 50, example: 'dialler' }), ...exporterFields },
  atMost: 1_000,
  events: {
    created: 'A contact exporter was created.',
    updated: 'A contact exporter was changed: files of later runs look so.',
    deleted: 'A contact exporter was deleted.',
  },
  endpoints: {
    list: {},
    create: {
      description:
        'A file has a line for each contact of each borrower that fits, or one for each borrower where no column is of a contact. It is CSV as RFC 4180 says, in UTF-8; what a spreadsheet would run is made harmless in columns of text.',
      body: {
        externalId: 'dialler',
        contactMatchingCriteria: { contactType: ['phone'], affiliation: ['self'] },
        columnSettings: [
          { field: 'borrower.id', outputName: 'id' },
          { field: 'contact.value', outputName: 'phone', format: 'digits' },
        ],
        checkCompliance: { channel: 'voice', theme: 'opsCollDebt' },
      },
    },
    read: {},
    update: {
      description:
        'What is not sent stays. Where a campaign that has it leaves its files at a host, it needs the permission to download them.',
      body: { checkCompliance: null },
    },
    delete: { description: 'Only where no campaign has it.' },
  },
  present: (rows) => rows.map((row) => settingsOfExporter(row)),
});

export const exporterRoutes = contactExporter.endpoints({
  async beforeWrite(ctx, tx, { verb, before, row, sent }) {
    if (verb === 'delete') {
      await mustBeUsedByNone(tx, 'contact_exporter_id', row.id, 'contactExporterId');
      return {};
    }
    const earlier = before && settingsOfExporter(before);
    const settings = {
      contactMatchingCriteria: sent.contactMatchingCriteria ?? earlier?.contactMatchingCriteria ?? {},
      columnSettings: sent.columnSettings ?? earlier?.columnSettings ?? [],
      checkCompliance: sent.checkCompliance === undefined ? (earlier?.checkCompliance ?? null) : sent.checkCompliance,
    };
    mustFit(settings);
    if (before !== undefined && (await leavesFiles(tx, row.id))) mustHave(ctx.caller, downloadPermission);
    if (before !== undefined && sent.columnSettings !== undefined) await mustFitAnswers(tx, row.id, settings);
    return { settings: JSON.stringify(settings), makers: withMaker(before?.makers, ctx.caller.actor) };
  },
});

/** Whether a campaign leaves files that it makes at a host. */
async function leavesFiles(reader: Reader, id: string): Promise<boolean> {
  const own = reader.db.selectFrom('campaigns').select('id').where('contact_exporter_id', '=', id);
  return (await reader.row(own.where('sftp', 'is not', null).limit(1))) !== undefined;
}

/** The queries of those campaigns that have it say which columns their answers have. Errors: InvalidRequest. */
async function mustFitAnswers(reader: Reader, id: string, settings: ExporterSettings): Promise<void> {
  const asking = reader.db.selectFrom('campaigns').select(['id', 'query_id', 'bulk_sender_id']);
  const campaigns = await reader.rows(asking.where('contact_exporter_id', '=', id).where('query_id', 'is not', null));
  const queries = [...new Set(campaigns.map((one) => one.query_id as string))];
  const columnsOf = await columnsOfQueries(reader, queries);
  for (const { id: campaign, query_id: query, bulk_sender_id: sender } of campaigns) {
    const wanted = { sends: sender !== null, columns: columnsOfAnswer(settings) };
    const problem = problemOfHead(columnsOf.get(query as string) ?? [], wanted);
    if (problem?.of === 'exporter')
      throw refuseField('columnSettings', `do not fit the campaign ${campaign}: ${problem.message}`, problem.expected);
  }
}

/** Errors: InvalidRequest. */
function mustFit({ columnSettings, checkCompliance }: ExporterSettings): void {
  mustHaveNone(repeatedNames(columnSettings));
  if (checkCompliance === null) return;
  const { subject, isTransactional } = checkCompliance;
  mustHaveNone(offerProblems(subject, isTransactional, 'checkCompliance.isTransactional'));
  try {
    themeOf(checkCompliance.subject ?? null, checkCompliance.theme);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw refusedWith(error, { ...error.data, path: 'checkCompliance.theme' });
  }
}

function repeatedNames(columns: ExporterSettings['columnSettings']): Problem[] {
  const names = columns.map(({ field, outputName }) => outputName ?? field);
  return names.flatMap((name, i) =>
    names.indexOf(name) === i
      ? []
      : [
          {
            path: `columnSettings[${i}].outputName`,
            message: `is ${name}, as that of an earlier column`,
            expected: 'another name',
          },
        ],
  );
}
