import * as vscode from 'vscode';
import type { Located } from '../../language/expression';
import type { Hover } from '../../language/services/hover';
import type { SignatureHelp } from '../../language/services/signatureHelp';
import { codeBlock, inMarkdown, paragraphs } from '../../ui/format/markdown';
import { rangeOf } from './places';

export function toHover(document: vscode.TextDocument, hover: Hover | undefined): vscode.Hover | undefined {
  if (!hover) return undefined;
  const parts = [
    codeBlock(hover.syntax, 'logbench-query'),
    inMarkdown`${hover.description}`,
    ...hover.remarks.map((remark) => inMarkdown`*${remark}*`),
    codeBlock(hover.example, 'logbench-query'),
  ];
  return new vscode.Hover(new vscode.MarkdownString(paragraphs(parts).source), rangeOf(document, hover));
}

export function toSignatureHelp(help: SignatureHelp | undefined): vscode.SignatureHelp | undefined {
  if (!help) return undefined;
  const signature = new vscode.SignatureInformation(help.label, help.documentation);
  signature.parameters = help.parameters.map((name) => new vscode.ParameterInformation(name));
  const answer = new vscode.SignatureHelp();
  answer.signatures = [signature];
  answer.activeSignature = 0;
  answer.activeParameter = help.activeParameter;
  return answer;
}

export function toFoldingRange(
  document: vscode.TextDocument,
  range: Located & { readonly kind: 'region' | 'comment' },
): vscode.FoldingRange {
  const { start, end } = rangeOf(document, range);
  const kind = range.kind === 'comment' ? vscode.FoldingRangeKind.Comment : undefined;
  return new vscode.FoldingRange(start.line, end.line, kind);
}
