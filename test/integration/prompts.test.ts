import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { withProgress } from '../../src/extension/ui/prompts/progress';
import type { Prompts, Validation } from '../../src/extension/ui/prompts/prompts';
import { QuickInputPrompts } from '../../src/extension/ui/prompts/quickInputPrompts';
import { eventually } from '../support/eventually';
import { settledNow } from '../support/settledNow';
import { closeAllTabs } from './support/closeAllTabs';
import { replacing, together } from './support/replacing';
import { testedInputs } from './support/testedInputs';
import { inNewest as test } from './support/vscodes';

const prompts: Prompts = new QuickInputPrompts();
const choices = [
  { label: 'a', value: 1 },
  { label: 'b', value: 2, picked: true },
  { label: 'c', value: 3, picked: true },
];

describe('A prompt with a list', () => {
  test('returns the accepted item, and stays open while none is selected', async () => {
    using asked = testedInputs();
    const response = prompts.pick({ title: 'One [x](y)', choices: choices.slice(0, 2) });
    const { last } = asked;
    assert.deepEqual([last.shown, last.canSelectMany, last.ignoreFocusOut], [1, false, true]);
    assert.equal(last.title?.includes('](y)'), false);
    assert.deepEqual(
      last.activeItems?.map(({ label }) => label),
      ['b'],
    );
    assert.deepEqual([last.selectedItems, last.step, last.buttons], [[], undefined, []]);
    last.accept();
    assert.equal(last.disposed, false);
    last.accept('a');
    assert.equal(await response, 1);
    assert.equal(last.disposed, true);
  });

  test('does not set an active item if none is proposed', async () => {
    using asked = testedInputs();
    const response = prompts.pick({ title: 'One', choices: choices.slice(0, 1) });
    assert.equal(asked.last.activeItems, undefined);
    asked.last.accept('a');
    await response;
  });

  test('returns several items, and none only if that is allowed', async () => {
    using asked = testedInputs();
    const several = prompts.pickMany({ title: 'Some', choices });
    const { last } = asked;
    assert.deepEqual([last.canSelectMany, last.selectedItems.map(({ label }) => label)], [true, ['b', 'c']]);
    last.accept();
    assert.equal(last.disposed, false);
    last.accept('a', 'c');
    assert.deepEqual(await several, [1, 3]);
    const none = prompts.pickMany({ title: 'Some', choices, allowNone: true });
    asked.last.accept();
    assert.deepEqual(await none, []);
  });

  test('is canceled when it is hidden, and goes back only by its Back button', async () => {
    using asked = testedInputs();
    const position = { step: 2, total: 3, canGoBack: true };
    const canceled = prompts.pick({ title: 'One', choices, position });
    const { last } = asked;
    assert.deepEqual([last.step, last.totalSteps, last.buttons], [2, 3, [vscode.QuickInputButtons.Back]]);
    last.hide();
    await assert.rejects(canceled, { name: 'CanceledError' });
    assert.equal(last.disposed, true);
    const back = prompts.pick({ title: 'One', choices, position: { step: 1, total: 1, canGoBack: true } });
    assert.deepEqual([asked.last.step, asked.last.totalSteps], [undefined, undefined]);
    asked.last.pressed.fire({ iconPath: new vscode.ThemeIcon('gear') });
    assert.equal(asked.last.disposed, false);
    asked.last.pressed.fire(vscode.QuickInputButtons.Back);
    await assert.rejects(back, { name: 'BackRequested' });
    assert.equal(asked.last.disposed, true);
    const first = prompts.pick({ title: 'One', choices, position: { step: 1, total: 2, canGoBack: false } });
    assert.deepEqual(asked.last.buttons, []);
    asked.last.hide();
    await assert.rejects(first);
  });

  test('is canceled when what it is about no longer exists, while it is open', async () => {
    using asked = testedInputs();
    const result = new AbortController();
    const response = prompts.pickMany({ title: 'Some', choices, signal: result.signal });
    assert.equal(asked.last.disposed, false);
    result.abort();
    await assert.rejects(settledNow(response), { name: 'CanceledError' });
    assert.equal(asked.last.disposed, true);
  });

  test('can be dismissed while it is open, and then dismisses no other prompt', async () => {
    using asked = testedInputs();
    const first = prompts.pick({ title: 'First', choices });
    const firstShown = asked.last;
    const second = prompts.pick({ title: 'Second', choices });
    firstShown.accept('a');
    assert.equal(await settledNow(first), 1);
    prompts.dismiss();
    await assert.rejects(settledNow(second), { name: 'CanceledError' });
    let hidden = 0;
    asked.last.onDidHide(() => (hidden += 1));
    prompts.dismiss();
    assert.equal(hidden, 0);
  });

  it('returns an item whose value is undefined, such as all groups', async () => {
    const groups = [
      { label: 'All groups', value: undefined },
      { label: 'One group', value: 1 },
    ];
    let response: unknown = 'open';
    const asking = prompts.pick({ title: 'Filter Tables', choices: groups }).then(
      (value) => (response = { value }),
      (error: unknown) => (response = error),
    );

    await eventually(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return response !== 'open';
    });
    await asking;

    assert.deepEqual(response, { value: undefined });
  });
});

