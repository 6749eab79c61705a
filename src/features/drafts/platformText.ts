import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { readableText } from '../../shared/plainText';
import { parsePath } from '../../shared/queryAddress';
import type { QueryAddress } from '../../shared/queryAddress';
import { uriOf } from './queryTarget';
import type { QueryTarget } from './queryTarget';
import { textOf } from './storedQuery';
import type { WorkingCopies } from './workingCopies';

/** One side of a comparison that is only there to be read. */
export const platformScheme = 'logbench-platform';

/** What a side shows, as the query of its address: nothing for the platform's text as it is. */
const laidOut = { platform: 'platform, laid out', draft: 'draft, laid out' };

/** The texts of a query for comparisons. They follow what the platform has and what is kept as a draft. */
export class PlatformText implements vscode.TextDocumentContentProvider {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  /** By address: what was shown last. */
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

  /** Comparisons that are open show the newest texts. Asks the platform only where its text is another one. */
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

  /** Opens the diff editor: the platform on the left, the draft on the right, where it can be edited. */
  async compare(target: QueryTarget): Promise<void> {
    const draft = uriOf(target);
    const platform = draft.with({ scheme: platformScheme });
    this.#changed.fire(platform);
    const title = t('{0}: {1} ↔ your draft', target.name, target.connection.name);
    await vscode.commands.executeCommand('vscode.diff', platform, draft, readableText(title));
  }

  /** The same with both texts laid out alike, so that only what they say makes a difference. */
  async compareContent(target: QueryTarget): Promise<void> {
    const address = uriOf(target).with({ scheme: platformScheme });
    const [platform, draft] = [laidOut.platform, laidOut.draft].map((query) => address.with({ query }));
    for (const side of [platform, draft]) if (side) this.#changed.fire(side);
    const title = t('{0}: {1} ↔ your draft, layout ignored', target.name, target.connection.name);
    await vscode.commands.executeCommand('vscode.diff', platform, draft, readableText(title));
  }

  async #read(address: QueryAddress, side: string): Promise<string | undefined> {
    if (side !== laidOut.draft) return this.copies.readPlatformText(address);
    const stored = await this.copies.open(address);
    return stored && textOf(stored);
  }
}

/** The parser comes with it, which nobody needs before the first comparison of this kind. */
async function layOut(text: string): Promise<string> {
  const [{ parseQuery }, layout] = await Promise.all([
    import('../../language/parseQuery'),
    import('../../language/services/layout'),
  ]);
  return layout.layOut(parseQuery(text));
}
