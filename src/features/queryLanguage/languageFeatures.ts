import type * as vscode from 'vscode';
import type { Locale } from '../../language/catalogue/catalogue';
import type { Located } from '../../language/expression';
import { diagnosticsOf } from '../../language/services/diagnostics';
import { findFrontMatter } from '../../language/frontMatter';
import { hoverAt } from '../../language/services/hover';
import { layoutEdits, layoutOnPipe } from '../../language/services/layout';
import { missingTables } from '../../language/services/missingTables';
import { signatureHelpAt } from '../../language/services/signatureHelp';
import { foldingRanges, writingCommands } from '../../language/services/structure';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { Platforms } from '../../ui/connections/platforms';
import type { ProjectFiles } from '../../ui/documents/projectFiles';
import { codeActionsFor } from './codeActions';
import { Completions } from './completions';
import { toFoldingRange, toHover, toSignatureHelp } from './descriptions';
import { toDiagnostic } from './diagnostic';
import { frontMatterCompletions, frontMatterProblems, scheduleHints } from './frontMatter';
import { highlightsAt, prepareRenameAt, referencesAt, renameAt } from './occurrences';
import type { RenamePlace } from './occurrences';
import { ParsedDocuments } from './parsedDocuments';
import { rangeOf, toTextEdits } from './places';
import { symbolsOf } from './symbols';

/** Language features of a document, based on its current text. */
export class LanguageFeatures {
  readonly #documents = new ParsedDocuments();
  readonly #completions: Completions;

  constructor(
    platforms: Platforms,
    private readonly connections: DocumentConnections,
    private readonly projects: ProjectFiles,
    private readonly locale: Locale,
  ) {
    this.#completions = new Completions(platforms, connections, locale);
  }

  async complete(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.CompletionList> {
    const names = this.projects.namesBeside(document.uri);
    const front = frontMatterCompletions(document, position, names);
    return front ?? this.#completions.at(document, this.#documents.of(document), position, token);
  }

  forgetNames(): void {
    this.#completions.forgetNames();
  }

  hover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const found = hoverAt(this.#documents.of(document), document.offsetAt(position), this.locale);
    return toHover(document, found);
  }

  signatureHelp(document: vscode.TextDocument, position: vscode.Position): vscode.SignatureHelp | undefined {
    const found = signatureHelpAt(this.#documents.of(document), document.offsetAt(position), this.locale);
    return toSignatureHelp(found);
  }

  codeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    return codeActionsFor(document, this.#documents.of(document), stretchOf(document, range));
  }

  diagnostics(document: vscode.TextDocument): vscode.Diagnostic[] {
    const isLocal = this.connections.of(document.uri)?.environment === 'local';
    const problems = diagnosticsOf(this.#documents.of(document), isLocal);
    const front = this.projects.has(document.uri) ? [] : frontMatterProblems(document);
    return [...front, ...problems].map((problem) => toDiagnostic(document, problem));
  }

  /** Tables that the document reads and that do not exist on its platform. */
  async missingTables(document: vscode.TextDocument): Promise<vscode.Diagnostic[]> {
    const tables = await this.#completions.tableNames(document);
    if (tables.length === 0) return [];
    return missingTables(this.#documents.of(document), tables).map((one) => toDiagnostic(document, one));
  }

  /** The ranges of commands that write or send. */
  writing(document: vscode.TextDocument): vscode.Range[] {
    return writingCommands(this.#documents.of(document)).map((name) => rangeOf(document, name));
  }

  scheduleHints(document: vscode.TextDocument): vscode.InlayHint[] {
    return scheduleHints(document);
  }

  symbols(document: vscode.TextDocument): vscode.DocumentSymbol[] {
    return symbolsOf(document, this.#documents.of(document));
  }

  folding(document: vscode.TextDocument): vscode.FoldingRange[] {
    return foldingRanges(this.#documents.of(document)).map((range) => toFoldingRange(document, range));
  }

  highlights(document: vscode.TextDocument, position: vscode.Position): vscode.DocumentHighlight[] {
    return highlightsAt(document, this.#documents.of(document), document.offsetAt(position));
  }

  references(
    document: vscode.TextDocument,
    position: vscode.Position,
    withDefinition: boolean,
  ): vscode.Location[] {
    const offset = document.offsetAt(position);
    return referencesAt(document, this.#documents.of(document), offset, withDefinition);
  }

  prepareRename(document: vscode.TextDocument, position: vscode.Position): RenamePlace {
    return prepareRenameAt(document, this.#documents.of(document), document.offsetAt(position));
  }

  rename(document: vscode.TextDocument, position: vscode.Position, newName: string): vscode.WorkspaceEdit {
    return renameAt(document, this.#documents.of(document), document.offsetAt(position), newName);
  }

  layOut(document: vscode.TextDocument, range?: vscode.Range): vscode.TextEdit[] {
    const stretch = range && stretchOf(document, range);
    const start = findFrontMatter(document.getText())?.end ?? 0;
    const edits = layoutEdits(this.#documents.of(document), stretch);
    return toTextEdits(
      document,
      edits.filter(({ from }) => from >= start),
    );
  }

  layOutOnPipe(document: vscode.TextDocument, position: vscode.Position): vscode.TextEdit[] {
    const offset = document.offsetAt(position);
    return toTextEdits(document, layoutOnPipe(this.#documents.of(document), offset));
  }
}

function stretchOf(document: vscode.TextDocument, range: vscode.Range): Located {
  return { from: document.offsetAt(range.start), to: document.offsetAt(range.end) };
}
