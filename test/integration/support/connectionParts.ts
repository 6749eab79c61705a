import * as vscode from 'vscode';
import { registerConnections } from '../../../src/extension/features/connections';
import type { OpenPlatforms } from '../../../src/extension/features/connections';
import { Redactor } from '../../../src/core/privacy/redact';
import { replaceablePrompts } from '../../../src/extension/testing';
import type { Connection } from '../../../src/extension/ui/connections/connection';
import { ConnectionNode } from '../../../src/extension/ui/explorer/explorerSection';
import type { PanelConnections } from '../../../src/extension/ui/panels/panelConnections';
import type { Ui } from '../../../src/extension/ui/openUi';
import { JsonMemory } from '../../support/jsonMemory';
import { CommandsStub } from './commandsStub';
import { ScriptedPrompts } from './scriptedPrompts';
import type { PromptResponse } from './scriptedPrompts';

/** The connections of the settings with parts that the test holds. */
export class TestedConnections implements Disposable {
  readonly secrets = new Map<string, string>();
  /** Any window has changed a secret. */
  readonly secretsChanged = new vscode.EventEmitter<{ readonly key: string }>();
  readonly commands = new CommandsStub();
  readonly prompts = replaceablePrompts(new ScriptedPrompts([]));
  /** Connections that are not in the settings, and their keys. */
  found: readonly (Connection & { readonly key?: string })[] = [];
  readonly foundChanged = new vscode.EventEmitter<void>();
  panelInFront: string | undefined;
  readonly panelsChanged = new vscode.EventEmitter<void>();
  renewed = 0;
  readonly open: OpenPlatforms;

  constructor(script = new ScriptedPrompts([])) {
    const { secrets, commands, prompts } = this;
    prompts.replace(script);
    this.open = registerConnections(
      {
        ui: {
          commands,
          prompts,
          documents: { renewFailed: () => (this.renewed += 1) },
          failures: { asksForKey: false },
          log: { info: () => undefined },
        } as unknown as Ui,
        redactor: new Redactor(),
        dispose: () => undefined,
      },
      {
        onDidChange: this.foundChanged.event,
        all: (taken) => this.found.filter(({ name }) => !taken.includes(name)),
        keyOf: ({ baseUrl }) => this.found.find((known) => known.baseUrl === baseUrl)?.key,
      },
      {
        secrets: {
          get: async (name: string) => Promise.resolve(secrets.get(name)),
          store: async (name: string, key: string) => Promise.resolve(void secrets.set(name, key)),
          delete: async (name: string) => Promise.resolve(void secrets.delete(name)),
          onDidChange: this.secretsChanged.event,
        },
        extension: { packageJSON: { version: '1' } },
      } as unknown as vscode.ExtensionContext,
      new JsonMemory(),
      {
        inFront: () => this.panelInFront,
        onDidChange: this.panelsChanged.event,
      } as unknown as PanelConnections,
    );
  }

  /** Runs a command of connections as a user would who gives these responses. */
  async run(
    command: string,
    responses: readonly PromptResponse[],
    connection?: Connection,
  ): Promise<ScriptedPrompts> {
    const script = this.respond(responses);
    const args = connection === undefined ? [] : [new ConnectionNode(connection)];
    await this.commands.run(`logbench.connection.${command}`, ...args);
    script.assertFinished();
    return script;
  }

  respond(responses: readonly PromptResponse[]): ScriptedPrompts {
    const script = new ScriptedPrompts(responses);
    this.prompts.replace(script);
    return script;
  }

  [Symbol.dispose](): void {
    this.open.dispose();
  }
}
