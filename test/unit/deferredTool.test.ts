import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { deferredTool } from '../../src/deferredTool';

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
