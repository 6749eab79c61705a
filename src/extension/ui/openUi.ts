import * as vscode from 'vscode';
import { CommandRegistry } from './commandRegistry';
import type { Connection, Platforms } from './connections/connection';
import { registerDocumentActions, ReadOnlyDocuments } from './documents/readOnlyDocuments';
import { ConnectionNode } from './explorer/explorerSection';
import { Failures } from './failures/failures';
import { cleanLog } from './log';
import type { Log } from './log';
import { QuickInputPrompts } from './prompts/quickInputPrompts';
import { Redactor } from '../../core/privacy/redact';
import type { Prompts } from './prompts/prompts';

export interface OpenUi extends vscode.Disposable {
  readonly ui: Ui;
  /** Knows every API key, so that none appears in the log or a message. */
  readonly redactor: Redactor;
}

/** Creates the services that features share; the caller disposes of them. */
export function openUi(wrapPrompts = (prompts: Prompts): Prompts => prompts): OpenUi {
  const channel = vscode.window.createOutputChannel('Logbench', { log: true });
  const redactor = new Redactor();
  const log = cleanLog(channel, redactor);
  const prompts = wrapPrompts(new QuickInputPrompts());
  const failures = new Failures(prompts, log, redactor, {
    setApiKey: run('logbench.connection.setApiKey'),
    editConnection: run('logbench.connection.edit'),
  });
  const documents = new ReadOnlyDocuments(failures);
  const commands = new CommandRegistry(failures);
  const documentActions = registerDocumentActions(commands, prompts, documents);
  const ui = { commands, prompts, failures, log, documents };
  const registrations = vscode.Disposable.from(documentActions, documents, channel);
  return { ui, redactor, dispose: () => void registrations.dispose() };
}

function run(command: string): (connection?: Connection) => Promise<void> {
  return async (connection) => {
    const commandArguments = connection === undefined ? [] : [new ConnectionNode(connection)];
    await vscode.commands.executeCommand(command, ...commandArguments);
  };
}

/** The services of the UI that every feature receives. */
export interface Ui {
  readonly commands: CommandRegistry;
  readonly prompts: Prompts;
  readonly failures: Failures;
  readonly log: Log;
  readonly documents: ReadOnlyDocuments;
}

/** What the actions of every feature work with. */
export interface FeatureDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
}
