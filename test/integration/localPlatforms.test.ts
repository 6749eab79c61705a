import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import fs, { constants } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { LocalPlatforms } from '../../src/extension/features/localPlatform';
import { announcementFolderVariable } from '../../src/core/interface/announcement';
import { Redactor } from '../../src/core/privacy/redact';
import { eventually } from '../support/eventually';
import { HttpServer } from '../support/httpServer';
import { lab } from '../support/labConnection';
import { temporaryFolder } from '../support/temporaryFolder';
import type { TemporaryFolder } from '../support/temporaryFolder';
import { replacing } from './support/replacing';
import { inNewest as test } from './support/vscodes';

describe('The announced platforms in a window', () => {
  const redactor = new Redactor();
  let temporary: TemporaryFolder;
  let folder: string;
  let before: string | undefined;
  let server: HttpServer;
  let platforms: LocalPlatforms;
  let changes: number;

  beforeEach(async () => {
    temporary = await temporaryFolder();
    folder = path.join(temporary.path, 'announced');
    before = process.env[announcementFolderVariable];
    process.env[announcementFolderVariable] = folder;
    server = await HttpServer.start((_, response) => void response.end());
    platforms = new LocalPlatforms(redactor);
    changes = 0;
    platforms.onDidChange(() => changes++);
    // The folder does not exist yet, so that it is not watched.
    await platforms.refresh();
  });

  afterEach(async () => {
    platforms.dispose();
    if (before === undefined) Reflect.deleteProperty(process.env, announcementFolderVariable);
    else process.env[announcementFolderVariable] = before;
    await server[Symbol.asyncDispose]();
    await temporary[Symbol.asyncDispose]();
  });

  const announcement = (): string =>
    JSON.stringify({
      event: 'listening',
      base_url: `${server.origin}/below`,
      product: 'core',
      api_key: 'made-by-itself',
    });
  const names = (): readonly string[] => platforms.all([]).map(({ name }) => name);

  test('are those of the latest read, although an earlier read ends later', async () => {
    // A pipe has no content until another process writes to it.
    if (process.platform === 'win32') return;
    await mkdir(folder);
    const file = path.join(folder, 'platform-1.json');
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', file]);
    const early = platforms.refresh();
    const content = await eventually(() => open(file, constants.O_WRONLY | constants.O_NONBLOCK));
    await rename(file, path.join(folder, 'moved'));
    await platforms.refresh();
    await content.write(announcement());
    await content.close();
    await early;
    assert.deepEqual([names(), changes], [[], 0]);
  });

  test('are reported once, with a key that is hidden in logs and used only for their address', async () => {
    await mkdir(folder);
    await writeFile(path.join(folder, 'platform-1.json'), announcement());
    await Promise.all([platforms.refresh(), platforms.refresh()]);
    await platforms.refresh();
    assert.deepEqual([names(), changes], [['Local Platform'], 1]);
    assert.doesNotMatch(redactor.clean('It is made-by-itself.'), /made-by-itself/);
    assert.equal(platforms.keyOf({ ...lab, baseUrl: server.origin }), 'made-by-itself');
    assert.equal(platforms.keyOf({ ...lab, baseUrl: 'http://127.0.0.1:1' }), undefined);
    assert.equal(platforms.keyOf(lab), undefined);
  });

  test('are searched for when the window gets the focus, because one may have been started in a terminal', async () => {
    const states = new vscode.EventEmitter<{ readonly focused: boolean }>();
    using _ = replacing(vscode.window, 'onDidChangeWindowState', states.event as never);
    const window = new LocalPlatforms(redactor);
    await window.refresh();
    await mkdir(folder);
    await writeFile(path.join(folder, 'platform-1.json'), announcement());
    states.fire({ focused: true });
    await eventually(() => window.all([]).length === 1);
    window.dispose();
  });

  test('are watched again after the watcher has failed', async () => {
    const watchers: EventEmitter[] = [];
    let closed = 0;
    using _ = replacing(fs, 'watch', () => {
      const watcher = Object.assign(new EventEmitter(), { close: () => (closed += 1) });
      watchers.push(watcher);
      return watcher;
    });
    await platforms.refresh();
    await platforms.refresh();
    assert.equal(watchers.length, 1);
    watchers[0]?.emit('error', new Error('The folder was deleted.'));
    assert.equal(closed, 1);
    await platforms.refresh();
    assert.equal(watchers.length, 2);
  });

  test('appear and disappear automatically when their folder exists, but not in a closed window', async () => {
    await mkdir(folder);
    await platforms.refresh();
    const file = path.join(folder, 'platform-1.json');
    await writeFile(file, announcement());
    await eventually(() => names().length === 1);
    await rm(file);
    await eventually(() => names().length === 0);

    // Another one proves that the folder was looked at meanwhile.
    const open = new LocalPlatforms(redactor);
    await open.refresh();
    platforms.dispose();
    await writeFile(file, announcement());
    await eventually(() => open.all([]).length === 1);
    open.dispose();
    assert.deepEqual(names(), []);
  });
});
