import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { runCommandLine } from '../../src/cli/commandLine';
import { commands } from '../../src/cli/commands';
import { openTerminal } from '../../src/cli/terminal';
import { inProject } from '../../scripts/project.mjs';
import { suiteApp } from '../support/startApp';
import { suiteFolder } from '../support/temporaryFolder';

const hostile = `<img src=x onerror=alert(1)>|\`*[a](javascript:alert(1))`;
const notebook = [
  '---',
  'from: 7d',
  'parameters:',
  '  least: 2',
  '---',
  '',
  '# Account <script>alert(1)</script> takeover',
  '',
  'Read [this](javascript:alert(1)) and [that](https://example.org). <b>bold</b> ![x](http://example.org/x.png)',
  '',
  '```lq name=suspects',
  `json "[{'user':'${hostile}','n':1},{'user':'alice','n':2},{'user':'bob','n':3}]" | stats sum(n) as n by user | search n >= $("least") | sort user`,
  '```',
  '',
  '```lq',
  `json "[{'user':'alice','host':'web1'},{'user':'${hostile}','host':'web2'}]" | search in(user, $("suspects.user"))`,
  '```',
  '',
].join('\n');

describe('logbench notebook run', () => {
  const app = suiteApp();
  const folder = suiteFolder();
  before(async () => {
    await writeFile(inFolder('key'), app.keys.admin);
    await writeFile(inFolder('case.lq.md'), notebook);
  });

  const inFolder = (name: string): string => path.join(folder.path, name);

  async function run(...args: readonly string[]): Promise<{ code: number; notes: string }> {
    let notes = '';
    const stream = { write: (text: string) => (notes += text) };
    const target = ['--url', app.baseUrl, '--api-key-file', inFolder('key')];
    const code = await runCommandLine(
      ['notebook', 'run', ...args, ...target],
      commands,
      openTerminal(stream, stream, {}),
    );
    return { code, notes };
  }

  it('writes a report with the values of earlier cells, and exits with 0', async () => {
    const out = inFolder('report.html');
    const { code, notes } = await run(inFolder('case.lq.md'), '--out', out);
    assert.equal(code, 0);
    assert.match(notes, /^suspects: 2 rows, SHA-256: [0-9a-f]{64}\n3: 1 row, SHA-256: [0-9a-f]{64}\n$/);
    const html = await readFile(out, 'utf8');
    for (const [hash] of notes.matchAll(/[0-9a-f]{64}/g)) assert.ok(html.includes(hash));
    for (const part of ['admin', 'web1', 'SHA-256', '<svg', 'in(user, &#34;alice&#34;, &#34;bob&#34;)']) {
      assert.ok(html.includes(part), part);
    }
    assert.doesNotMatch(html, /7d to now/);
    assert.ok(!html.includes('<td>web2</td>'));
  });

  it('writes nothing that runs or loads, whatever the values are', async () => {
    const out = inFolder('report.html');
    await run(inFolder('case.lq.md'), '--param', 'least=0', '--out', out);
    const html = await readFile(out, 'utf8');
    assert.ok(html.includes('onerror=alert(1)'));
    assert.doesNotMatch(html, /<script|<img|<b>|href="javascript:|src="|url\(/i);
    assert.match(html, /default-src 'none'/);
    assert.match(html, /href="https:\/\/example\.org"/);
  });

  it('writes Markdown with tables in which values stay values', async () => {
    const out = inFolder('report.md');
    await run(inFolder('case.lq.md'), '--param', 'least=0', '--out', out);
    const text = await readFile(out, 'utf8');
    const rows = text.split('\n').filter((line) => line.includes('onerror') && line.startsWith('|'));
    assert.ok(rows.length > 0);
    for (const row of rows) assert.equal(row.match(/(?<!\\)\|/g)?.length, 3, row);
    assert.match(text, /data:image\/svg\+xml;base64,/);
  });

  it('shows what would turn the order of characters, in texts, queries and values of both formats', async () => {
    const file = inFolder('turned.lq.md');
    await writeFile(file, `# a\u202Eb\n\nc\u202Ed\n\ne\tf\n\n\`\`\`lq\njson "{'x':'g\u202Eh'}"\n\`\`\`\n`);
    for (const out of [inFolder('turned.html'), inFolder('turned.md')]) {
      await run(file, '--out', out);
      const text = await readFile(out, 'utf8');
      assert.ok(!text.includes('\u202E'), out);
      for (const part of ['c[U+202E]d', 'g[U+202E]h', 'e\tf']) {
        assert.ok(text.replaceAll('\\', '').includes(part), `${part} ${out}`);
      }
    }
  });

  it('masks sensitive values if asked', async () => {
    const out = inFolder('masked.html');
    await run(inFolder('case.lq.md'), '--mask', '--out', out);
    const html = await readFile(out, 'utf8');
    assert.match(html, /user\d+-masked/);
    assert.doesNotMatch(html, />alice</);
  });

  it('runs the other queries when one fails or writes, and exits with 3', async () => {
    const file = inFolder('failing.lq.md');
    await writeFile(
      file,
      '```lq\ntable nowhere\n```\n\n```lq\njson "{}" | import t\n```\n\n```lq\njson "{}"\n```\n',
    );
    const { code, notes } = await run(file, '--out', inFolder('failing.html'));
    assert.equal(code, 3);
    assert.match(notes, /1: .*nowhere.*\n.*2: .*writes or sends data: import.*\n3: 1 row,/s);
    assert.match(await readFile(inFolder('failing.html'), 'utf8'), /class="failure"/);
  });

  it('sends no text with an error or an unknown command, unless asked to, and no write even then', async () => {
    const file = inFolder('unknown.lq.md');
    const cells = ['json "{}" | serch x', 'json "{}" | search (', 'json "{}" | import t | search ('];
    await writeFile(file, cells.map((cell) => `\`\`\`lq\n${cell}\n\`\`\`\n`).join('\n'));
    const { code, notes } = await run(file, '--out', inFolder('unknown.html'));
    assert.equal(code, 3);
    assert.match(
      notes,
      /^1: The query was not sent: Unknown command “serch”\. Did you mean “search”\?.*\n2: The query was not sent: The parentheses do not match\..*\n3: The query was not sent.*import/,
    );
    const unchecked = await run(file, '--out', inFolder('unknown.html'), '--unchecked');
    assert.equal(unchecked.code, 3);
    const [first, second, third] = unchecked.notes.split('\n');
    for (const line of [first, second])
      assert.doesNotMatch(line ?? '', /not sent/, 'the platform rejects it');
    assert.match(third ?? '', /writes or sends data: import/);
  });

  it('masks the columns of LOGBENCH_PRIVACY_COLUMNS too', async () => {
    const file = inFolder('columns.lq.md');
    await writeFile(file, `\`\`\`lq\njson "{'badge':'b-4711','case_no':'c-4712','n':'c-4713'}"\n\`\`\`\n`);
    const out = inFolder('columns.md');
    const { env } = process;
    process.env = { ...env, LOGBENCH_PRIVACY_COLUMNS: 'badge, case_*' };
    try {
      await run(file, '--mask', '--out', out);
    } finally {
      process.env = env;
    }
    const table = (await readFile(out, 'utf8')).split('\n').filter((line) => line.startsWith('|'));
    assert.match(table.join('\n'), /c-4713|c\\-4713/);
    assert.doesNotMatch(table.join('\n'), /4711|4712/);
  });

  it('says in the terminal and in both formats how many rows a hash covers', async () => {
    const file = inFolder('long.lq.md');
    await writeFile(file, `\`\`\`lq\njson "{'a':1}" | repeat count=100001\n\`\`\`\n`);
    const covered = /SHA-256 of the first 100000 of 100001 rows/;
    for (const out of [inFolder('long.html'), inFolder('long.md')]) {
      assert.match((await run(file, '--out', out)).notes, covered);
      assert.match(await readFile(out, 'utf8'), covered);
    }
  });

  it('exits with 1 without a report file, with a wrong time or parameter, or without a notebook, and overwrites none', async () => {
    const out = ['--out', inFolder('none.html')];
    for (const args of [
      [inFolder('case.lq.md')],
      [inFolder('case.lq.md'), '--out', 'x.pdf'],
      [inFolder('case.lq.md'), '--from', 'yesterday', ...out],
      [inFolder('case.lq.md'), '--param', 'x', ...out],
      [inFolder('case.lq.md'), '--param', 'from=1d', ...out],
      [inFolder('case.lq.md'), '--param', 'leats=1', ...out],
      [inFolder('case.lq.md'), '--out', inFolder('case.lq.md')],
      [inFolder('case.lq.md'), '--out', inFolder('missing/none.html')],
      [inFolder('missing.lq.md'), ...out],
    ]) {
      const { code, notes } = await run(...args);
      assert.equal(code, 1, args.join(' '));
      assert.match(notes, /^(?:logbench: )?[A-Z-][^\n]*\.\n/, args.join(' '));
    }
    assert.equal(await readFile(inFolder('case.lq.md'), 'utf8'), notebook);
  });

  it('runs as a program in an empty environment', async () => {
    const out = inFolder('program.html');
    const target = ['--url', app.baseUrl, '--api-key-file', inFolder('key')];
    const args = ['notebook', 'run', inFolder('case.lq.md'), '--out', out, ...target];
    const program = [inProject('dist/cli.js'), ...args];
    const { stderr } = await promisify(execFile)(process.execPath, program, { env: {}, cwd: folder.path });
    assert.match(stderr, /suspects: 2 rows/);
    assert.match(await readFile(out, 'utf8'), /web1/);
  });
});