describe('A prompt with a search', () => {
  test('searches at the start and for the typed text, until a value is accepted', async () => {
    using asked = testedInputs();
    const searches: [string | undefined, AbortSignal][] = [];
    const response = prompts.search({
      title: 'Find',
      find: (keywords, signal) => {
        searches.push([keywords, signal]);
        return Promise.resolve({ total: 3, choices });
      },
    });
    const { last } = asked;
    await eventually(() => last.items.length === 3);
    last.type('b');
    assert.equal(searches[0]?.[1].aborted, true);
    await eventually(() => searches.length === 2 && !last.busy);
    assert.equal(searches[1]?.[0], 'b');
    last.accept();
    assert.equal(last.disposed, false);
    const [, item] = last.items;
    assert.ok(item);
    last.activated.fire([item]);
    last.activated.fire([]);
    last.accept();
    assert.equal(await response, 2);
    assert.deepEqual([searches.map(([, signal]) => signal.aborted), last.disposed], [[true, true], true]);
  });

  test('returns the checked items, and not the active one', async () => {
    using asked = testedInputs();
    const response = prompts.searchMany({
      title: 'Find',
      find: () => Promise.resolve({ total: 3, choices }),
    });
    const { last } = asked;
    await eventually(() => last.items.length === 3);
    assert.equal(last.canSelectMany, true);
    last.activated.fire(last.items.slice(0, 1));
    last.accept();
    assert.equal(last.disposed, false);
    last.accept('b', 'c');
    assert.deepEqual(await response, [2, 3]);
  });
});

describe('A prompt for text', () => {
  const validate = (text: string): Validation =>
    text === 'ok' ? undefined : text === 'hint' ? { information: 'fine' } : { problem: `not "${text}"` };

  test('shows the problem while the user types, and does not accept an invalid text', async () => {
    using asked = testedInputs();
    const response = prompts.input({ title: 'Text', prompt: 'Say', validate, password: true });
    const { last } = asked;
    const { Error: error, Info: info } = vscode.InputBoxValidationSeverity;
    assert.deepEqual([last.validationMessage, last.password, last.prompt], [undefined, true, 'Say']);
    last.accepted.fire();
    assert.deepEqual(last.validationMessage, { message: 'not ""', severity: error });
    last.type('no');
    assert.deepEqual(last.validationMessage, { message: 'not "no"', severity: error });
    last.accepted.fire();
    assert.equal(last.disposed, false);
    last.type('hint');
    assert.deepEqual(last.validationMessage, { message: 'fine', severity: info });
    last.type('ok');
    assert.equal(last.validationMessage, undefined);
    last.type('hint');
    last.accepted.fire();
    assert.equal(await response, 'hint');
  });

  test('shows the problem of its initial text at once, and a hint for an empty text', async () => {
    using asked = testedInputs();
    const wrong = prompts.input({ title: 'Text', value: 'no', validate });
    assert.equal(asked.last.validationMessage?.message, 'not "no"');
    assert.deepEqual([asked.last.value, asked.last.password], ['no', false]);
    asked.last.hide();
    await assert.rejects(wrong, { name: 'CanceledError' });
    const hinted = prompts.input({ title: 'Text', validate: () => ({ information: 'any' }) });
    assert.equal(asked.inputs[1]?.validationMessage?.message, 'any');
    asked.last.accepted.fire();
    assert.equal(await hinted, '');
  });

  test('of several lines is shown again with its problem, and closes its editor afterwards', async () => {
    using asked = testedInputs();
    const open = (): readonly string[] =>
      vscode.workspace.textDocuments
        .filter(({ isUntitled }) => isUntitled)
        .map((document) => document.getText())
        .filter((text) => text.startsWith('one') || text === 'other');
    const written = 'one\ntwo';
    const question = { title: 'Text', value: 'one', validate: (text: string) => validateLines(text) };
    const validateLines = (text: string): Validation => (text === written ? undefined : { problem: 'short' });
    const response = prompts.editText(question);
    await eventually(() => asked.inputs.length === 1);
    asked.last.accept('Done');
    await eventually(() => asked.inputs.length === 2);
    assert.equal(asked.last.placeholder, 'short');
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    await editor.edit((edit) => {
      edit.setEndOfLine(vscode.EndOfLine.CRLF);
      edit.insert(new vscode.Position(0, 3), '\r\ntwo');
    });
    asked.last.accept('Done');
    assert.equal(await response, written);
    assert.deepEqual(open(), []);
    const canceled = prompts.editText(question);
    await eventually(() => asked.inputs.length === 3);
    const other = await vscode.workspace.openTextDocument({ content: 'other' });
    await vscode.window.showTextDocument(other, { preview: false });
    asked.last.hide();
    await assert.rejects(canceled, { name: 'CanceledError' });
    assert.deepEqual(open(), ['other']);
    const typed = prompts.editText(question);
    await eventually(() => asked.inputs.length === 4);
    await vscode.window.activeTextEditor?.edit((edit) => edit.insert(new vscode.Position(0, 3), ' more'));
    asked.last.hide();
    await assert.rejects(typed, { name: 'CanceledError' });
    assert.deepEqual(open(), ['other', 'one more']);
    await closeAllTabs();
  });
});

