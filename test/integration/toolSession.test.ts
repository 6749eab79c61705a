import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AssistantDeps } from '../../src/extension/features/assistants/toolSession';
import { saveProposal, ToolSession } from '../../src/extension/features/assistants/toolSession';
import { AssistantReceipts } from '../../src/extension/features/assistants/receipts';
import { Redactor } from '../../src/core/privacy/redact';
import type { Connection } from '../../src/extension/ui/connections/connection';
import { ConnectionNode } from '../../src/extension/ui/explorer/explorerSection';
import { lab } from '../support/labConnection';
import { replacing, together } from './support/replacing';
import { withSettings } from './support/settings';
import { inNewest as test } from './support/vscodes';

const local: Connection = { ...lab, name: 'Local', environment: 'local', assistant: 'read', found: true };

describe('The tools of a window', () => {
  let connections: readonly Connection[];
  /** Called with each list of connections. */
  let listed: () => void;
  let disposed: number;

  beforeEach(() => {
    connections = [lab];
    listed = () => undefined;
    disposed = 0;
  });

  const deps = {
    platforms: {
      all: () => {
        const all = connections;
        listed();
        return all;
      },
    },
    redactor: new Redactor(),
    clientFor: () => Promise.reject(new Error('No client is requested.')),
  } as unknown as AssistantDeps;

  const token: vscode.CancellationToken = {
    isCancellationRequested: false,
    onCancellationRequested: () => new vscode.Disposable(() => disposed++),
  };

  async function responseOf(tool: string, input: object = {}, tokenBudget?: number): Promise<string> {
    const session = new ToolSession(deps, new AssistantReceipts({ info: () => undefined }));
    const tokenizationOptions =
      tokenBudget === undefined ? undefined : { tokenBudget, countTokens: () => Promise.resolve(1) };
    const options = { input, toolInvocationToken: undefined, tokenizationOptions };
    return session.invoke(`logbench_${tool}`, options as never, token).then(
      ({ content }) => JSON.stringify(content),
      (error: unknown) => `rejected: ${String(error)}`,
    );
  }

  test('reject a connection that is removed after it was found', async () => {
    listed = () => (connections = []);
    assert.match(await responseOf('tables'), /rejected: .*The connection Lab no longer exists/);
    assert.equal(disposed, 1);
  });

  test('use their own setting for a platform on this machine', async () => {
    connections = [local];
    const off = { 'logbench.assistant.localPlatform': 'off' };
    {
      await using _ = await withSettings(off);
      const response = await responseOf('tables');
      assert.match(response, /may do nothing on Local/);
      assert.match(response, /"logbench\.assistant\.localPlatform": "metadata", or "assistant": "metadata"/);
      connections = [{ ...lab, assistant: 'off' }];
      assert.doesNotMatch(await responseOf('tables'), /localPlatform/);
    }
    connections = [local];
    assert.match(await responseOf('platforms'), /metadata/);
  });

  test('show the address of a platform only with read access', async () => {
    assert.doesNotMatch(await responseOf('platforms'), /lab\.example/);
    connections = [{ ...lab, assistant: 'read' }];
    assert.match(await responseOf('platforms'), /lab\.example/);
  });

  test('return no more than fits into the token budget of the model', async () => {
    assert.match(await responseOf('platforms', {}, 10), /at most 30 are returned/);
    assert.doesNotMatch(await responseOf('platforms', {}, 10_000), /rejected: /);
    assert.equal(disposed, 2);
  });

  test('open the comparison or the form of a proposal on its button, and nothing if the message is closed', async () => {
    const done: unknown[] = [];
    const shown: unknown[] = [];
    using _ = together(
      replacing(vscode.commands, 'executeCommand', (...call: readonly unknown[]) =>
        Promise.resolve(void done.push(call)),
      ),
      replacing(vscode.window, 'showTextDocument', (_document: unknown, options: unknown) =>
        Promise.resolve(void shown.push(options)),
      ),
    );
    const uri = vscode.Uri.file('/draft.lq');
    const current = { guid: 'a', name: 'Daily', query: 'table a' };
    const input = { name: 'Daily', query: 'table b', cronSchedule: undefined, description: undefined };
    const platform = { name: 'Lab', environment: 'staging', access: 'read', baseUrl: undefined } as const;
    const propose = async (pressed: boolean): Promise<readonly unknown[]> => {
      const notify = async ({ buttons }: { readonly buttons: readonly { readonly value: unknown }[] }) =>
        Promise.resolve(pressed ? buttons[0]?.value : undefined);
      const save = { ui: { prompts: { notify } }, saveProposal: () => Promise.resolve(uri) };
      const proposal = { ...input, platform, current, reason: 'Faster' };
      await saveProposal(save as unknown as AssistantDeps, lab, proposal);
      // What follows from the message is not awaited.
      await new Promise(setImmediate);
      return done.splice(0);
    };
    assert.deepEqual(await propose(false), []);
    assert.deepEqual(await propose(true), [['logbench.scheduledQuery.compare', uri]]);

    const created = { ...input, platform, current: undefined, reason: 'Asked for' };
    for (const pressed of [undefined, true]) {
      const ui = { prompts: { notify: () => Promise.resolve(pressed) } };
      const save = { ui, fillForm: () => undefined } as unknown as AssistantDeps;
      await saveProposal(save, lab, created);
      await new Promise(setImmediate);
      assert.equal(done.length, pressed === undefined ? 0 : 1);
    }
    assert.deepEqual(done, [['logbench.scheduledQuery.create', new ConnectionNode(lab)]]);
    assert.deepEqual(shown[0], { preview: false, preserveFocus: true }, 'the user may be typing elsewhere');
  });
});
