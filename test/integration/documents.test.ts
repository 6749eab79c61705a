import assert from 'node:assert/strict';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import type { ActionDeps } from '../../src/features/scheduledQueries';
import { chooseQuery, searchFor } from '../../src/features/scheduledQueries/chosenQueries';
import { DocumentConnections } from '../../src/ui/documents/documentConnections';
import { queryUri } from '../../src/ui/documents/queryUri';
import { saveDocument } from '../../src/ui/documents/saveDocument';
import type { Connection } from '../../src/ui/connections/connection';
import { lab } from '../support/labConnection';
import { scheduledQueryRecord } from '../support/scheduledQueryRecord';
import { someGuid } from '../support/scheduledQueries';
import { temporaryFolder } from '../support/temporaryFolder';
import { typeInto } from './support/queryDocuments';
import { inNewest as test } from './support/vscodes';

describe('The connection of a document', () => {
  const plant = { ...lab, name: 'Plant' };
  let all: readonly Connection[];
  let project: Connection | undefined;
  let stored: unknown;
  let connections: DocumentConnections;

  const fileAt = (index: number): vscode.Uri => vscode.Uri.file(`/queries/${index}.lq`);
  const namesOf = (...files: readonly number[]): readonly unknown[] =>
    files.map((index) => connections.of(fileAt(index))?.name);

  beforeEach(() => {
    [all, project, stored] = [[lab, plant], undefined, undefined];
    const memory: vscode.Memento = {
      keys: () => [],
      get: () => stored as never,
      update: (_key, value) => Promise.resolve(void (stored = value)),
    };
    const platforms = { all: () => all, find: (name: string) => all.find((one) => one.name === name) };
    connections = new DocumentConnections(platforms as never, memory, { connectionOf: () => project });
  });

  test('is remembered for the 200 documents that were assigned last', async () => {
    for (let index = 0; index < 200; index++) await connections.remember(fileAt(index), lab);
    await connections.remember(fileAt(0), plant);
    assert.deepEqual(namesOf(0, 1, 199), ['Plant', 'Lab', 'Lab']);
    await connections.remember(fileAt(200), lab);
    assert.deepEqual(namesOf(0, 1, 2, 200), ['Plant', undefined, 'Lab', 'Lab']);
  });

  test('is told when it is assigned, and forgotten for a name that is used again', async () => {
    let told = 0;
    const listening = connections.onDidChange(() => void (told += 1));
    await connections.remember(fileAt(1), plant);
    await connections.remember(fileAt(2), plant);
    await connections.forget(fileAt(1));
    await connections.forget(fileAt(3));
    listening.dispose();
    assert.deepEqual([told, ...namesOf(1, 2)], [2, undefined, 'Plant']);
  });

  test('is the selected one while that exists, else that of its project, else the only one', async () => {
    await connections.remember(fileAt(1), plant);
    project = lab;
    assert.deepEqual(namesOf(1, 2), ['Plant', 'Lab']);
    all = [{ ...lab, name: 'Other' }, lab];
    assert.deepEqual(namesOf(1), ['Lab']);
    project = undefined;
    assert.deepEqual(namesOf(1), [undefined]);
    all = [lab];
    assert.deepEqual(namesOf(1, 2), ['Lab', 'Lab']);
    all = [lab, plant];
    stored = { [fileAt(1).toString()]: 'Plant', other: 7 };
    assert.deepEqual(namesOf(1), [undefined], 'something else was stored');
    stored = null;
    assert.deepEqual(namesOf(1), [undefined]);
  });

  test('is that of its address for a scheduled query, never another one', async () => {
    const of = (connection: string): Promise<unknown> =>
      Promise.resolve(connections.of(queryUri({ address: { connection, guid: someGuid }, name: 'q' }))?.name);
    all = [lab];
    assert.deepEqual([await of('Lab'), await of('Gone')], ['Lab', undefined]);
  });
});

describe('Saving a document while another save of it is in progress', () => {
  interface Saving {
    isDirty: boolean;
    outcome?: string;
  }

  /** VS Code answers false at once. */
  async function startSaving(): Promise<Saving> {
    const saving: Saving = { isDirty: true };
    const document = Object.assign(saving, { save: () => Promise.resolve(false) });
    saveDocument(document as unknown as vscode.TextDocument, 'Query').then(
      () => (saving.outcome = 'saved'),
      (error: unknown) => (saving.outcome = String(error)),
    );
    await new Promise((resolve) => process.nextTick(resolve));
    return saving;
  }

  test('does not end when another document is saved', async () => {
    await using folder = await temporaryFolder();
    const file = vscode.Uri.joinPath(vscode.Uri.file(folder.path), 'other.txt');
    await vscode.workspace.fs.writeFile(file, Buffer.from('one'));
    const saving = await startSaving();
    const other = await typeInto(file, 'two');

    await other.save();
    await new Promise((resolve) => setImmediate(resolve));

    assert.equal(saving.outcome, undefined);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  test('waits two seconds, and then it counts whether there are unsaved changes', async () => {
    // Nothing else of the window runs while these timers are in the place of the others.
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const [failed, late] = [await startSaving(), await startSaving()];
      mock.timers.tick(1999);
      await new Promise((resolve) => process.nextTick(resolve));
      assert.deepEqual([failed.outcome, late.outcome], [undefined, undefined]);
      late.isDirty = false;
      mock.timers.tick(1);
      await new Promise((resolve) => process.nextTick(resolve));
      assert.match(failed.outcome ?? '', /Query could not be saved\. Save it, then try again\./);
      assert.equal(late.outcome, 'saved');
    } finally {
      mock.timers.reset();
    }
  });
});

describe('The query that a command is for', () => {
  const other = '00000000-0000-4000-8000-000000000002';
  const records = [scheduledQueryRecord({ name: 'A' }), scheduledQueryRecord({ name: 'B', guid: other })];
  const asked: unknown[] = [];
  const deps = {
    ui: { prompts: { search: (question: unknown) => Promise.resolve(asked.push(question) && records[0]) } },
    platforms: {
      find: (name: string) => (name === 'Lab' ? lab : undefined),
      pick: () => Promise.resolve(lab),
      clientFor: () =>
        Promise.resolve({ scheduledQueries: () => Promise.resolve({ items: records, total: 3n }) }),
    },
  } as unknown as ActionDeps;

  test('is searched for among all others, which are counted without the one that cannot be chosen', async () => {
    const find = async (except?: string): Promise<unknown> => {
      const { signal } = new AbortController();
      const { total, choices } = await searchFor(deps, lab, 'Title', except).find(undefined, signal);
      return [Number(total), choices.map(({ label }) => label)];
    };
    assert.deepEqual(await find(), [3, ['A', 'B']]);
    assert.deepEqual(await find(other), [2, ['A']]);
    assert.deepEqual(await find('nobody'), [3, ['A', 'B']]);
  });

  test('is the given one, and asked for where its connection no longer exists', async () => {
    const given = async (connection: string): Promise<unknown> => {
      const uri = queryUri({ address: { connection, guid: other }, name: 'Given' });
      const { connection: found, query } = await chooseQuery(deps, [uri], 'Title');
      return [found.name, query.name, asked.length];
    };
    assert.deepEqual(await given('Lab'), ['Lab', 'Given', 0]);
    assert.deepEqual(await given('Gone'), ['Lab', 'A', 1]);
  });
});
