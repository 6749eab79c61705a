import path from 'node:path';
import * as vscode from 'vscode';
import { completeFrontMatter } from '../../../core/project/completeFrontMatter';
import type { FrontMatterProposals } from '../../../core/project/completeFrontMatter';
import { parseEditedRule } from '../../../core/project/ruleDraft';
import type { RuleKind } from '../../../core/interface/rule';
import type { FileProblem } from '../../../core/project/fileProblem';
import { findSchedules } from '../../../core/project/findSchedules';
import { readQueryFile } from '../../../core/project/queryFile';
import { findFrontMatter } from '../../../core/language/frontMatter';
import { plainText } from '../../../core/privacy/plainText';
import { describeSchedule } from '../../ui/format/describeSchedule';
import { rangeOf, toTextEdits } from './ranges';

/** Checks without the rest of the project, whose defaults may provide missing fields. */
const anyProject = { platforms: [], files: [], defaults: { trigger: { schedule: '' } } };

export function frontMatterProblems(document: vscode.TextDocument): readonly FileProblem[] {
  const source = document.getText();
  if (findFrontMatter(source) === undefined) return [];
  return readQueryFile(path.posix.basename(document.uri.path), source, anyProject).problems;
}

/** An inlay hint after each cron expression that describes it. */
export function scheduleHints(document: vscode.TextDocument): vscode.InlayHint[] {
  return findSchedules(document.getText()).map(({ expression, to }) => {
    const hint = new vscode.InlayHint(document.positionAt(to), plainText(describeSchedule(expression)));
    hint.paddingLeft = true;
    return hint;
  });
}

/** Undefined outside of the front matter. */
export function frontMatterCompletions(
  document: vscode.TextDocument,
  position: vscode.Position,
  names: readonly string[],
): vscode.CompletionList | undefined {
  const found = completeFrontMatter(document.getText(), document.offsetAt(position), names);
  return found && toCompletions(document, found);
}

/** The problems of a rule's text. */
export function ruleProblems(kind: RuleKind, document: vscode.TextDocument): readonly FileProblem[] {
  const text = document.getText();
  const parsed = parseEditedRule(kind, text);
  if (!('problem' in parsed)) return [];
  // A value may be valid on this platform; publishing rejects only one that was changed.
  const severity = 'problem' in parseEditedRule(kind, text, text) ? 'error' : 'warning';
  return [{ path: document.uri.path, severity, code: 'rule', ...parsed.problem }];
}

export function toCompletions(
  document: vscode.TextDocument,
  found: FrontMatterProposals,
): vscode.CompletionList {
  const items = found.items.map(({ kind, text, detail, label, edits = [] }) => {
    const { Property, Value } = vscode.CompletionItemKind;
    const item = new vscode.CompletionItem(
      plainText(text.trimEnd().replace(/:$/, '')),
      kind === 'key' ? Property : Value,
    );
    item.insertText = text;
    if (label !== undefined) {
      item.label = { label: plainText(label), description: text };
      item.filterText = `${label} ${text}`;
    }
    item.additionalTextEdits = toTextEdits(document, edits);
    item.range = rangeOf(document, found);
    if (detail !== undefined) item.detail = detail;
    if (kind === 'schedule') {
      item.label = { label: text, description: plainText(describeSchedule(String(JSON.parse(text)))) };
    }
    return item;
  });
  return new vscode.CompletionList(items);
}
