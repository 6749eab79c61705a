import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { announcedPlatforms } from '../../../../../src/extension/features/localPlatform/announcedPlatforms';
import { folderOfEachTest } from '../../../../support/temporaryFolder';

describe('Announced platforms', () => {
  const folder = folderOfEachTest();
  let server: Server;
  let address: string;

  beforeEach(async () => {
    server = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => void server.close());

  async function announce(name: string, baseUrl: string): Promise<void> {
    const key = { api_key: 'made-by-itself' };
    const announcement = { event: 'listening', base_url: baseUrl, product: 'core', ...key };
    await writeFile(path.join(folder.path, name), JSON.stringify(announcement));
  }

  it('are found with their key', async () => {
    const other = address.replace('127.0.0.1', 'localhost');
    await announce('platform-2.json', other);
    await announce('platform-1.json', address);

    assert.deepEqual(
      await announcedPlatforms(folder.path),
      [address, other].map((baseUrl) => ({ baseUrl, product: 'core', apiKey: 'made-by-itself' })),
    );
  });

  it('are left out when nothing listens at their address', async () => {
    await announce('platform-1.json', address);
    await new Promise((resolve) => server.close(resolve));

    assert.deepEqual(await announcedPlatforms(folder.path), []);
  });

  it('are left out when they claim to be another machine', async () => {
    await announce('platform-1.json', 'http://logs.example:80');
    // An address that leads here as well, but that other machines can have.
    await announce('platform-2.json', address.replace('127.0.0.1', '0.0.0.0'));

    assert.deepEqual(await announcedPlatforms(folder.path), []);
  });

  it('are left out when another user wrote their file', async () => {
    await announce('platform-1.json', address);
    const { getuid } = process;
    assert.ok(getuid);
    process.getuid = () => getuid() + 1;
    try {
      assert.deepEqual(await announcedPlatforms(folder.path), []);
    } finally {
      process.getuid = getuid;
    }
    assert.equal((await announcedPlatforms(folder.path)).length, 1);
  });

  it('are none when there is no folder, or other files in it', async () => {
    await writeFile(path.join(folder.path, 'platform-2.json'), 'half a docu');
    await announce('notes.json', address);

    assert.deepEqual(await announcedPlatforms(folder.path), []);
    assert.deepEqual(await announcedPlatforms(path.join(folder.path, 'none')), []);
  });
});
