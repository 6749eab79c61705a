import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TestApi } from '../../../src/extension/testing';
import { ScriptedPrompts } from './scriptedPrompts';
import type { PromptResponse } from './scriptedPrompts';

/**
 * Runs a command as a user would who gives these responses, all of which must be requested. The returned
 * script knows all that the user has read.
 */
export async function runCommand(
  id: string,
  responses: readonly PromptResponse[] = [],
  ...commandArguments: readonly unknown[]
): Promise<ScriptedPrompts> {
  const script = await responding(responses);
  await vscode.commands.executeCommand(id, ...commandArguments);
  script.assertFinished();
  return script;
}

/** Responds to questions of a panel rather than of a command. */
export async function responding(responses: readonly PromptResponse[]): Promise<ScriptedPrompts> {
  const { prompts } = await testApi();
  const script = new ScriptedPrompts(responses);
  prompts.replace(script);
  return script;
}

/** What the extension's `activate` returns in test mode: a way to read its tree and to respond to its prompts. */
export async function testApi(): Promise<TestApi> {
  const extension = vscode.extensions.getExtension<TestApi | undefined>('logbench.logbench');
  assert.ok(extension);
  const seam = await extension.activate();
  assert.ok(seam, 'the extension does not run in test mode');
  return seam;
}
