import assert from 'node:assert/strict';
import { aggregates, commands, functions } from '../../src/core/language/catalog/catalog';
import { parseQuery } from '../../src/core/language/parseQuery';
import { namedTables } from '../../src/core/language/services/namedTables';
import { acceptedQueries } from '../support/queryCorpus';
import { queryClient } from '../support/queryClient';
import { suiteApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

/** What the local platform does not have, by name; or a table in a parameter, a lookup or a result that does not exist. */
const allowed = /^\((?:92000\) unsupported-command: .|10605|20701|10604|10606)/;

/** Every command, function and aggregate as the catalog shows it. */
const examples = [
  ...commands.map(({ example, isSource }) => (isSource ? example : `json "{}" | ${example}`)),
  ...functions.map(({ example }) => `json "{}" | eval x = ${example}`),
  ...aggregates.map(({ example }) => `json "{}" | stats ${example}`),
];

/** The names that are a table's. */
function tablesOf(query: string): readonly string[] {
  const { read, written } = namedTables(query);
  return [...read, ...written].filter((name) => /^[\p{L}][\p{L}\d_-]*$/u.test(name));
}

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
    const named = [...acceptedQueries, ...examples].flatMap(tablesOf);
    for (const table of new Set(named)) await addTable(app, table);
    for (const query of [...acceptedQueries, ...examples]) {
      if (parseQuery(query).problems.length > 0) continue;
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