describe('A message', () => {
  test('returns the pressed button, and is canceled if none was pressed', async () => {
    const shown: unknown[][] = [];
    let pressed: unknown;
    using _ = replacing(vscode.window, 'showWarningMessage', async (...all: unknown[]) => {
      shown.push(all);
      return Promise.resolve(pressed);
    });
    const buttons = [
      { label: 'Yes', value: undefined },
      { label: 'No', value: false, closes: true },
    ];
    pressed = { title: 'Yes' };
    assert.equal(await prompts.confirm({ message: 'Sure [?](x)', detail: 'All', buttons }), undefined);
    assert.deepEqual(shown[0]?.slice(1), [
      { modal: true, detail: 'All' },
      { title: 'Yes', isCloseAffordance: false },
      { title: 'No', isCloseAffordance: true },
    ]);
    pressed = undefined;
    await assert.rejects(prompts.confirm({ message: 'Sure', buttons }), { name: 'CanceledError' });
    assert.deepEqual(shown[1]?.[1], { modal: true });
  });

  test('opens its file when Open is pressed', async () => {
    const ran: unknown[] = [];
    let pressed: string | undefined = 'Open';
    const labels: unknown[] = [];
    using _ = together(
      replacing(vscode.window, 'showInformationMessage', async (...all: unknown[]) => {
        labels.push(all.slice(2));
        return Promise.resolve(pressed);
      }),
      replacing(vscode.commands, 'executeCommand', (...all: unknown[]) => ran.push(all.map(String))),
    );
    const notice = { severity: 'information', message: 'Saved' } as const;
    assert.equal(await prompts.notify({ ...notice, file: '/a.csv' }), undefined);
    assert.deepEqual(ran.splice(0), [['vscode.open', 'file:///a.csv']]);
    const buttons = [{ label: 'Open', value: 7 }];
    assert.equal(await prompts.notify({ ...notice, buttons }), 7);
    pressed = undefined;
    assert.equal(await prompts.notify({ ...notice, file: '/a.csv', buttons: [] }), undefined);
    assert.deepEqual([ran, labels], [[], [['Open'], ['Open'], ['Open']]]);
  });

  test('is a dialog from the beginning if it is about an account', async () => {
    const shown: unknown[] = [];
    using _ = replacing(vscode.window, 'showInformationMessage', async (...all: unknown[]) => {
      shown.push(all);
      return Promise.resolve(undefined);
    });
    const message = 'Account: kim, role MEMBER.';
    await prompts.notify({ message, isDialog: true });
    assert.deepEqual(shown, [[message, { modal: true }]]);
  });

  test('masks sensitive values in a notification, and shows them in a dialog', async () => {
    const shown: unknown[] = [];
    const responses = ['Show Details', 'Retry'];
    using _ = replacing(vscode.window, 'showErrorMessage', async (...all: unknown[]) => {
      shown.push(all);
      return Promise.resolve(responses.shift());
    });
    const buttons = [{ label: 'Retry', value: 7 }];
    const message = 'There is no response from 10.1.2.3 for kim@corp.example.';
    assert.equal(await prompts.notify({ severity: 'error', message, buttons }), 7);
    assert.deepEqual(shown, [
      ['There is no response from 10.1.2.3 for •••.', {}, 'Retry', 'Show Details'],
      [message, { modal: true }, 'Retry'],
    ]);
  });
});

