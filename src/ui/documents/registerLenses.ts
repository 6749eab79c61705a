import * as vscode from 'vscode';
import { iconLabel } from '../../shared/plainText';
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

interface LensText {
  readonly icon?: string | undefined;
  readonly title: string;
  readonly command?: string | undefined;
}

/** A lens above a line, which calls its command with these arguments. */
export function lensAt(
  line: number,
  { icon, title, command = '' }: LensText,
  args: readonly unknown[],
): vscode.CodeLens {
  const range = new vscode.Range(line, 0, line, 0);
  return new vscode.CodeLens(range, { title: iconLabel(icon, title), command, arguments: [...args] });
}
