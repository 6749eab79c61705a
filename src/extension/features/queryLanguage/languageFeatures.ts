import * as vscode from 'vscode';
import type { Located } from '../../../core/language/expression';
import { findFrontMatter, hideFrontMatter } from '../../../core/language/frontMatter';
import { parseQuery } from '../../../core/language/parseQuery';
import type { ParsedQuery } from '../../../core/language/parseQuery';
import { diagnosticsOf, missingHere, missingTables } from '../../../core/language/services/diagnostics';
import { hoverAt } from '../../../core/language/services/hover';
import { layoutEdits, layoutOnPipe } from '../../../core/language/services/layout';
import { occurrencesAt, renameEdits } from '../../../core/language/services/occurrences';
import type { Occurrences } from '../../../core/language/services/occurrences';
import { readTables } from '../../../core/language/services/namedTables';
import { numericTexts } from '../../../core/language/services/numericTexts';
import { quickFixes } from '../../../core/language/services/quickFixes';
import type { Fixable } from '../../../core/language/problem';
import { signatureHelpAt } from '../../../core/language/services/signatureHelp';
import { documentSymbols, foldingRanges, writingCommands } from '../../../core/language/services/structure';
import type { CommandSymbol } from '../../../core/language/services/structure';
import { unknownFields } from '../../../core/language/services/unknownFields';
import { t } from '../../../core/base/localize';
import { ruleKindOfPath } from '../../ui/queryAddress';
import { plainText } from '../../../core/privacy/plainText';
import { codeBlock, inMarkdown, paragraphs } from '../../ui/format/markdown';
import { Completions } from './completions';
import type { QueryLanguageDeps } from './completions';
import {
  frontMatterCompletions,
  frontMatterProblems,
  ruleProblems,
  scheduleHints,
  toCompletions,
} from './frontMatterSupport';
import { rangeOf, toDiagnostic, toTextEdits } from './ranges';
import { completeRule } from '../../../core/project/completeRule';
import type { RuleKind } from '../../../core/interface/rule';

/** Language features of a document, based on its current text. */
export class LanguageFeatures {
  /** The last parse of each document. A new version is parsed once, incrementally. */
  readonly #parsed = new WeakMap<
    vscode.TextDocument,
    { readonly version: number; readonly query: ParsedQuery }
  >();
  /** The last check of each document against its platform, for quick fixes. */
  readonly #checked = new WeakMap<
    vscode.TextDocument,
    { readonly version: number; readonly problems: readonly Fixable[] }
  >();
  readonly #completions: Completions;

  constructor(private readonly deps: QueryLanguageDeps) {
    this.#completions = new Completions(deps);
  }

