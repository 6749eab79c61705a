import assert from 'node:assert/strict';
import { parseQuery } from '../../src/core/language/parseQuery';
import { acceptedQueries } from '../support/queryCorpus';
import { queryClient } from '../support/queryClient';
import { suiteApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

/** The local platform does not have it, or the table, lookup, result or name in a parameter does not exist. */
const allowed = /^\((?:92000|10605|20701|10604|10606)\)/;

describe('A query that a real platform accepts', () => {
  const app = suiteApp();

  it('has no error in the editor and in checks', () => {
    const rejected = acceptedQueries.filter((query) =>
      parseQuery(query).problems.some(({ severity }) => severity === 'error'),
    );

    assert.deepEqual(rejected, []);
  });

  it('runs on the local platform, or is rejected because that does not have it', async () => {
    const rejected: string[] = [];
    for (const query of acceptedQueries) {
      const response = await fetch(`${app.baseUrl}/api/core/query?q=${encodeURIComponent(query)}`, {
        headers: { authorization: `Bearer ${app.keys.admin}` },
      });
      const text = await response.text();
      if (response.ok) continue;
      const { error_msg: message } = JSON.parse(text) as { error_msg: string };
      if (!allowed.test(message)) rejected.push(`${query}: ${message}`);
    }

    assert.deepEqual(rejected, []);
  });

  it('reads from and to of a parameter with a date, with the text of one, or with digits', async () => {
    await addTable(app, 'dated');
    const hour =
      "SELECT '2026-03-01 10:00'::TIMESTAMP + to_minutes(i::INTEGER * 30) AS _time, i AS n FROM range(4) r(i)";
    await addRows(app, 'dated', hour);
    for (const from of [
      'date("2026-03-01 10:30", "yyyy-MM-dd HH:mm")',
      'string(date("2026-03-01 10:30", "yyyy-MM-dd HH:mm"), "yyyy-MM-dd HH:mm:ssZ")',
      '"202603011030"',
    ]) {
      const query = `set from=${from} | set to=dateadd(date("20260301", "yyyyMMdd"), "min", 690) | table from=$("from") to=$("to") order=asc dated | fields n`;
      assert.deepEqual(await queryClient(app).rows(query), [{ n: 1 }, { n: 2 }], from);
    }
  });
});
