import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import { onDidChangeHiding } from '../../shared/privacy/hiddenValues';
import { ruleKindOfPath } from '../../shared/queryAddress';
import { lensAt } from '../../ui/documents/registerLenses';
import type { Platforms } from '../../ui/connections/connection';
import type { ProjectFiles } from '../../ui/access';

/** Code lenses of a local query: run it, and the connection that it uses. */
export class ConnectionLenses implements vscode.CodeLensProvider {
  constructor(
    private readonly platforms: Platforms,
    private readonly connections: DocumentConnections,
    private readonly projects: ProjectFiles,
  ) {}

  readonly onDidChangeCodeLenses: vscode.Event<void> = (listener) =>
    vscode.Disposable.from(
      this.platforms.onDidChange(() => void listener()),
      this.connections.onDidChange(listener),
      this.projects.onDidChange(listener),
      new vscode.Disposable(onDidChangeHiding(listener)),
    );

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const connection = this.connections.of(uri);
    const lens = (title: string, command: string, icon?: string): vscode.CodeLens =>
      lensAt(0, { title, command, icon }, [uri]);
    return [
      ...(ruleKindOfPath(uri.path) === 'stream' ? [] : [lens(t('Run'), 'logbench.query.run', 'play')]),
      lens(
        connection === undefined ? t('select a connection…') : t('on {0}', connection.name),
        'logbench.query.chooseConnection',
      ),
    ];
  }
}
