import * as vscode from 'vscode';
import type { Proposal } from '../../assistant/host';
import { ToolRejection } from '../../assistant/tool';
import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import { ConnectionNode } from '../../ui/explorer/explorerSection';
import type { AssistantDeps } from './assistantDeps';

/** Saves the proposal of an assistant and notifies the user. Sends nothing. */
export async function saveProposal(
  deps: AssistantDeps,
  connection: Connection,
  proposal: Proposal,
): Promise<string> {
  return proposal.current === undefined
    ? proposeNew(deps, connection, proposal)
    : proposeChange(deps, connection, proposal.current, proposal);
}

async function proposeChange(
  { ui, saveProposal: saveDraft }: AssistantDeps,
  connection: Connection,
  current: NonNullable<Proposal['current']>,
  { query, reason }: Proposal,
): Promise<string> {
  const uri = await saveDraft(connection, current, query);
  if (uri === undefined) {
    throw new ToolRejection(
      `No draft was left: "${current.name}" already has a draft of the user, which is not overwritten.`,
    );
  }
  tell(
    ui.prompts.notify({
      message: t(
        'An assistant proposes a change to “{0}” on {1}: {2}',
        current.name,
        connection.name,
        reason,
      ),
      buttons: [{ label: t('Compare with Platform'), value: uri }],
    }),
    async (selected) => vscode.commands.executeCommand('logbench.scheduledQuery.compare', selected),
  );
  return `The draft of "${current.name}" on ${connection.name} is ready in VS Code. The user compares it with "Logbench: Compare with Platform" and publishes it, or discards it.`;
}

async function proposeNew(
  { ui, fillForm }: AssistantDeps,
  connection: Connection,
  { name, query, cronSchedule, description, reason }: Proposal,
): Promise<string> {
  fillForm(connection, { name, query, cronSchedule, description });
  // An untitled document, which the user can edit and run, and which hot exit keeps.
  const content = `# ${reason.replace(/[|[\]"\s]+/g, ' ')}\n| ${query}`;
  const document = await vscode.workspace.openTextDocument({ language: 'logbench-query', content });
  await vscode.window.showTextDocument(document, { preview: false, preserveFocus: true });
  tell(
    ui.prompts.notify({
      message: t(
        'An assistant proposes a new scheduled query “{0}” for {1}: {2}',
        name,
        connection.name,
        reason,
      ),
      buttons: [{ label: t('Review…'), value: true }],
    }),
    async () =>
      vscode.commands.executeCommand('logbench.scheduledQuery.create', new ConnectionNode(connection)),
  );
  return `The text of "${name}" is open in VS Code, and the form of "Logbench: New Scheduled Query…" for ${connection.name} is filled in with it. The user reviews it and creates the query.`;
}

/** Not awaited, so that the assistant continues while the message is open. */
function tell<Value>(asking: Promise<Value | undefined>, act: (value: Value) => PromiseLike<unknown>): void {
  void asking.then((selected) => (selected === undefined ? undefined : act(selected)));
}
