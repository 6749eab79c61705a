import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PlatformProcess } from '../../../../../src/core/api/platformProcess';
import { startPlatform } from '../../../../../src/extension/features/localPlatform/startPlatform';
import { platformProgram } from '../../../../../src/extension/features/localPlatform/platformProgram';
import { apiKeyVariable } from '../../../../../src/core/interface/apiKeyVariable';
import {
  announcementFileName,
  announcementFolderVariable,
} from '../../../../../src/core/interface/announcement';
import { holds } from '../../../../support/holds';
import { folderOfEachTest } from '../../../../support/temporaryFolder';

const announcement = { event: 'listening', base_url: 'http://127.0.0.1:1', product: 'core' };

describe('A local platform as a process', () => {
  const folder = folderOfEachTest();
  let before: string | undefined;
  let stored: string[];
  let logged: string[];

  beforeEach(() => {
    before = process.env[announcementFolderVariable];
    process.env[announcementFolderVariable] = path.join(folder.path, 'announced');
    [stored, logged] = [[], []];
  });

  afterEach(() => {
    if (before === undefined) Reflect.deleteProperty(process.env, announcementFolderVariable);
    else process.env[announcementFolderVariable] = before;
  });

  /** Starts a program that announces itself with these fields and then runs on, or that runs this code. */
  async function start(
    announced: object | string,
    known?: string,
    signal = new AbortController().signal,
  ): Promise<PlatformProcess> {
    const program = path.join(folder.path, 'program.cjs');
    const listens = `const file = process.argv[process.argv.indexOf('--announce') + 1];
      const announced = ${JSON.stringify({ ...announcement, ...Object(announced) })};
      require('node:fs').writeFileSync(file, JSON.stringify(announced));
      console.error('a warning\\n');
      console.log(JSON.stringify(announced));
      setInterval(() => undefined, 1e6);`;
    await writeFile(program, typeof announced === 'string' ? announced : listens);
    const keys = {
      get: () => Promise.resolve(known),
      store: (key: string) => Promise.resolve(void stored.push(key)),
    };
    const dataFolder = path.join(folder.path, 'data');
    return startPlatform({ program, dataFolder, keys, log: (line) => logged.push(line) }, signal);
  }

  it('stores the key that it announces, runs until it is stopped, and notifies of its end', async () => {
    const platform = await start({ api_key: 'first' }, 'older');
    assert.deepEqual([stored, platform.isRunning], [['first'], true]);
    let ended = 0;
    platform.onExit(() => void ended++);
    await platform.stop();
    await platform.stop();
    assert.deepEqual([platform.isRunning, ended], [false, 1]);
    assert.equal((await stat(path.join(folder.path, 'data'))).mode & 0o077, 0);
  });

  it('is announced with the stored key when it does not announce one, for this user only', async () => {
    const platform = await start({}, 'stored');
    await platform.stop();
    const name = announcementFileName(process.pid);
    assert.deepEqual([await readdir(path.join(folder.path, 'announced')), stored], [[name], []]);
    const file = path.join(folder.path, 'announced', name);
    assert.equal((await stat(file)).mode & 0o077, 0);
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), { ...announcement, api_key: 'stored' });
    await holds(() => assert.deepEqual(logged, ['a warning']));
  });

  it('says why it did not start', async () => {
    await assert.rejects(
      start(`console.error('first'); console.error('the port is taken'); process.exitCode = 1;`),
      /^Error: The local platform did not start\. the port is taken$/,
    );
    assert.match(logged.join('\n'), /^first\nthe port is taken$/);
    await assert.rejects(start({}, undefined, AbortSignal.abort()), { name: 'AbortError' });
  });

  it('gets the environment without the keys of platforms and the passwords of proxies', async () => {
    const names = [
      'LOGBENCH_API_KEY',
      apiKeyVariable('Lab'),
      apiKeyVariable('서울'),
      'LOGBENCH_PLATFORM_API_KEYS',
      'LOGBENCH_PROXY_AUTHORIZATION',
      'https_proxy',
      'HTTP_PROXY',
      'All_Proxy',
    ];
    for (const name of names) process.env[name] = 'http://user:secret@proxy.example';
    try {
      const shows = `const names = Object.entries(process.env).filter(([, value]) => value.includes('secret@'));
        const [, , ...given] = process.argv;
        console.error(names.length, process.env.ELECTRON_RUN_AS_NODE, ...given.slice(0, 3));`;
      const data = path.join(folder.path, 'data');
      await assert.rejects(start(shows), {
        message: `The local platform did not start. 0 1 --data ${data} --demo`,
      });
    } finally {
      for (const name of names) Reflect.deleteProperty(process.env, name);
    }
  });

  it('is offered when the package has its program and the engine for this machine', async () => {
    assert.equal(platformProgram(folder.path), undefined);
    await mkdir(path.join(folder.path, 'dist'));
    const program = path.join(folder.path, 'dist', 'platform.js');
    await writeFile(program, '');
    assert.equal(platformProgram(folder.path), undefined);
    await symlink(path.resolve('node_modules'), path.join(folder.path, 'node_modules'));
    assert.equal(platformProgram(folder.path), program);
    await rm(program);
    assert.equal(platformProgram(folder.path), undefined);
  });
});
