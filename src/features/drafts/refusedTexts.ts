import type * as vscode from 'vscode';
import { isQueryRefusal } from '../../api/errors';
import { TextProblems } from '../../ui/documents/textProblems';
import { documentsOf } from './openDocuments';
import type { QueryTarget } from './queryTarget';
import type { WorkingCopies } from './workingCopies';

/** Shows in the editors of a query why the platform rejected its text. */
export class RefusedTexts implements vscode.Disposable {
  readonly #problems = new TextProblems('logbench.publish');

  constructor(private readonly copies: WorkingCopies) {}

  dispose(): void {
    this.#problems.dispose();
  }

  /** Runs the work and rethrows its failure after showing it in the editors. */
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
    // The parser is loaded when the first text is rejected.
    const { placeOfRefusal } = await import('../../language/services/refusedPlace');
    for (const document of documents) {
      this.#problems.show(document, placeOfRefusal(error.message, document.getText()));
    }
  }
}
