import * as vscode from 'vscode';
import { registerConnections } from '../../../src/features/connections';
import type { OpenPlatforms } from '../../../src/features/connections';
import { Redactor } from '../../../src/shared/redact';
import { replaceablePrompts } from '../../../src/testing';
import type { CommandAction } from '../../../src/ui/commandRegistry';
import type { Connection } from '../../../src/ui/connections/connection';
import { ConnectionNode } from '../../../src/ui/explorer/explorerSection';
import type { PanelConnections } from '../../../src/ui/panels/panelConnections';
import type { Ui } from '../../../src/ui/openUi';
import { ScriptedPrompts } from './scriptedPrompts';
import type { ResponseBody } from './scriptedPrompts';

/** The connections of the settings with parts that the test holds. */
export class TestedConnections implements Disposable {
  readonly memory = new Map<string, unknown>();
  readonly secrets = new Map<string, string>();
  /** Any window has changed a secret. */
  readonly secretsChanged = new vscode.EventEmitter<{ readonly key: string }>();
  readonly actions = new Map<string, CommandAction>();
  readonly prompts = replaceablePrompts(new ScriptedPrompts([]));
  /** Connections that are not in the settings, and their keys. */
  found: readonly (Connection & { readonly key?: string })[] = [];
  readonly foundChanged = new vscode.EventEmitter<void>();
  panelInFront: string | undefined;
  readonly panelsChanged = new vscode.EventEmitter<void>();
  renewed = 0;
  readonly open: OpenPlatforms;

  constructor(script = new ScriptedPrompts([])) {
    const { memory, secrets, actions, prompts } = this;
    prompts.replace(script);
    this.open = registerConnections(
      {
        ui: {
          commands: {
            registerAll: (all: Readonly<Record<string, CommandAction>>) => {
              for (const [id, action] of Object.entries(all)) actions.set(id, action);
              return new vscode.Disposable(() => actions.clear());
            },
          },
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
      {
        get: (key: string) => memory.get(key),
        update: async (key: string, value: unknown) => Promise.resolve(void memory.set(key, value)),
      },
      {
        inFront: () => this.panelInFront,
        onDidChange: this.panelsChanged.event,
      } as unknown as PanelConnections,
    );
  }

  /** Runs a command of connections as a user would who gives these responses. */
  async run(
    command: string,
    responses: readonly ResponseBody[],
    connection?: Connection,
  ): Promise<ScriptedPrompts> {
    const script = this.response(responses);
    const args = connection === undefined ? [] : [new ConnectionNode(connection)];
    await this.actions.get(`logbench.connection.${command}`)?.(...args);
    script.assertFinished();
    return script;
  }

  response(responses: readonly ResponseBody[]): ScriptedPrompts {
    const script = new ScriptedPrompts(responses);
    this.prompts.replace(script);
    return script;
  }

  [Symbol.dispose](): void {
    this.open.dispose();
  }
}
