import * as vscode from 'vscode';
import type { ComparedField } from '../../language/services/comparedField';
import { t } from '../../shared/localize';
import { plainText } from '../../shared/plainText';
import { hidingMasker } from '../../shared/privacy/hiddenValues';
import type { SeenValue } from '../../ui/connections/seenValues';
import { rangeOf } from './ranges';

/** The values of the compared field that this window has seen, and an item that reads more of them. */
export function valueCompletions(
  document: vscode.TextDocument,
  compared: ComparedField,
  values: readonly SeenValue[],
): vscode.CompletionItem[] {
  const range = rangeOf(document, compared);
  const items = values.flatMap((value, index) => {
    const literal = compared.literal(value);
    if (literal === undefined) return [];
    const item = valueItem(compared.field, value, literal, document.getText(range));
    item.range = range;
    item.sortText = `00${String(index).padStart(3, '0')}`;
    return [item];
  });
  return [...items, loadItem(document, range, compared)];
}

/** A hidden value is listed by its mask, but not inserted, because the editor would show it. */
function valueItem(field: string, value: SeenValue, literal: string, typed: string): vscode.CompletionItem {
  const masked = maskedText(field, value);
  const item = new vscode.CompletionItem(plainText(masked), vscode.CompletionItemKind.Value);
  const isHidden = masked !== String(value);
  // As it is typed, with escape sequences and without the quotes, of which the first is typed before the range.
  item.filterText = isHidden ? `${typed}${masked}` : literal.replace(/^"|"$/g, '');
  item.insertText = isHidden ? typed : literal;
  if (isHidden) item.detail = t('This value is hidden. Show sensitive values to insert it.');
  return item;
}

function maskedText(field: string, value: SeenValue): string {
  const masked = hidingMasker()?.value(field, value);
  return typeof masked === 'string' ? masked : String(value);
}

/** Follows the values, and stays in the list whatever is typed. */
function loadItem(
  document: vscode.TextDocument,
  range: vscode.Range,
  { field, tables, period }: ComparedField,
): vscode.CompletionItem {
  const item = new vscode.CompletionItem(t('Load Values…'), vscode.CompletionItemKind.Event);
  const typed = document.getText(range);
  item.detail = plainText(t('Reads the most frequent values of “{0}” from {1}.', field, tables.join(', ')));
  // Matches whatever is typed, but less well than a value that begins with it.
  item.filterText = `… ${typed}`;
  item.insertText = typed;
  item.range = range;
  item.sortText = '00999';
  item.command = {
    command: 'logbench.query.loadValues',
    title: '',
    arguments: [document.uri, { field, tables, period }],
  };
  return item;
}
