import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { plainText } from '../../shared/plainText';
import { parsePath } from '../../shared/queryAddress';
import type { QueryAddress } from '../../shared/queryAddress';
import { queryUri } from '../../ui/documents/queryUri';
import type { QueryTarget } from './queryTarget';
import { currentText } from './storedQuery';
import type { WorkingCopies } from './workingCopies';

/** The read-only side of a diff editor. */
export const platformScheme = 'logbench-platform';

/** The query of the URI, which selects the content; empty for the unformatted text of the platform. */
const laidOut = { platform: 'platform, laid out', draft: 'draft, laid out' };

/** The texts for diff editors, updated when the platform's record or the draft changes. */
export class PlatformText implements vscode.TextDocumentContentProvider {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  /** The last content, by URI. */
  readonly #shown = new Map<string, string>();
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly copies: Pick<WorkingCopies, 'keyOf' | 'open' | 'readPlatformText' | 'recordOf'>,
  ) {}

  dispose(): void {
    this.#changed.dispose();
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const address = parsePath(uri.path);
    if (address === undefined) return '';
    const text = (await this.#read(address, uri.query)) ?? '';
    this.#shown.set(uri.toString(), text);
    return uri.query === '' ? text : layOut(text);
  }

  /** Updates open diff editors. Requests the text of the platform only if it has changed. */
  refresh(address: QueryAddress): void {
    const key = this.copies.keyOf(address);
    for (const { uri } of vscode.workspace.textDocuments) {
      const compared = uri.scheme === platformScheme ? parsePath(uri.path) : undefined;
      if (compared === undefined || this.copies.keyOf(compared) !== key) continue;
      const isDraft = uri.query === laidOut.draft;
      const isSame = this.copies.recordOf(address)?.query === this.#shown.get(uri.toString());
      if (isDraft || !isSame) this.#changed.fire(uri);
    }
  }

  /** Opens a diff editor with the platform on the left and the editable draft on the right. */
  async compare(target: QueryTarget): Promise<void> {
    const draft = queryUri(target);
    const title = t('{0}: {1} ↔ your draft', target.name, target.connection.name);
    await this.#showDiff(draft.with({ scheme: platformScheme }), draft, title);
  }

  /** The same with both texts formatted, so that only differences in content appear. */
  async compareContent(target: QueryTarget): Promise<void> {
    const side = (query: string): vscode.Uri => queryUri(target).with({ scheme: platformScheme, query });
    const title = t('{0}: {1} ↔ your draft, layout ignored', target.name, target.connection.name);
    await this.#showDiff(side(laidOut.platform), side(laidOut.draft), title);
  }

  async #showDiff(left: vscode.Uri, right: vscode.Uri, title: string): Promise<void> {
    for (const side of [left, right]) if (side.scheme === platformScheme) this.#changed.fire(side);
    await vscode.commands.executeCommand('vscode.diff', left, right, plainText(title));
  }

  async #read(address: QueryAddress, side: string): Promise<string | undefined> {
    if (side !== laidOut.draft) return this.copies.readPlatformText(address);
    const stored = await this.copies.open(address);
    return stored && currentText(stored);
  }
}

/** The parser is loaded with the first such comparison. */
async function layOut(text: string): Promise<string> {
  const [{ parseQuery }, layout] = await Promise.all([
    import('../../language/parseQuery'),
    import('../../language/services/layout'),
  ]);
  return layout.layOut(parseQuery(text));
}
