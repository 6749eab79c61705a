import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { deferredTool } from '../../../src/extension/deferredTool';
import type { Assistants } from '../../../src/extension/features/assistants';

describe('A tool of an extension that could not be started', () => {
  it('asks for no confirmation, and says in one sentence what to do', async () => {
    const tool = deferredTool('logbench_tables', Promise.reject(new Error("Cannot find module './lost'")));
    const token = {} as vscode.CancellationToken;

    assert.equal(await tool.prepareInvocation?.({ input: {} }, token), undefined);
    await assert.rejects(
      async () => tool.invoke({ input: {}, toolInvocationToken: undefined }, token),
      ({ message }: Error) =>
        /^Logbench could not be started, .* reload the window/.test(message) && !message.includes('lost'),
    );
  });
});

describe('A tool of an extension that is being started', () => {
  it('waits, and then passes on the call with its name, its options and its token', async () => {
    const seen: unknown[] = [];
    const assistants = {
      prepareTool: (...call: readonly unknown[]) => Promise.resolve(void seen.push(call)),
      invokeTool: (...call: readonly unknown[]) => Promise.resolve(void seen.push(call)),
    } as unknown as Assistants;
    let start: ((features: { readonly assistants: Assistants }) => void) | undefined;
    const tool = deferredTool('logbench_tables', new Promise((resolve) => (start = resolve)));
    const options = { input: { keyword: 'web' }, toolInvocationToken: undefined };
    const token = {} as vscode.CancellationToken;

    const called = [tool.prepareInvocation?.({ input: options.input }, token), tool.invoke(options, token)];
    assert.deepEqual(seen, []);
    start?.({ assistants });
    await Promise.all(called.map(async (call) => call));
    assert.deepEqual(seen, [
      ['logbench_tables', options.input],
      ['logbench_tables', options, token],
    ]);
  });
});