describe('A prompt for a file', () => {
  test('is canceled if none was selected', async () => {
    const selected: vscode.Uri[] = [];
    const options: unknown[] = [];
    using _ = together(
      replacing(vscode.window, 'showOpenDialog', async (arg: unknown) => {
        options.push(arg);
        return Promise.resolve(selected.length === 0 ? undefined : selected);
      }),
      replacing(vscode.window, 'showSaveDialog', async (arg: unknown) => {
        options.push(arg);
        return Promise.resolve(selected[0]);
      }),
    );
    const question = { title: 'File', filters: { JSON: ['json'] } };
    const write = async (file: string): Promise<string> => Promise.resolve(`${file} written`);
    for (const ask of ['openFile', 'saveFile', 'openFolder'] as const) {
      await assert.rejects(prompts[ask](question, write), { name: 'CanceledError' });
    }
    selected.push(vscode.Uri.file('/a.json'));
    options.length = 0;
    assert.equal(await prompts.openFile(question), '/a.json');
    assert.equal(await prompts.openFolder(question), '/a.json');
    const saved = { location: '/a.json', result: '/a.json written' };
    assert.deepEqual(await prompts.saveFile(question, write), saved);
    await prompts.saveFile({ ...question, defaultName: 'b.json' }, write);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    assert.deepEqual(options, [
      question,
      { title: 'File', canSelectFiles: false, canSelectFolders: true },
      question,
      { ...question, defaultUri: vscode.Uri.joinPath(folder.uri, 'b.json') },
    ]);
  });
});

/** A file system in memory, as a virtual workspace has one. */
class MemoryFiles implements vscode.FileSystemProvider {
  readonly contents = new Map<string, Uint8Array>();
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  stat({ path: file }: vscode.Uri): vscode.FileStat {
    const bytes = this.contents.get(file);
    if (bytes === undefined && file !== '/') throw vscode.FileSystemError.FileNotFound(file);
    const type = bytes === undefined ? vscode.FileType.Directory : vscode.FileType.File;
    return { type, ctime: 0, mtime: 0, size: bytes?.length ?? 0 };
  }

  readFile({ path: file }: vscode.Uri): Uint8Array {
    const bytes = this.contents.get(file);
    if (bytes === undefined) throw vscode.FileSystemError.FileNotFound(file);
    return bytes;
  }

  writeFile({ path: file }: vscode.Uri, bytes: Uint8Array): void {
    this.contents.set(file, bytes);
  }

  watch = (): vscode.Disposable => new vscode.Disposable(() => undefined);
  readDirectory = (): [string, vscode.FileType][] => [];
  createDirectory = (): void => undefined;
  delete = (): void => undefined;
  rename = (): void => undefined;
}

function registered(scheme: string, files: vscode.FileSystemProvider): Disposable {
  const registration = vscode.workspace.registerFileSystemProvider(scheme, files);
  return { [Symbol.dispose]: () => void registration.dispose() };
}

describe('A file of another file system', () => {
  test('is written and read there, and not at the same path on this machine', async () => {
    const files = new MemoryFiles();
    const file = vscode.Uri.parse('logbench-test:/exported.json');
    using _ = together(
      registered('logbench-test', files),
      replacing(vscode.window, 'showSaveDialog', async () => Promise.resolve(file)),
      replacing(vscode.window, 'showOpenDialog', async () => Promise.resolve([file])),
    );
    const question = { title: 'File', filters: {} };

    const { location } = await prompts.saveFile(question, async (path) => writeFile(path, 'rows'));

    assert.deepEqual([location, existsSync(file.fsPath)], ['logbench-test:/exported.json', false]);
    assert.equal(Buffer.from(files.contents.get('/exported.json') ?? []).toString(), 'rows');
    assert.equal(await readFile(await prompts.openFile(question), 'utf8'), 'rows');
    await assert.rejects(prompts.openFile({ ...question, isLocal: true }), /is not on the machine/);
    await assert.rejects(prompts.openFolder(question), /is not on the machine/);
  });
});

type Task = Parameters<typeof vscode.window.withProgress>[1];

describe('A task with progress', () => {
  test('shows a notification only if it takes long, with a button to cancel it', async () => {
    const shown: unknown[] = [];
    const options: vscode.ProgressOptions[] = [];
    const cancel = new vscode.CancellationTokenSource();
    using _ = replacing(vscode.window, 'withProgress', async (input: vscode.ProgressOptions, task: Task) => {
      options.push(input);
      return task({ report: (step) => shown.push(step) }, cancel.token);
    });
    assert.equal(await withProgress('Short', async () => Promise.resolve(1)), 1);
    await assert.rejects(
      withProgress('Failing', async () => Promise.reject(new Error('failed'))),
      /failed/,
    );
    assert.equal(options.length, 0);
    let signal: AbortSignal | undefined;
    const task = withProgress('Long [x](y)', async (input, report) => {
      signal = input;
      report({ message: '1 of 2' });
      return new Promise((_resolve, reject) => {
        input.addEventListener('abort', () => reject(new Error('aborted')));
      });
    });
    await eventually(() => shown.length === 1);
    assert.deepEqual([options[0]?.cancellable, options[0]?.title?.includes('](y)')], [true, false]);
    assert.deepEqual(shown[0], { message: '1 of 2', increment: 0 });
    assert.equal(signal?.aborted, false);
    cancel.cancel();
    await assert.rejects(task, /aborted/);
  });
});
