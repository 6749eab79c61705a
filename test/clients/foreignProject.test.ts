import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { resultOf, runCommand, startCommandLine } from '../support/project';
import { HttpServer } from '../support/httpServer';
import { McpWalk } from '../support/mcpClient';
import { suiteApp } from '../support/startApp';
import { folderOfEachTest } from '../support/temporaryFolder';

describe('The command line in a project from somebody else', () => {
  const folder = folderOfEachTest();
  const app = suiteApp();
  const key = 'key-of-the-real-staging';

  it('sends no key to an address that the user has not allowed, with any command', async () => {
    const headers: unknown[] = [];
    await using server = await HttpServer.start(({ headers: sent }, response) => {
      headers.push(sent.authorization);
      response.end('{}');
    });
    await writeFile(
      path.join(folder.path, 'logbench.yaml'),
      `platforms:\n  staging: { base_url: '${server.origin}', environment: staging }\n`,
    );
    await writeFile(path.join(folder.path, 'a.lq.md'), '```lq\ntable a\n```\n');
    await writeFile(path.join(folder.path, 'a.lq'), 'table a | stats count');
    const keyFile = path.join(folder.path, 'key');
    await writeFile(keyFile, key);
    for (const args of [
      ['pull'],
      ['plan'],
      ['apply', '--yes'],
      ['run', '-q', 'table a'],
      ['run', '-q', 'table a', '--api-key-file', keyFile],
      ['audit'],
      ['runs', 'A'],
      ['backtest', 'a.lq', '--from', '2026-01-01', '--to', '2026-01-02'],
      ['notebook', 'run', 'a.lq.md', '--out', 'a.html'],
    ]) {
      const env = { LOGBENCH_API_KEY_STAGING: key, LOGBENCH_ALLOWED_ORIGINS: '' };
      const { code, notes } = await runCommand(args, { cwd: folder.path, env });
      assert.equal(code, 1, args.join(' '));
      assert.match(notes, /is not allowed on this machine/, args.join(' '));
    }
    assert.deepEqual(headers, []);
    const env = { LOGBENCH_API_KEY: key, LOGBENCH_ALLOWED_ORIGINS: '' };
    const args = ['run', '-q', 'table a', '--url', server.origin];
    await runCommand(args, { cwd: folder.path, env });
    assert.deepEqual(headers.slice(0, 1), [`Bearer ${key}`], 'an address that the user enters is allowed');
  });

  it('reads the allowed addresses of the user from the home folder', async () => {
    const settings = `platforms: { test: { base_url: '${app.baseUrl}', environment: staging } }\n`;
    await writeFile(path.join(folder.path, 'logbench.yaml'), settings);
    const env = {
      HOME: folder.path,
      USERPROFILE: folder.path,
      LOGBENCH_API_KEY: app.keys.master,
      LOGBENCH_ALLOWED_ORIGINS: '',
    };
    const run = async () => resultOf(startCommandLine(['audit', '--limit', '1'], { cwd: folder.path, env }));
    const rejected = await run();
    assert.equal(rejected.code, 1);
    const [, line = '', file = ''] = /add (\S+) as a line to (\S+), or/.exec(rejected.notes) ?? [];
    assert.equal(path.dirname(path.dirname(file)), folder.path);
    await mkdir(path.dirname(file));
    await writeFile(file, `${line}\n`);
    assert.equal((await run()).code, 0);
  });

  it('gives an assistant rows only if the user says so, whatever the project says', async () => {
    const platform = (name: string, access: string): string =>
      `  ${name}: { base_url: '${app.baseUrl}', environment: ${name}, assistant: ${access} }\n`;
    const settings = `platforms:\n${platform('production', 'read')}${platform('staging', 'read')}${platform('local', 'off')}`;
    await writeFile(path.join(folder.path, 'logbench.yaml'), settings);
    const env = { LOGBENCH_API_KEY_PRODUCTION: app.keys.master, LOGBENCH_API_KEY_STAGING: app.keys.master };
    const accessOf = async (walk: McpWalk): Promise<unknown> => {
      const { platforms } = JSON.parse((await walk.call('platforms')).text) as {
        platforms: readonly { name: string; assistant: string }[];
      };
      return platforms.map(({ name, assistant }) => [name, assistant]);
    };
    await using walk = await McpWalk.start([], { env, cwd: folder.path });
    assert.deepEqual(await accessOf(walk), [
      ['production', 'metadata'],
      ['staging', 'metadata'],
      ['local', 'off'],
    ]);
    const { text, isError } = await walk.call('run_query', { platform: 'production', query: 'json "{}"' });
    assert.equal(isError, true);
    assert.match(text, /no rows of logs.*--access read/);
    assert.doesNotMatch(text, /logbench\.yaml/);

    const args = ['--platform', 'production', '--access', 'read'];
    await using allowed = await McpWalk.start(args, { env, cwd: folder.path });
    assert.deepEqual(await accessOf(allowed), [['production', 'read']]);
  });

  it('gives an assistant no file behind a symbolic link', async () => {
    await writeFile(path.join(folder.path, 'secret'), 'secret of the user');
    const settings = `platforms: { test: { base_url: '${app.baseUrl}', environment: staging } }\n`;
    await writeFile(path.join(folder.path, 'logbench.yaml'), settings);
    await symlink(path.join(folder.path, 'secret'), path.join(folder.path, 'assistant.md'));
    await symlink(path.join(folder.path, 'secret'), path.join(folder.path, 'sigma-map.yaml'));
    await symlink(path.join(folder.path, '..'), path.join(folder.path, 'assistant-drafts'));
    const env = { LOGBENCH_API_KEY: app.keys.master };
    await using walk = await McpWalk.start([], { env, cwd: folder.path });

    assert.doesNotMatch((await walk.call('platforms')).text, /secret/);
    const guidance = walk.client.readResource({ uri: 'logbench://guidance' });
    await assert.rejects(guidance, /There is no resource/);
    const rule = 'title: A\nlogsource: {product: test}\ndetection: {s: {a: 1}, condition: s}\n';
    assert.doesNotMatch((await walk.call('convert_sigma', { rule })).text, /secret/);
    const proposal = { name: 'A', query: 'table a', reason: 'x' };
    assert.match((await walk.call('propose_change', proposal)).text, /assistant-drafts is a symbolic link/);
    assert.match(walk.notes, /assistant\.md is a symbolic link/);
  });
});
