import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startConnectProxy } from '../support/connectProxy';
import { eventually } from '../support/eventually';
import { parseLines } from '../support/queryClient';
import { resultOf, runCommand, startCommandLine, TestProject } from '../support/project';
import type { CommandResult } from '../support/project';
import { startApp } from '../support/startApp';

describe('The command line', () => {
  const project = TestProject.forSuite();

  beforeEach(async () => {
    await project.write(
      'scheduled-queries/good.lq',
      '---\nname: Good\nschedule: "0 * * * *"\n---\ntable auth\n',
    );
    await project.write(
      'scheduled-queries/bad.lq',
      '---\nname: Bad\nafter: Nobody\n---\ntable auth | search (a\n',
    );
    await project.write('loose.lq', 'table auth | frobnicate\n');
  });

  it('checks files without a platform, and exits with 2 on errors', async () => {
    const { code, output, notes } = await resultOf(startCommandLine(['check'], { cwd: project.root }));
    assert.equal(code, 2, notes);
    assert.deepEqual(output.trimEnd().split('\n'), [
      'loose.lq:1:14: warning: Unknown command “frobnicate”. (92000)',
      'scheduled-queries/bad.lq:3:1: error: No file in this folder has the name “Nobody”. (chain)',
      'scheduled-queries/bad.lq:5:21: error: The parentheses do not match. (90202)',
    ]);
    assert.match(notes, /3 files checked, 2 errors, 1 warning\./);
    assert.equal((await withoutKey('check', 'scheduled-queries/good.lq', 'loose.lq')).code, 0);
  });

  it('writes problems for programs, code scanning and GitHub', async () => {
    const json = JSON.parse((await withoutKey('check', '--format', 'json')).output) as { code: string }[];
    assert.deepEqual(
      json.map(({ code }) => code),
      ['92000', 'chain', '90202'],
    );
    const sarif = await withoutKey('check', '--format', 'sarif');
    const { runs } = JSON.parse(sarif.output) as { runs: [{ results: unknown[] }] };
    assert.equal(runs[0].results.length, 3);
    const github = await withoutKey('check', '--format', 'github');
    assert.match(
      github.output,
      /^::error file=scheduled-queries\/bad\.lq,line=3,endLine=3,col=1,endColumn=14,title=chain::No file/m,
    );
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    const result = await resultOf(startCommandLine(['--version'], { cwd: project.root }));
    assert.deepEqual(result, { code: 0, output: `${version}\n`, notes: '' });
  });

  it('runs the text below a front matter, in each format', async () => {
    const text = `json "[{'a':1,'b':'x,y'},{'a':2,'b':'%1B[31mred'}]" | eval b = urldecode(b)`;
    await project.write('rows.lq', `---\nname: Rows\nschedule: "0 * * * *"\n---\n${text}\n`);
    const rows = [
      { a: 1, b: 'x,y' },
      { a: 2, b: '\u001b[31mred' },
    ];

    assert.deepEqual(JSON.parse((await project.run('run', 'rows.lq', '--format', 'json')).output), rows);
    const { output } = await project.run('run', '-q', text, '--format', 'ndjson');
    assert.deepEqual(parseLines(output), rows);
    assert.equal(
      (await project.run('run', 'rows.lq', '--format', 'csv')).output,
      'a,b\r\n1,"x,y"\r\n2,\u001b[31mred\r\n',
    );
    const table = await project.run('run', 'rows.lq', '--limit', '1');
    assert.equal(table.output, 'a  b\n1  x,y\n');
    assert.match(table.notes, /1 of 2 rows/);
    assert.doesNotMatch((await project.run('run', 'rows.lq')).output, /\u001b/);
    const korean = await project.run('run', '-q', `json "[{'a':'로그온','b':1},{'a':'x','b':2}]"`);
    assert.equal(korean.output, 'a       b\n로그온  1\nx       2\n');
  });

  it('reports the problem of a project that should name the platform, and the alternative', async () => {
    await project.edit('logbench.yaml', 'base_url', 'base_uri');
    for (const args of [['audit'], ['run', '-q', 'json "{}"']]) {
      const { code, notes } = await project.run(...args);
      assert.equal(code, 1);
      assert.match(
        notes,
        /logbench\.yaml:3:5: Unknown key “base_uri”.* To work without the file, specify --url\./,
      );
    }
  });

  it('sends a proxy the header of its variable', async () => {
    await using proxy = await startConnectProxy({ password: 'kim:secret' });
    const variables = { http_proxy: proxy.url, LOGBENCH_PROXY_AUTHORIZATION: 'Basic a2ltOnNlY3JldA==' };
    Object.assign(process.env, variables);
    const { code, notes } = await project.run('run', '-q', 'json "{}"');
    for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name);
    assert.equal(code, 0, notes);
    assert.match(proxy.forwarded[0] ?? '', /^POST .*\/api\/core\/cursors$/);
  });

  it('reports the position of an error in a query, or an empty query, and sends nothing', async () => {
    const wrong = await project.run('run', 'scheduled-queries/bad.lq');
    assert.deepEqual([wrong.code, wrong.output], [1, '']);
    assert.match(wrong.notes, /bad\.lq:5:21: The parentheses do not match/);
    assert.equal((await project.run('run')).code, 1);
    assert.equal((await project.run('run', 'nowhere.lq')).code, 1);
    for (const args of [['run'], ['backtest'], ['notebook', 'run', '--out', 'a.html']]) {
      const folder = await project.run(...args, 'scheduled-queries');
      assert.deepEqual([folder.code, folder.output], [1, '']);
      assert.match(folder.notes, /^logbench: scheduled-queries is a folder\. Specify one file in it\.\n/);
    }
    assert.deepEqual(project.proxy.seen, []);
  });

  it('counts the rows, and runs one query of one platform', async () => {
    const text = ['-q', `json "{'a':1}"`];
    assert.equal((await project.run('run', ...text)).notes, '1 row.\n');
    assert.equal((await project.run('run', '-q', 'json "[]"')).notes, '0 rows.\n');
    const url = ['--url', project.platform.baseUrl];
    for (const [args, reason] of [
      [['-q', ' \n'], /The query is empty\./],
      [['loose.lq', ...text], /Specify one file with a query, or its text with -q\./],
      [['loose.lq', 'loose.lq'], /Specify one file with a query/],
      [[...text, ...url, '--platform', 'test'], /Specify either --platform or --url, not both\./],
      [[...text, '--url', 'ftp://localhost'], /--url must be an address such as/],
      // The platform would not get them, and an error would print them.
      [[...text, '--url', 'http://kim:hidden@localhost'], /^(?!.*hidden).*without a user name or password/s],
      [[...text, '--limit', '1'.repeat(16)], /--limit must be a whole number/],
      [[...text, '--limit', '1.5'], /--limit must be a whole number, not 1\.5\./],
    ] as const) {
      const { code, notes } = await project.run('run', ...args);
      assert.equal(code, 1, notes);
      assert.match(notes, reason);
    }
  });

  it('prints why and at which position the platform rejects a query', async () => {
    const { code, notes } = await project.run('run', '-q', 'table duration=1h\n  no_such_table');
    assert.deepEqual([code, notes], [1, 'logbench: query:2:3: The table “no_such_table” does not exist.\n']);
  });

  it('cancels the query on the platform when it is interrupted', async () => {
    const endless = 'json "[{}]" | repeat count=1000000000 | eval x = rand(10) | sort x | stats count by x';
    const child = project.start('run', '-q', endless);
    await eventually(() => project.proxy.seen.some(({ path }) => path.includes('/queries/')));
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;

    assert.equal(child.exitCode, 1);
    assert.ok(
      project.proxy.seen.some(({ method, path }) => method === 'DELETE' && path.includes('/cursors/')),
    );
  });

  it('searches the audit log', async () => {
    await project.create({ name: 'Audited by this test' });

    const filters = ['--keyword', 'Audited by this test', '--format', 'json'];
    const { code, output, notes } = await project.run('audit', ...filters);
    assert.equal(code, 0, notes);
    const [entry] = JSON.parse(output) as { module: string; method: string }[];
    assert.deepEqual([entry?.module, entry?.method], ['scheduled-query', 'create']);
    for (const time of ['yesterday', '5', '2026-02-30', '2026-01-31T25:00']) {
      assert.equal((await project.run('audit', '--from', time)).code, 1, time);
    }
  });

  it('searches the audit log between times of a given time zone, or of this machine', async () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Asia/Seoul';
    try {
      for (const [time, sent] of [
        ['2026-01-31T09:00:05+09:00', '2026-01-31 00:00:05+0000'],
        ['2026-01-31 09:00z', '2026-01-31 09:00:00+0000'],
        ['2026-01-31T09:00', '2026-01-31 00:00:00+0000'],
        ['2026-01-31', '2026-01-30 15:00:00+0000'],
      ] as const) {
        project.proxy.seen.length = 0;
        assert.equal((await project.run('audit', '--from', time, '--to', time, '--limit', '7')).code, 0);
        const { searchParams } = new URL(project.proxy.seen[0]?.path ?? '', 'http://localhost');
        assert.deepEqual(
          ['from', 'to', 'limit'].map((name) => searchParams.get(name)),
          [sent, sent, '7'],
          time,
        );
      }
    } finally {
      if (zone === undefined) Reflect.deleteProperty(process.env, 'TZ');
      else process.env['TZ'] = zone;
    }
  });

  it('filters the audit log by all available values, and rejects others', async () => {
    await project.create({ name: 'Filtered by this test' });
    const filters = ['--keyword', 'Filtered by this test', '--result', 'Success', '--action', 'Create'];
    assert.match((await project.run('audit', ...filters)).notes, /^1 of 1 entries\./m);
    assert.match((await project.run('audit', ...filters, '--user', 'nobody')).notes, /^0 of 0 entries\./m);

    await using strict = await startApp({ strictInterface: true });
    const elsewhere = ['audit', '--url', strict.baseUrl, '--user', 'nobody'];
    const { code, notes, output } = await withKey({ LOGBENCH_API_KEY: strict.keys.master }, ...elsewhere);
    assert.deepEqual([code, output], [1, '']);
    assert.match(notes, /This platform cannot filter by user\. Use --keyword instead\./);
  });

  it('follows the audit log until it is interrupted', async () => {
    const child = project.start('audit', '--follow', '--keyword', 'Seen while following', '--format', 'csv');
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => (output += piece));
    await eventually(() => project.proxy.seen.some(({ path }) => path.includes('following')));
    await project.create({ name: 'Seen while following\r\ntwo lines' });
    await eventually(() => output.includes(',create,'));
    await project.change('Seen while following\r\ntwo lines', { enabled: false });
    await eventually(() => output.includes(',update,'));
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;

    assert.equal(child.exitCode, 0);
    assert.match(
      output,
      /^time,user,.*\r\n.*,create,.*following\r\ntwo lines.*\r\n.*,update,.*following\r\ntwo/,
    );
    assert.equal(output.split('time,user,').length, 2);
  });

  it('follows the audit log in order, also when more entries arrive than fit on a page', async () => {
    const mark = 'Followed in pages';
    const searches = (): number =>
      project.proxy.seen.filter(({ path }) => path.includes('audit-logs') && !/offset=[1-9]/.test(path))
        .length;
    await project.create({ name: `${mark} 0` });
    const filters = ['--limit', '2', '--keyword', mark, '--format', 'table'];
    const following = project.run('audit', '--follow', ...filters);
    await eventually(() => searches() > 0);
    for (const index of [1, 2, 3, 4, 5]) await project.create({ name: `${mark} ${index}` });
    const before = searches();
    await eventually(() => searches() >= before + 2);
    process.emit('SIGTERM', 'SIGTERM');
    const { code, output } = await following;
    assert.equal(code, 0);
    const [header, ...lines] = output.trimEnd().split('\n');
    assert.match(header ?? '', /^time +user +remote_ip /);
    const names = lines.map((line) => /pages (\d)/.exec(line)?.[1]);
    assert.deepEqual(names, ['0', '1', '2', '3', '4', '5']);
    assert.match((await project.run('audit', '--follow', '--format', 'json')).notes, /use --format ndjson/);
  });

  it('prints NDJSON while the query runs, and cancels the query when the reader has left', async () => {
    const slow = 'json "[{}]" | repeat count=100000000 | eval x = rand(10)';
    const child = project.start('run', '-q', slow, '--format', 'ndjson', '--limit', '100000000');
    const [first] = (await once(child.stdout!, 'data')) as [Buffer];
    assert.match(first.toString(), /^\{"x":\d\}\n/);
    assert.equal(child.exitCode, null);
    const ended = once(child, 'exit');
    child.stdout?.destroy();

    assert.deepEqual(await ended, [141, null]);
    assert.ok(
      project.proxy.seen.some(({ method, path }) => method === 'DELETE' && path.includes('/cursors/')),
    );
  });

  it('sends no query with an error or an unknown command without a flag', async () => {
    for (const [text, reason] of [
      ['json "{}" | serch x', 'query:1:13: Unknown command “serch”. Did you mean “search”?'],
      ['json "{}" | search (', 'query:1:20: The parentheses do not match.'],
    ] as const) {
      project.proxy.seen.length = 0;
      const { code, output, notes } = await project.run('run', '-q', text);
      assert.deepEqual([code, output, project.proxy.seen.length], [1, '', 0]);
      assert.ok(notes.startsWith(`logbench: ${reason} Add --unchecked to run it anyway.`), notes);
      const unchecked = await project.run('run', '-q', text, '--unchecked');
      assert.equal(unchecked.code, 1);
      assert.ok(project.proxy.seen.length > 0, 'the platform decides');
    }
  });

  it('takes the key only from the variable of the platform, the common one or a file', async () => {
    const key = project.platform.key;
    await project.write('key', `${key}\n`);
    const query = ['run', '-q', 'json "{}"'];
    assert.match(
      (await withoutKey(...query)).notes,
      /set LOGBENCH_API_KEY_TEST or LOGBENCH_API_KEY, or name a file/,
    );
    for (const [env, ...more] of [
      [{ LOGBENCH_API_KEY: key }],
      [{ LOGBENCH_API_KEY: 'wrong', LOGBENCH_API_KEY_TEST: key }],
      [{}, '--api-key-file', 'key'],
      [{ LOGBENCH_API_KEY: key }, '--url', project.platform.baseUrl],
    ] as const) {
      assert.equal((await withKey(env, ...query, ...more)).code, 0);
    }
    const rejected = await withKey({ LOGBENCH_API_KEY: 'wrong-key' }, ...query);
    assert.equal(rejected.code, 1);
    assert.doesNotMatch(rejected.notes, /wrong-key/);
    assert.match((await withKey({}, ...query, '--api-key', key)).notes, /no option --api-key/);
  });

  it('asks which platform if there are several, and finds its certificates in the project', async () => {
    const other = '  other:\n    base_url: https://localhost:1\n    ca_file: ca.pem\n';
    await project.edit('logbench.yaml', /$/, other);
    const query = ['run', '-q', 'json "{}"'];
    assert.match((await project.run(...query)).notes, /Specify the platform: --platform test\|other\./);
    const cwd = path.join(project.root, 'scheduled-queries');
    const env = {
      LOGBENCH_API_KEY: project.platform.key,
      LOGBENCH_ALLOWED_ORIGINS: 'https://localhost:1',
    };
    const { notes } = await runCommand([...query, '--platform', 'other'], { cwd, env });
    assert.ok(notes.includes(`certificates, ${path.join(project.root, 'ca.pem')}, cannot be read.`), notes);
  });

  async function withoutKey(...args: readonly string[]): Promise<CommandResult> {
    return withKey({}, ...args);
  }

  async function withKey(env: Record<string, string>, ...args: string[]): Promise<CommandResult> {
    return runCommand(args, { cwd: project.root, env });
  }
});
