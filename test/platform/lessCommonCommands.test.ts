import assert from 'node:assert/strict';
import { queryClient } from '../support/queryClient';
import { suiteApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

describe('a less common command', () => {
  const app = suiteApp();
  const client = queryClient(app);
  before(async () => {
    for (const table of ['nets', 'source', 'target', 'written']) {
      await app.call('admin', 'POST /api/core/tables', { form: { table } });
    }
  });

  it('keeps the rows whose address is in a network of a table', async () => {
    const networks = ['10.0.0.0/8', '2001:db8::/32', '11.1.1.2', '12.0.0.0/8', 'none', '13.0.0.0/64'];
    const listed = networks.map((network) => `{'network':'${network}'}`).join(',');
    await client.rows(`json "[${listed}]" | import nets`);
    const addresses = `json "[{'ip':'10.1.1.1'},{'ip':'11.1.1.1'},{'ip':'11.1.1.2'},{'ip':'12.9.9.9'},{'ip':'2001:db8::7'},{'ip':'2001:db9::7'},{'ip':'none'},{'ip':null}]"`;
    assert.deepEqual(await client.rows(`${addresses} | matchnet field=ip nets`), [
      { ip: '10.1.1.1' },
      { ip: '11.1.1.2' },
      { ip: '12.9.9.9' },
      { ip: '2001:db8::7' },
    ]);
    assert.deepEqual(await client.rows(`${addresses} | matchnet field=missing nets`), []);
    for (const table of ['written', 'nothing']) {
      const message = await client.rejection(`${addresses} | matchnet field=ip ${table}`);
      assert.equal(message, '(20701) invalid-lookup-name');
    }
    assert.deepEqual(await client.rows('lookuptable nets | stats count'), [{ count: networks.length }]);
  });

  it('takes the newest row of a key in a lookup, whatever the order of the writes', async () => {
    await addTable(app, 'owners');
    for (const values of [
      `(TIMESTAMP '2024-01-02', 'a', 'new'), (TIMESTAMP '2024-01-01', 'b', 'old')`,
      `(TIMESTAMP '2024-01-01', 'a', 'old'), (TIMESTAMP '2024-01-02', 'b', NULL)`,
    ]) {
      await addRows(app, 'owners', `SELECT * FROM (VALUES ${values}) AS rows(_time, host, owner)`);
    }
    assert.deepEqual(
      await client.rows(`json "[{'host':'a'},{'host':'b'}]" | lookup owners host output owner`),
      [
        { host: 'a', owner: 'new' },
        { host: 'b', owner: null },
      ],
    );
  });

  it('adds a lookup to every row of a table whose fields differ from day to day', async () => {
    await addTable(app, 'ports');
    await addRows(app, 'ports', `SELECT '2026-03-01'::TIMESTAMP AS _time, unnest(['2', '02']) AS port`);
    await addTable(app, 'flows');
    for (let shape = 0; shape < 8; shape += 1) {
      const select = `SELECT '2026-03-0${shape + 1}'::TIMESTAMP AS _time, range AS port, 1 AS own${shape} FROM range(40)`;
      await addRows(app, 'flows', select);
    }
    // The engine reads such a table with several threads, so one try says little.
    for (let round = 0; round < 10; round += 1) {
      const rows = await client.rows('table flows | lookup ports port output _id as found | stats count');
      assert.deepEqual(rows, [{ count: 320 }], `in round ${round}`);
    }
  });

  it('replaces the key of a lookup by a field of that name, and adds no field for a key that no row has', async () => {
    await addTable(app, 'names');
    await addRows(app, 'names', `SELECT '2026-03-01'::TIMESTAMP AS _time, 'a' AS id, 'Anna' AS name`);
    const users = `json "[{'user':'a'},{'user':'b'}]"`;
    const replaced = [{ user: 'Anna' }, { user: 'b' }];
    assert.deepEqual(await client.rows(`${users} | lookup names id as user output name as user`), replaced);
    const kept = [
      { user: 'a', name: null },
      { user: 'b', name: null },
    ];
    assert.deepEqual(await client.rows(`${users} | lookup names id as other output name`), kept);
  });

  it('builds a lookup in memory for the account alone, and uses, shows and drops it', async () => {
    const users = `json "[{'user':'a','team':'x'},{'user':'b','team':'y'},{'user':'a','team':'z'}]"`;
    assert.equal((await client.rows(`${users} | memlookup op=build name=users key=user`)).length, 3);
    assert.deepEqual(await client.rows(`json "[{'u':'a'},{'u':'c'}]" | lookup users user as u output team`), [
      { u: 'a', team: 'z' },
      { u: 'c', team: null },
    ]);
    assert.deepEqual(await client.rows('memlookup name=users | sort user'), [
      { user: 'a', team: 'z' },
      { user: 'b', team: 'y' },
    ]);
    assert.deepEqual(await client.rows('memlookup op=list'), [{ name: 'users', key: 'user', size: 2 }]);
    const other = queryClient(app, 'member');
    assert.deepEqual(await other.rows('memlookup op=list'), []);
    assert.equal(await other.rejection('memlookup name=users'), '(20701) invalid-lookup-name');
    await client.rows('memlookup op=drop name=users');
    assert.equal(await client.rejection('memlookup name=users'), '(20701) invalid-lookup-name');
  });

  it('has at most 20 lookups in memory for each account, and replaces existing ones', async () => {
    const member = queryClient(app, 'member');
    const build = (name: string, value: number): string =>
      `json "[{'k':1,'v':${value}},{'k':null,'v':0}]" | memlookup op=build name=${name} key=k`;
    for (let index = 1; index <= 20; index += 1) await member.rows(build(`m${index}`, index));
    assert.equal(await member.rejection(build('m21', 21)), '(20600) invalid-limit');
    await member.rows(build('m1', 100));
    assert.deepEqual(await member.rows('memlookup name=m1'), [{ k: 1, v: 100 }]);
    await member.rows('memlookup op=drop name=m2');
    await member.rows(build('m21', 21));
    // A row without the key is left out.
    assert.deepEqual(
      await member.rows(`json "{'v':1}" | memlookup op=build name=m1 key=k | drop | memlookup name=m1`),
      [],
    );
    const { commands } = await member.finish('memlookup op=list');
    assert.deepEqual(
      commands.map(({ push_count }) => push_count),
      [20],
    );
  });

  it('reads the result of another query of the same account only', async () => {
    const { id } = await client.finish(`json "[{'a':1},{'a':2}]" | eval b = string(a)`);
    for (const command of ['result', 'load']) {
      assert.deepEqual(await client.rows(`${command} ${id} | search a > 1`), [{ a: 2, b: '2' }]);
    }
    const other = queryClient(app, 'master');
    assert.equal(await other.rejection(`result ${id}`), '(10606) no-read-permission');
    await client.drop(id);
    for (const command of [`result ${id}`, `load ${id}`, 'load 1f0e1d2c-saved']) {
      assert.equal(await client.rejection(command), '(10606) no-read-permission');
    }
  });
});