  async complete(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.CompletionList> {
    const kind = ruleKindOfPath(document.uri.path);
    if (kind !== undefined) {
      const properties = await this.#completeRule(kind, document, position);
      if (properties !== undefined) return properties;
    }
    const names = this.deps.projects.namesBeside(document.uri);
    const front = frontMatterCompletions(document, position, names);
    return front ?? this.#completions.at(document, this.#parse(document), position, token);
  }

  forgetNames(): void {
    this.#completions.forgetNames();
  }

  hover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const hover = hoverAt(this.#parse(document), document.offsetAt(position));
    if (!hover) return undefined;
    const paragraphsOfHover = [
      codeBlock(hover.syntax, 'logbench-query'),
      inMarkdown`${hover.description}`,
      ...hover.remarks.map((remark) => inMarkdown`*${remark}*`),
      ...(hover.example === '' ? [] : [codeBlock(hover.example, 'logbench-query')]),
    ];
    return new vscode.Hover(
      new vscode.MarkdownString(paragraphs(paragraphsOfHover).source),
      rangeOf(document, hover),
    );
  }

  signatureHelp(document: vscode.TextDocument, position: vscode.Position): vscode.SignatureHelp | undefined {
    const found = signatureHelpAt(this.#parse(document), document.offsetAt(position));
    if (!found) return undefined;
    const signature = new vscode.SignatureInformation(found.label, found.documentation);
    signature.parameters = found.parameters.map((name) => new vscode.ParameterInformation(name));
    const { activeParameter } = found;
    return Object.assign(new vscode.SignatureHelp(), {
      signatures: [signature],
      activeSignature: 0,
      activeParameter,
    });
  }

  codeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const checked = this.#checked.get(document);
    const others = checked?.version === document.version ? checked.problems : [];
    const fixes = quickFixes(this.#parse(document), offsetsOf(document, range), others);
    return fixes.map(({ title, problem, edits }) => {
      const action = new vscode.CodeAction(plainText(title), vscode.CodeActionKind.QuickFix);
      action.diagnostics = [toDiagnostic(document, problem)];
      action.edit = new vscode.WorkspaceEdit();
      action.edit.set(document.uri, toTextEdits(document, edits));
      action.isPreferred = fixes.length === 1;
      return action;
    });
  }

  diagnostics(document: vscode.TextDocument): vscode.Diagnostic[] {
    const isLocal = this.deps.connections.of(document.uri)?.environment === 'local';
    const parsed = this.#parse(document);
    const problems = [...diagnosticsOf(parsed), ...(isLocal ? missingHere(parsed) : [])];
    const kind = ruleKindOfPath(document.uri.path);
    // Files of rules belong to a project, which reports them.
    const isReported =
      kind === undefined ? this.deps.projects.has(document.uri) : document.uri.scheme === 'file';
    const own = kind === undefined ? frontMatterProblems(document) : ruleProblems(kind, document);
    const front = isReported ? [] : own;
    return [...front, ...problems].map((problem) => toDiagnostic(document, problem));
  }

  /** Tables and fields that the document reads and that do not exist on its platform. */
  async platformDiagnostics(document: vscode.TextDocument): Promise<vscode.Diagnostic[]> {
    const read = readTables(this.#parse(document));
    const { tables, fieldsOf, convertersOf } = await this.#completions.checkedNames(document, read);
    const parsed = this.#parse(document);
    const missing = tables.length === 0 ? [] : missingTables(parsed, tables);
    const problems = [...missing, ...unknownFields(parsed, fieldsOf), ...numericTexts(parsed, convertersOf)];
    this.#checked.set(document, { version: document.version, problems });
    return problems.map((problem) => toDiagnostic(document, problem));
  }

  /** The ranges of commands that write or send. */
  writing(document: vscode.TextDocument): vscode.Range[] {
    return writingCommands(this.#parse(document)).map((name) => rangeOf(document, name));
  }

  scheduleHints(document: vscode.TextDocument): vscode.InlayHint[] {
    return scheduleHints(document);
  }

  symbols(document: vscode.TextDocument): vscode.DocumentSymbol[] {
    return documentSymbols(this.#parse(document)).map((symbol) => toSymbol(document, symbol));
  }

  folding(document: vscode.TextDocument): vscode.FoldingRange[] {
    return foldingRanges(this.#parse(document)).map((range) => {
      const { start, end } = rangeOf(document, range);
      const kind = range.kind === 'comment' ? vscode.FoldingRangeKind.Comment : undefined;
      return new vscode.FoldingRange(start.line, end.line, kind);
    });
  }

  highlights(document: vscode.TextDocument, position: vscode.Position): vscode.DocumentHighlight[] {
    const { Read, Write } = vscode.DocumentHighlightKind;
    return (this.#occurrences(document, position)?.positions ?? []).map(
      (range) => new vscode.DocumentHighlight(rangeOf(document, range), range.isDefinition ? Write : Read),
    );
  }

  references(
    document: vscode.TextDocument,
    position: vscode.Position,
    { includeDeclaration }: vscode.ReferenceContext,
  ): vscode.Location[] {
    return (this.#occurrences(document, position)?.positions ?? [])
      .filter(({ isDefinition }) => includeDeclaration || !isDefinition)
      .map((range) => new vscode.Location(document.uri, rangeOf(document, range)));
  }

  /** Explains why a name cannot be renamed: only names that the query defines can be. */
  prepareRename(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): { range: vscode.Range; placeholder: string } {
    const found = this.#occurrences(document, position);
    if (!found) throw new Error(t('There is no field or parameter here.'));
    if (!found.canRename) throw new Error(t('{0} is not defined in this query.', found.name));
    const ranges = found.positions.map((location) => rangeOf(document, location));
    const range =
      ranges.find((location) => location.contains(position)) ?? new vscode.Range(position, position);
    return { range, placeholder: found.name };
  }

  rename(document: vscode.TextDocument, position: vscode.Position, newName: string): vscode.WorkspaceEdit {
    const edits = renameEdits(this.#parse(document), document.offsetAt(position), newName);
    if (!edits) throw new Error(t('“{0}” cannot be a name here.', newName));
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, toTextEdits(document, edits));
    return edit;
  }

  layOut(document: vscode.TextDocument, range?: vscode.Range): vscode.TextEdit[] {
    const start = findFrontMatter(document.getText())?.end ?? 0;
    const edits = layoutEdits(this.#parse(document), range && offsetsOf(document, range));
    return toTextEdits(
      document,
      edits.filter(({ from }) => from >= start),
    );
  }

  layOutOnPipe(document: vscode.TextDocument, position: vscode.Position): vscode.TextEdit[] {
    const offset = document.offsetAt(position);
    return toTextEdits(document, layoutOnPipe(this.#parse(document), offset));
  }

  /** The properties of a rule, with the objects that they can refer to. Undefined outside of the properties. */
  async #completeRule(
    kind: RuleKind,
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.CompletionList | undefined> {
    const [text, offset] = [document.getText(), document.offsetAt(position)];
    if (completeRule(kind, text, offset, []) === undefined) return undefined;
    const found = completeRule(kind, text, offset, await this.#completions.references(kind, document.uri));
    return found && toCompletions(document, found);
  }

  #parse(document: vscode.TextDocument): ParsedQuery {
    const parsed = this.#parsed.get(document);
    if (parsed?.version === document.version) return parsed.query;
    // The conditions of a stream rule are no query.
    const isStream = ruleKindOfPath(document.uri.path) === 'stream';
    const query = parseQuery(isStream ? '' : hideFrontMatter(document.getText()), parsed?.query);
    this.#parsed.set(document, { version: document.version, query });
    return query;
  }

  #occurrences(document: vscode.TextDocument, position: vscode.Position): Occurrences | undefined {
    return occurrencesAt(this.#parse(document), document.offsetAt(position));
  }
}

function toSymbol(document: vscode.TextDocument, symbol: CommandSymbol): vscode.DocumentSymbol {
  const kind = symbol.isComment ? vscode.SymbolKind.String : vscode.SymbolKind.Function;
  const range = rangeOf(document, symbol);
  const selection = rangeOf(document, symbol.selection);
  const [name, detail] = [plainText(symbol.name), plainText(symbol.detail)];
  const converted = new vscode.DocumentSymbol(name, detail, kind, range, selection);
  converted.children = symbol.children.map((child) => toSymbol(document, child));
  return converted;
}

function offsetsOf(document: vscode.TextDocument, range: vscode.Range): Located {
  return { from: document.offsetAt(range.start), to: document.offsetAt(range.end) };
}
