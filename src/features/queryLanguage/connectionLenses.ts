import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import { onDidChangeHiding } from '../../shared/privacy/hiddenValues';
import { ruleKindOfPath } from '../../shared/queryAddress';
import { iconLabel } from '../../shared/plainText';
import type { Platforms } from '../../ui/connections/connection';
import type { ProjectFiles } from '../../ui/documents/projectFiles';

/** Code lenses of a local query: run it, and the connection that it uses. */
export class ConnectionLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listening: vscode.Disposable;
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(
    platforms: Platforms,
    private readonly connections: DocumentConnections,
    projects: ProjectFiles,
  ) {
    const refresh = (): void => this.#changed.fire();
    this.#listening = vscode.Disposable.from(
      platforms.onDidChange(refresh),
      connections.onDidChange(refresh),
      projects.onDidChange(refresh),
      new vscode.Disposable(onDidChangeHiding(refresh)),
    );
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const connection = this.connections.of(uri);
    const lens = (title: string, command: string, icon?: string): vscode.CodeLens =>
      new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
        title: iconLabel(icon, title),
        command,
        arguments: [uri],
      });
    return [
      ...(ruleKindOfPath(uri.path) === 'stream' ? [] : [lens(t('Run'), 'logbench.query.run', 'play')]),
      lens(
        connection === undefined ? t('select a connection…') : t('on {0}', connection.name),
        'logbench.query.chooseConnection',
      ),
    ];
  }
}
