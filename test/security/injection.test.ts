import assert from 'node:assert/strict';
import { suiteApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

/** Each would show another table, change one, or read a file, were it ever taken for SQL. */
const attacks = [
  `'; DROP TABLE account; --`,
  `" ; DROP TABLE account; --`,
  `' UNION SELECT key_hash FROM account --`,
  `') OR 1=1 --`,
  `x" FROM account --`,
  `' || (SELECT string_agg(key_hash, ',') FROM account) || '`,
  `\\'; ATTACH '/tmp/stolen.db'; --`,
  `%' OR '1'='1`,
  `$$; DROP TABLE account; $$`,
  `/etc/passwd`,
  `'/etc/passwd'`,
  `read_csv('/etc/passwd')`,
  '../../../../etc/passwd',
];

/** Every position of the language at which text of the user is inserted into a query. */
const queries: readonly ((attack: string) => string)[] = [
  (attack) => `table ${attack}`,
  (attack) => `table "${attack}"`,
  (attack) => `table logs | search user == "${escape(attack)}"`,
  (attack) => `table logs | search "${escape(attack)}" == user`,
  (attack) => `table logs | eval ${attack} = 1`,
  (attack) => `table logs | eval x = "${escape(attack)}"`,
  (attack) => `table logs | eval x = ${attack}`,
  (attack) => `table logs | fields ${attack}`,
  (attack) => `table logs | rename user as ${attack}`,
  (attack) => `table logs | stats count by ${attack}`,
  (attack) => `table logs | stats count as ${attack}`,
  (attack) => `table logs | sort ${attack}`,
  (attack) => `table logs | rex field=user "(?<x>${escape(attack)})"`,
  (attack) => `table logs | eval x = contains(user, "${escape(attack)}")`,
  (attack) => `table logs | lookup ${attack} user output x`,
  (attack) => `json "${escape(JSON.stringify({ [attack]: attack }))}"`,
  (attack) => `table duration=${attack} logs`,
  (attack) => `csvfile ${attack}`,
  (attack) => `textfile ${attack}`,
  (attack) => `jsonfile ${attack}`,
];

function escape(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

describe('SQL in a text', () => {
  const app = suiteApp();
  let accounts: string;
  const accountsNow = async (): Promise<string> =>
    JSON.stringify(
      await app.parts.database.read('SELECT login_name, role, key_hash FROM account ORDER BY 1'),
    );

  before(async () => {
    await addTable(app, 'logs');
    await addRows(app, 'logs', 'SELECT now()::TIMESTAMP AS _time, \'kim\' AS "user"');
    accounts = await accountsNow();
  });
  afterEach(async () => {
    assert.equal(await accountsNow(), accounts, 'the accounts are as they were');
    assert.deepEqual(app.logged, [], 'nothing failed inside');
  });

  /** Sends it, ignores the result, and checks what must not be visible. */
  async function probe(operation: string, form?: Record<string, string>): Promise<void> {
    const [method = '', path = ''] = operation.split(' ');
    const response = await fetch(`${app.baseUrl}/api/core${path}`, {
      method,
      headers: { authorization: `Bearer ${app.keys.admin}` },
      body: form ? new URLSearchParams(form) : null,
    });
    const text = await response.text();
    assert.doesNotMatch(text, /root:.:0:0/, `${operation} read a file of the machine`);
    assert.doesNotMatch(
      text,
      /Parser Error|Catalog Error|Binder Error|duckdb/i,
      `${operation} shows the engine`,
    );
    for (const { key_hash: hash } of JSON.parse(accounts) as { key_hash: string }[]) {
      assert.ok(!text.includes(hash), `${operation} shows a key's hash`);
    }
  }

  it('is tested with queries that find ordinary texts', async () => {
    const query = encodeURIComponent('table logs | search user == "kim"');
    const response = await fetch(`${app.baseUrl}/api/core/query?q=${query}`, {
      headers: { authorization: `Bearer ${app.keys.admin}` },
    });
    assert.match(await response.text(), /kim/);
  });

  for (const attack of attacks) {
    it(`is plain text in queries: ${attack}`, async () => {
      for (const query of queries) await probe(`GET /query?q=${encodeURIComponent(query(attack))}`);
    });

    it(`is plain text in filters, names and paths: ${attack}`, async () => {
      const word = encodeURIComponent(attack);
      for (const list of ['tables', 'scheduled-queries', 'batch-rules', 'stream-rules']) {
        await probe(`GET /${list}?keywords=${word}`);
      }
      await probe(`GET /tables?table_name=${word}&schema_code=${word}`);
      await probe(`GET /tables/${word}`);
      await probe(`DELETE /tables/${word}`);
      await probe('POST /tables', { table: attack });
      await probe('POST /batch-rules', { name: attack, query: attack, own_field: attack });
      await probe('POST /upload-streams', {
        file_name: attack,
        file_size: '1',
        metadata: JSON.stringify({ table_name: attack, format: 'csv' }),
      });
      await probe('POST /scheduled-queries', {
        name: attack,
        description: attack,
        query: 'json "{}"',
        trigger_type: 'cron',
        cron_schedule: '0 3 1 1 *',
      });
      await app.call(
        'master',
        `GET /api/core/audit-logs?keywords=${word}&categories=${word}&actions=${word}`,
      );
    });
  }
});
