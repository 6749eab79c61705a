import * as vscode from 'vscode';
import { checkAgainst, checkRules } from '../../../core/sigma/checkSigmaRules';
import type { RuleProblem } from '../../../core/sigma/checkSigmaRules';
import { readMapping } from '../../../core/sigma/mapping';
import { SigmaRejection } from '../../../core/sigma/sigmaRejection';
import { ExplainedError } from '../../ui/failures/failureText';
import { openRules } from './openRules';
import { KnownPlatform } from './platformFacts';
import type { SigmaDeps } from './openRules';
import { isMappingPath, isSigmaText } from './sigmaText';
import { problemAt } from '../../ui/documents/textProblems';

/** The diagnostics of rules and mappings. */
export class RuleDiagnostics {
  readonly #platforms = new Map<string, KnownPlatform>();

  constructor(private readonly deps: Pick<SigmaDeps, 'platforms' | 'connections' | 'used'>) {}

  /** Problems in the text itself, without requests. */
  async ofText(document: vscode.TextDocument): Promise<readonly vscode.Diagnostic[]> {
    const text = document.getText();
    if (isMappingPath(document.uri.path)) return diagnostics(document, mappingProblems(text));
    if (!isSigmaText(text)) return [];
    return diagnostics(document, checkRules(await this.#rules(document)));
  }

  /** Tables and fields that the platform of the document lacks. */
  async ofPlatform(document: vscode.TextDocument): Promise<readonly vscode.Diagnostic[]> {
    const connection = this.deps.connections.of(document.uri);
    if (connection === undefined || !this.deps.used.mayBeAsked(connection)) return [];
    if (!isSigmaText(document.getText())) return [];
    const platform =
      this.#platforms.get(connection.name) ??
      new KnownPlatform(async () => this.deps.platforms.clientFor(connection));
    this.#platforms.set(connection.name, platform);
    const facts = await platform.facts();
    return diagnostics(document, await checkAgainst(await this.#rules(document), facts));
  }

  /** Discards the cached data of all platforms. */
  forget(): void {
    this.#platforms.clear();
  }

  async #rules(document: vscode.TextDocument): Promise<Awaited<ReturnType<typeof openRules>>['rules']> {
    try {
      return (await openRules(document, this.deps.connections.of(document.uri))).rules;
    } catch (error) {
      // An invalid mapping is reported in its own file.
      if (error instanceof ExplainedError) return [];
      throw error;
    }
  }
}

function mappingProblems(text: string): readonly RuleProblem[] {
  try {
    readMapping(text);
    return [];
  } catch (error) {
    if (!(error instanceof SigmaRejection)) throw error;
    return [{ code: 'rejected', message: error.message, line: error.line, severity: 'error' }];
  }
}

function diagnostics(
  document: vscode.TextDocument,
  problems: readonly RuleProblem[],
): readonly vscode.Diagnostic[] {
  return problems.map(({ code, message, line, severity }) => {
    const { text, range, firstNonWhitespaceCharacterIndex } = document.lineAt(
      Math.min(Math.max(0, line - 1), document.lineCount - 1),
    );
    const start = range.start.translate(0, firstNonWhitespaceCharacterIndex);
    const shown = new vscode.Range(start, range.end.with(undefined, text.trimEnd().length));
    return problemAt(shown, message, `sigma-${code}`, severity);
  });
}
