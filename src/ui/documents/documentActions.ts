import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { CommandRegistry } from '../commandRegistry';
import { plainText } from '../../shared/plainText';
import type { Prompts } from '../prompts/prompts';
import { documentScheme } from './documentSource';
import type { DocumentAction } from './documentSource';
import type { ReadOnlyDocuments } from './readOnlyDocuments';

const command = 'logbench.document.act';

/** Offers the actions of a read-only document as code lenses and through a command. */
export function registerDocumentActions(
  commands: CommandRegistry,
  prompts: Prompts,
  documents: ReadOnlyDocuments,
): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider(
      { scheme: documentScheme },
      { provideCodeLenses: ({ uri }) => documents.actionsOf(uri).map((action, at) => lens(uri, action, at)) },
    ),
    commands.registerAll({
      [command]: async (uri, index) => {
        const selected = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
        const actions = selected === undefined ? [] : documents.actionsOf(selected);
        const choices = actions.map((action) => ({ label: action.label, value: action }));
        const question = { title: t('Document Actions'), choices };
        const action = typeof index === 'number' ? actions[index] : await prompts.pick(question);
        await action?.run();
      },
    }),
  );
}

function lens(uri: vscode.Uri, { label }: DocumentAction, index: number): vscode.CodeLens {
  const top = new vscode.Range(0, 0, 0, 0);
  return new vscode.CodeLens(top, { title: plainText(label), command, arguments: [uri, index] });
}
