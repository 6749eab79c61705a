import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { readableText } from '../../shared/plainText';
import type { QueryAddress } from '../../shared/queryAddress';
import { parsePath } from '../../shared/queryAddress';
import { uriOf } from './queryTarget';
import type { QueryTarget } from './queryTarget';

/** The text that the platform has, for one side of a comparison. Never written. */
export const platformScheme = 'logbench-platform';

export type ReadPlatformText = (address: QueryAddress) => Promise<string>;

export class PlatformText implements vscode.TextDocumentContentProvider {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  constructor(private readonly read: ReadPlatformText) {}

  dispose(): void {
    this.#changed.dispose();
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const address = parsePath(uri.path);
    return address === undefined ? '' : this.read(address);
  }

  /** Opens the diff editor: the platform on the left, the draft on the right, where it can be edited. */
  async compare(target: QueryTarget): Promise<void> {
    const draft = uriOf(target);
    const platform = draft.with({ scheme: platformScheme });
    this.#changed.fire(platform);
    const title = t('{0}: {1} ↔ your draft', target.name, target.connection.name);
    await vscode.commands.executeCommand('vscode.diff', platform, draft, readableText(title));
  }
}
