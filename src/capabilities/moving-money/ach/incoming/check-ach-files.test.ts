// What `tenor doctor` says of files that do not get where they should.
import { describe, test } from 'node:test';
import { anAchFile } from '../../../../../tests/support/an-ach-file.ts';
import { found } from '../../../../../tests/support/findings.ts';
import { useInspected } from '../../../../../tests/support/inspected.ts';
import { achFilesCheck } from './check-ach-files.ts';

describe('the doctor looks for files of the clearing house', () => {
  const { house, aCompany, look, sql } = useInspected();

  test('that cannot be left, of which the bank is silent, that cannot be taken, that wait for somebody', async () => {
    const { test: api } = await aCompany();
    const { companyId } = api.realm;
    found(await look(achFilesCheck), 'ok', /Files get to their banks/);
    const unsent = await anAchFile(house(), companyId, 'uploading');
    await sql("update test.ach_files set tries = 4, due_at = 1, last_error = 'no route' where id = $1", [unsent]);
    found(await look(achFilesCheck), 'error', /1 ACH file of test could not be left .*no route/, /credentials/);
    await sql('update test.ach_files set due_at = null where id = $1', [unsent]);
    const silent = await anAchFile(house(), companyId, 'uploaded');
    await sql('insert into test.ach_awaited (company_id, file_id) values ($1, $2)', [companyId, silent]);
    found(await look(achFilesCheck), 'error', /Of 1 ACH file of test the bank has not said/, /Never send it again/);
    await sql('delete from test.ach_awaited where file_id = $1', [silent]);
    const { id } = (await api.post('/companies/current/ach-readings', { fileName: 'x', content: 'no file' })).body.data;
    await sql('update test.ach_readings set tries = 4 where id = $1', [id]);
    found(await look(achFilesCheck), 'error', /1 file of banks in test mode cannot be taken/);
    await sql('update test.ach_readings set due_at = null where id = $1', [id]);
    found(await look(achFilesCheck), 'warning', /1 file of banks in test mode waits for a second person/);
  });
});
