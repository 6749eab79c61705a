import * as vscode from 'vscode';
import { iconLabel } from '../../../core/privacy/plainText';
import { ShownLenses } from './shownLenses';

/** Registers lenses that VS Code draws again only if they are different. */
export function registerLenses(
  selector: vscode.DocumentSelector,
  provider: Required<Pick<vscode.CodeLensProvider, 'onDidChangeCodeLenses'>> & {
    provideCodeLenses(document: vscode.TextDocument): vscode.ProviderResult<vscode.CodeLens[]>;
  },
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const shown = new ShownLenses<vscode.TextDocument>(
    (document) => provider.provideCodeLenses(document),
    () => changed.fire(),
  );
  return vscode.Disposable.from(
    changed,
    provider.onDidChangeCodeLenses(() => void shown.compare()),
    vscode.languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: async (document) => shown.request(document),
    }),
  );
}

/** The text of a code lens and its command, if any. */
export interface LensText {
  /** The name of a codicon. */
  readonly icon?: string | undefined;
  readonly title: string;
  readonly command?: string | undefined;
  readonly commandArguments?: readonly unknown[];
}

/** A lens above a line, which calls its command with its own arguments, otherwise with these. */
export function lensAt(
  line: number,
  { icon, title, command = '', commandArguments }: LensText,
  args: readonly unknown[],
): vscode.CodeLens {
  const range = new vscode.Range(line, 0, line, 0);
  return new vscode.CodeLens(range, {
    title: iconLabel(icon, title),
    command,
    arguments: [...(commandArguments ?? args)],
  });
}
