import type * as vscode from 'vscode';
import type { CommandRegistry } from './ui/commandRegistry';
import type { Platforms } from './ui/connections/connection';
import type { Memory } from './ui/memory';
import type { PanelMessages } from './ui/panels/webviewPanel';
import type { Prompts } from './ui/prompts/prompts';

/** Wraps parts of the extension for tests. Only tests load it; it is not in the package. */
export class Testing {
  readonly panels = new PanelRecorder();
  #prompts: ReplaceablePrompts | undefined;

  readonly wrapPrompts = (prompts: Prompts): Prompts => (this.#prompts = replaceablePrompts(prompts));

  api(parts: Omit<TestApi, 'prompts' | 'panels'>): TestApi {
    if (this.#prompts === undefined) throw new Error('The prompts are not wrapped yet.');
    return { ...parts, prompts: this.#prompts, panels: this.panels };
  }
}

export type ReplaceablePrompts = Prompts & { replace(next: Prompts): void };

/** Prompts that can be replaced while all features keep the same object. */
export function replaceablePrompts(first: Prompts): ReplaceablePrompts {
  let current = first;
  const replace = (next: Prompts): void => {
    current = next;
  };
  return new Proxy({ replace } as ReplaceablePrompts, {
    get: (_own, name) => {
      const member: unknown = name === 'replace' ? replace : Reflect.get(current, name);
      return typeof member === 'function' ? (member.bind(current) as unknown) : member;
    },
  });
}

/** The messages of a panel, because VS Code offers no access to a page from its host. */
export interface RecordedPanel {
  readonly viewType: string;
  readonly title: string;
  readonly visible: boolean;
  /** Valid messages from the page, oldest first. */
  readonly received: readonly unknown[];
  /** Messages to the visible page, oldest first. */
  readonly posted: readonly unknown[];
  readonly closed: boolean;
  /** Handles a message as if the page had sent it. */
  receive(message: unknown): void;
}

/** Records every panel that opens. */
export class PanelRecorder {
  readonly panels: RecordedPanel[] = [];

  add(panel: vscode.WebviewPanel, { onDidReceive, onDidPost, receive }: PanelMessages): void {
    const received: unknown[] = [];
    const posted: unknown[] = [];
    let closed = false;
    onDidReceive((message) => received.push(message));
    onDidPost((message) => posted.push(message));
    panel.onDidDispose(() => (closed = true));
    this.panels.push({
      viewType: panel.viewType,
      received,
      posted,
      receive,
      get title() {
        return panel.title;
      },
      get visible() {
        return !closed && panel.visible;
      },
      get closed() {
        return closed;
      },
    });
  }
}

/** The API that the extension exports to its tests only. */
export interface TestApi {
  /** Replaces prompts with scripted responses. */
  readonly prompts: ReplaceablePrompts;
  readonly platforms: Platforms;
  /** The registered commands. */
  readonly commands: Pick<CommandRegistry, 'ids'>;
  /** VS Code offers no way to read a tree. */
  readonly explorer: vscode.TreeDataProvider<unknown>;
  /** The folder of the log file. */
  readonly logUri: vscode.Uri;
  /** The folder of drafts, shared by windows. */
  readonly storageUri: vscode.Uri;
  readonly panels: PanelRecorder;
  /** The entry points for assistants. */
  readonly assistants: {
    prepareTool(name: string, input: unknown): Promise<vscode.PreparedToolInvocation>;
  };
  /** The workspace state as the features see it. */
  readonly memory: Memory;
  /** The global state as the features see it. */
  readonly sharedMemory: Memory;
  readonly secrets: vscode.SecretStorage;
  /** Both as VS Code stores them. */
  readonly mementos: readonly vscode.Memento[];
}
