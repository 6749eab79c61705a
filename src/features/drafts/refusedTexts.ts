import type * as vscode from 'vscode';
import { isQueryRefusal } from '../../api/errors';
import { TextProblems } from '../../ui/documents/textProblems';
import { documentsOf } from './openDocuments';
import type { QueryTarget } from './queryTarget';
import type { WorkingCopies } from './workingCopies';

/** Shows in the tabs of a query why the platform refused their text. */
export class RefusedTexts implements vscode.Disposable {
  readonly #problems = new TextProblems('logbench.publish');

  constructor(private readonly copies: WorkingCopies) {}

  dispose(): void {
    this.#problems.dispose();
  }

  /** Does the work and lets its failure through, after having shown it where it belongs. */
  async showFor<Result>(target: QueryTarget, work: () => Promise<Result>): Promise<Result> {
    const documents = documentsOf(this.copies, target.address);
    for (const { uri } of documents) this.#problems.clear(uri);
    try {
      return await work();
    } catch (error) {
      await this.#show(error, documents);
      throw error;
    }
  }

  async #show(error: unknown, documents: readonly vscode.TextDocument[]): Promise<void> {
    if (!isQueryRefusal(error)) return;
    // The parser comes with it, which nobody needs before a text was refused.
    const { placeOfRefusal } = await import('../../language/services/refusedPlace');
    for (const document of documents) {
      this.#problems.show(document, placeOfRefusal(error.message, document.getText()));
    }
  }
}
