import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { nodeProblem } from '../../scripts/nodeProblem.mjs';
import { inProject } from '../../scripts/project.mjs';
import { freePort } from '../../scripts/start/freePort.mjs';
import { startAlone } from '../../scripts/start/startAlone.mjs';
import { temporaryFolder } from '../support/temporaryFolder';

describe('The problems of npm start', () => {
  for (const version of ['18.20.8', '20.18.3']) {
    it(`name the version to install instead of Node ${version}`, () => {
      assert.match(nodeProblem(version) ?? '', new RegExp(`this is Node ${version}.*https://nodejs.org`));
    });
  }

  it('are none with the oldest Node of the manifest, and with later ones', () => {
    const [, oldest = ''] =
      /"node": ">=([\d.]+)"/.exec(readFileSync(inProject('package.json'), 'utf8')) ?? [];

    assert.deepEqual([`${oldest}.0`, '22.0.0', '24.1.0'].map(nodeProblem), [undefined, undefined, undefined]);
  });

  it('name a port that is taken, and the option for another one', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      await assert.rejects(freePort(String(port), '--platform-port'), {
        message: `Port ${port} is taken by another program. Select another --platform-port.`,
      });
    } finally {
      other.close();
    }
  });

  it('name the process of a start that runs, and nothing of one that was killed', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'start.pid');
    const killed = spawnSync(process.execPath, ['--version']).pid;
    await writeFile(file, String(killed));
    startAlone(file);
    assert.throws(() => startAlone(file), {
      message: new RegExp(`already runs here \\(process ${process.pid}\\)`),
    });
  });

  it('name a port that is no number', async () => {
    await assert.rejects(freePort('http', '--port'), /--port is a number from 0 to 65535, not http/);
  });
});
