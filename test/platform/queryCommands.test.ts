import assert from 'node:assert/strict';
import { queryClient } from '../support/queryClient';
import { suiteApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

describe('the command', () => {
  const app = suiteApp();
  const client = queryClient(app);
  before(async () => {
    for (const table of ['web', 'mail', 'imported']) await addTable(app, table);
    await addRows(
      app,
      'web',
      `SELECT * FROM (VALUES
        (TIMESTAMP '2024-01-01 10:00:00', 'a line', '/a', 10),
        (TIMESTAMP '2024-01-02 00:00:00', 'a line with an Error', '/b', 20),
        (TIMESTAMP '2024-01-03 12:00:00', 'another LINE', '/c', 30)) AS rows(_time, line, path, bytes)`,
    );
    await addRows(app, 'mail', `SELECT TIMESTAMP '2024-01-02 09:00:00' AS _time, 'Hi' AS subject`);
  });

  it('import writes the incoming rows into the table and passes them on', async () => {
    assert.deepEqual(
      await client.rows(
        `json "[{'Name':'x','size':1},{'Name':'y','size':2}]" | import imported | stats count`,
      ),
      [{ count: 2 }],
    );
    assert.deepEqual(await client.rows('table order=asc imported | fields Name, size'), [
      { Name: 'x', size: 1 },
      { Name: 'y', size: 2 },
    ]);
    await client.rows(
      `json "[{'Name':'v'},{'Name':'w'}]" | limit 1 1 | import imported | limit 0 | import imported`,
    );
    assert.deepEqual(await client.rows('table imported | stats count, max(Name) as last'), [
      { count: 3, last: 'y' },
    ]);
    assert.deepEqual(await client.rows('table imported | search isnull(size) | fields Name'), [
      { Name: 'w' },
    ]);
  });

  it('import keeps the values of fields whose names differ in case only, are empty, or have a NUL', async () => {
    await addTable(app, 'alike');
    await client.rows(`json "{'User':'a','user':'b','user_1':'c','':'d','e\\\\u0000f':'g'}" | import alike`);
    assert.deepEqual(await client.rows('table alike | fields - _table, _time, _id'), [
      { User: 'a', user_2: 'b', user_1: 'c', column3: 'd', ef: 'g' },
    ]);
    await app.parts.logTables.drop('alike');
  });

  it('import needs the role ADMIN', async () => {
    const rejected = await queryClient(app, 'member').rejection(`json "{}" | import imported`);
    assert.equal(rejected, '(30100) no-permission');
  });

  it('system queries lists the queries of the account alone, and those of all to a MASTER', async () => {
    const id = await client.start('json "{}"');
    const own = await client.rows(`system queries | search id == ${id}`);
    assert.equal(own.length, 1);
    assert.equal(own[0]!['query_string'], 'json "{}"');
    const rowsSeenBy = (role: 'member' | 'master') =>
      queryClient(app, role).rows(`system queries | search id == ${id} | stats count`);
    assert.deepEqual(await rowsSeenBy('member'), [{ count: 0 }]);
    assert.deepEqual(await rowsSeenBy('master'), [{ count: 1 }]);
    await client.drop(id);
  });

  it('table with a limit counts only the rows within it', async () => {
    const { commands } = await client.finish('table limit=2 web | stats count');
    assert.deepEqual(
      commands.map(({ push_count }) => push_count),
      [2, 1],
    );
  });
});
