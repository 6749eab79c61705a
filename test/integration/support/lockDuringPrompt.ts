import * as vscode from 'vscode';
import type { PromptResponse } from './scriptedPrompts';
import { lineAt } from './tree';

/** Writes are locked while the next question is open, as happens when their time runs out. */
export async function lockDuringPrompt(connection = 'Test'): Promise<readonly PromptResponse[]> {
  const { node } = await lineAt(connection);
  const lock = async (): Promise<void> => {
    await vscode.commands.executeCommand('logbench.connection.unlockWrites', node);
  };
  return [{ meanwhile: lock }, { pick: 'Lock now' }];
}
