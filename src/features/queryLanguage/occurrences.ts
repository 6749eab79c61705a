import * as vscode from 'vscode';
import type { ParsedQuery } from '../../language/parseQuery';
import { occurrencesAt, renameEdits } from '../../language/services/occurrences';
import { t } from '../../shared/localize';
import { rangeOf, toTextEdits } from './places';

export function highlightsAt(
  document: vscode.TextDocument,
  parsed: ParsedQuery,
  offset: number,
): vscode.DocumentHighlight[] {
  const { Read, Write } = vscode.DocumentHighlightKind;
  return (occurrencesAt(parsed, offset)?.places ?? []).map(
    (place) => new vscode.DocumentHighlight(rangeOf(document, place), place.isDefinition ? Write : Read),
  );
}

export function referencesAt(
  document: vscode.TextDocument,
  parsed: ParsedQuery,
  offset: number,
  withDefinition: boolean,
): vscode.Location[] {
  return (occurrencesAt(parsed, offset)?.places ?? [])
    .filter(({ isDefinition }) => withDefinition || !isDefinition)
    .map((place) => new vscode.Location(document.uri, rangeOf(document, place)));
}

/** The result of `prepareRename`. */
export interface RenamePlace {
  range: vscode.Range;
  placeholder: string;
}

/** Explains why a name cannot be renamed: only names that the query defines can be. */
export function prepareRenameAt(
  document: vscode.TextDocument,
  parsed: ParsedQuery,
  offset: number,
): RenamePlace {
  const found = occurrencesAt(parsed, offset);
  if (!found) throw new Error(t('There is no field or parameter here.'));
  if (!found.canRename) throw new Error(t('{0} is not defined in this query.', found.name));
  const place = found.places.find(({ from, to }) => from <= offset && offset <= to) ?? {
    from: offset,
    to: offset,
  };
  return { range: rangeOf(document, place), placeholder: found.name };
}

export function renameAt(
  document: vscode.TextDocument,
  parsed: ParsedQuery,
  offset: number,
  newName: string,
): vscode.WorkspaceEdit {
  const edits = renameEdits(parsed, offset, newName);
  if (!edits) throw new Error(t('“{0}” cannot be a name here.', newName));
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, toTextEdits(document, edits));
  return edit;
}
