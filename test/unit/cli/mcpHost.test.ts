import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openMcpHost } from '../../../src/cli/mcp/mcpHost';
import type { McpHost } from '../../../src/cli/mcp/mcpHost';
import { openTerminal } from '../../../src/cli/terminal';
import { temporaryFolder } from '../../support/temporaryFolder';

describe('The MCP host for an address', () => {
  const silent = openTerminal({ write: () => undefined }, { write: () => undefined }, {});

  function open(options: Readonly<Record<string, string>>, access?: 'read'): Promise<McpHost> {
    return openMcpHost({ args: [], options }, access, silent);
  }

  it('allows rows on this machine, names elsewhere, or what environment and access allow', async () => {
    const local = 'http://127.0.0.1:8080';
    const other = 'https://logs.example.org';
    for (const [options, access, expected] of [
      [{ url: local }, undefined, ['127.0.0.1:8080', 'local', 'read']],
      [{ url: other }, undefined, ['logs.example.org', 'production', 'metadata']],
      [{ url: local, environment: 'production' }, undefined, ['127.0.0.1:8080', 'production', 'off']],
      [{ url: other, environment: 'staging' }, undefined, ['logs.example.org', 'staging', 'metadata']],
      [{ url: other, environment: 'local' }, undefined, ['logs.example.org', 'local', 'metadata']],
      [{ url: other }, 'read', ['logs.example.org', 'production', 'read']],
    ] as const) {
      await using host = await open(options, access);
      const [platform] = host.platforms();
      assert.deepEqual([platform?.name, platform?.environment, platform?.access], expected);
    }
  });

  it('opens one client once the key can be read', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'key');
    await using host = await open({ url: 'http://127.0.0.1:8080', 'api-key-file': file });
    const [platform] = host.platforms();
    assert.ok(platform);
    await assert.rejects(host.clientFor(platform), /cannot be read/);
    await writeFile(file, 'a-key-that-is-long-enough\n');
    assert.equal(await host.clientFor(platform), await host.clientFor(platform));
    assert.equal(host.redactor.clean('a-key-that-is-long-enough').includes('long-enough'), false);
  });
});
