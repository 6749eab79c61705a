import * as vscode from 'vscode';
import type { ParsedQuery } from '../../language/parseQuery';
import { documentSymbols } from '../../language/services/structure';
import type { CommandSymbol } from '../../language/services/structure';
import { rangeOf } from './places';

export function symbolsOf(document: vscode.TextDocument, parsed: ParsedQuery): vscode.DocumentSymbol[] {
  return documentSymbols(parsed).map((symbol) => toSymbol(document, symbol));
}

function toSymbol(document: vscode.TextDocument, symbol: CommandSymbol): vscode.DocumentSymbol {
  const kind = symbol.isComment ? vscode.SymbolKind.String : vscode.SymbolKind.Function;
  const range = rangeOf(document, symbol);
  const selection = rangeOf(document, symbol.selection);
  const converted = new vscode.DocumentSymbol(symbol.name, symbol.detail, kind, range, selection);
  converted.children = symbol.children.map((child) => toSymbol(document, child));
  return converted;
}
