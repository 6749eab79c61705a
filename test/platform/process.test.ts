import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { call } from '../support/call';
import { startPlatform } from '../support/platform';
import { startPlatformInProcess } from '../support/platformInProcess';
import { temporaryFolder } from '../support/temporaryFolder';

const run = promisify(execFile);
const bundle = path.resolve('dist', 'platform.js');
const listeningLine = z.object({
  event: z.literal('listening'),
  base_url: z.string(),
  product: z.string(),
  api_key: z.string(),
});

interface Failure {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line that is expected to end by itself, badly. */
async function fails(...args: readonly string[]): Promise<Failure> {
  return run(process.execPath, [bundle, ...args]).then(
    () => assert.fail('it started'),
    (error: unknown) =>
      z.looseObject({ code: z.number(), stdout: z.string(), stderr: z.string() }).parse(error),
  );
}

describe('the platform process', function () {
  this.timeout(60_000);

  it('prints its address and the new key on one line, and exits with 0 after a signal', async () => {
    const child = spawn(process.execPath, [bundle], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const announced = listeningLine.parse(JSON.parse(line));
    assert.ok(announced.api_key.length >= 32);
    const response = await call(announced.base_url, 'GET /api/core/audit-logs', { key: announced.api_key });
    assert.equal(response.status, 200);

    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number];
    assert.equal(code, 0);
  });

  it('rejects a folder that another process uses', async () => {
    await using folder = await temporaryFolder();
    await using platform = await startPlatformInProcess({ data: folder.path });
    const { code, stdout, stderr } = await fails('--data', folder.path);
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(
      stderr,
      `logbench-platform: Another platform process is already using the folder ${folder.path}.\n`,
    );
    assert.equal(
      (await call(platform.baseUrl, 'GET /api/core/audit-logs', { key: platform.key })).status,
      200,
    );
  });

  it('says which port another program uses, and what to do', async () => {
    await using platform = await startPlatform();
    const { port } = new URL(platform.baseUrl);
    const { code, stderr } = await fails('--port', port);
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `logbench-platform: Port ${port} is used by another program. Close the program, or set another port with --port.\n`,
    );
  });

  it('says that an address is not one of this machine', async () => {
    const { stderr } = await fails('--host', '192.0.2.1');
    assert.equal(
      stderr,
      'logbench-platform: 192.0.2.1 is not an address of this machine. Set another one with --host.\n',
    );
  });

  it('exits with 2 and its usage for an invalid command line, and prints no key', async () => {
    const { code, stdout, stderr } = await fails('--api-key', 'somebody:KING:secret-key');
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^logbench-platform: --api-key: .+\nlogbench-platform .*\[--data DIR\]/);
    assert.doesNotMatch(stderr, /secret-key/);
    assert.doesNotMatch(stderr, /^ {4}at /m);
  });
});

describe('the files of a store', () => {
  it('are readable by their owner only, also in an existing folder that is open to others', async () => {
    await using folder = await temporaryFolder();
    const data = path.join(folder.path, 'data');
    await mkdir(path.join(data, 'segments'), { recursive: true });
    await chmod(data, 0o755);
    await chmod(path.join(data, 'segments'), 0o755);
    const platform = await startPlatform({ data });
    await call(platform.baseUrl, 'POST /api/core/tables', { key: platform.key, form: { table: 'logs' } });
    const text = encodeURIComponent(`json "{'n':1}" | import logs`);
    await call(platform.baseUrl, `GET /api/core/query?q=${text}`, { key: platform.key });
    assert.deepEqual(await readableByOthers(data), []);
    await platform.kill();
    assert.deepEqual(await readableByOthers(data), []);

    const database = path.join(data, 'platform.duckdb');
    await chmod(database, 0o644);
    await using again = await platform.restart();
    const { status } = await call(again.baseUrl, 'GET /api/core/tables', { key: again.key });
    assert.equal(status, 200);
    assert.deepEqual(await readableByOthers(data), []);
  });
});

/** What others than the owner may read, and the way to it is open to them. */
async function readableByOthers(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    const isOpen = ((await stat(file)).mode & 0o077) !== 0;
    if (isOpen) found.push(file);
    if (isOpen && entry.isDirectory()) found.push(...(await readableByOthers(file)));
  }
  return found;
}
