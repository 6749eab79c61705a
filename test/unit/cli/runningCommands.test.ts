import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import { auditCommand } from '../../../src/cli/auditCommand';
import { openTerminal } from '../../../src/cli/terminal';
import { MemoryPlatform } from '../../../src/cli/sigma/testCommand';
import { HttpServer } from '../../support/httpServer';
import { temporaryFolder } from '../../support/temporaryFolder';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'] as const;

function listening(): readonly NodeJS.ExitListener[][] {
  return signals.map((signal) => process.listeners(signal as 'exit'));
}

describe('logbench audit --follow', () => {
  it('reads up to the last page when the last printed entry was removed', async () => {
    await using folder = await temporaryFolder();
    const keyFile = path.join(folder.path, 'key');
    await writeFile(keyFile, 'k3y');
    let [newest, furtherPages] = [0, 0];
    const stop = (): boolean => process.emit('SIGTERM', 'SIGTERM');
    await using server = await HttpServer.start(({ url }, response) => {
      const isFirst = url.includes('offset=0');
      if (!isFirst && ++furtherPages > 1) stop();
      response.end(JSON.stringify({ audit_logs: isFirst ? [{ id: ++newest }] : [], total: 1 }));
    });
    const printed: string[] = [];
    const output = {
      write: (line: string) => {
        printed.push(/"id":\d+/.exec(line)?.[0] ?? line);
        if (printed.length === 1) setImmediate(() => mock.timers.tick(1000));
        else stop();
      },
    };
    const options = { url: server.origin, 'api-key-file': keyFile, follow: true, format: 'ndjson' };
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      assert.equal(await auditCommand.run({ args: [], options }, openTerminal(output, output, {})), 0);
    } finally {
      mock.timers.reset();
    }
    assert.deepEqual(printed, ['"id":1', '"id":2']);
  });
});

describe('The local platform of a command', () => {
  let before: readonly NodeJS.ExitListener[][];
  beforeEach(() => {
    before = listening();
  });
  afterEach(() => {
    for (const [index, signal] of signals.entries()) {
      const added = process.listeners(signal as 'exit').filter((one) => !before[index]?.includes(one));
      for (const listener of added) process.off(signal, listener);
    }
  });

  async function startProgram(text: string): Promise<MemoryPlatform> {
    await using folder = await temporaryFolder();
    const program = path.join(folder.path, 'platform.js');
    await writeFile(program, text);
    return await MemoryPlatform.start(program);
  }

  it('reports why it did not start', async () => {
    await assert.rejects(MemoryPlatform.start('/nowhere/platform.js'), /not found: \/nowhere\/platform\.js/);
    const broken = startProgram('console.error("no memory"); process.exitCode = 1;');
    await assert.rejects(broken, { message: 'The local platform did not start. no memory' });
  });
});
