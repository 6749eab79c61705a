import type { TextDocument } from 'vscode';
import { hideFrontMatter } from '../../language/frontMatter';
import { parseQuery } from '../../language/parseQuery';
import type { ParsedQuery } from '../../language/parseQuery';

/** The last parse of each document. A new version is parsed once, incrementally. */
export class ParsedDocuments {
  readonly #parsed = new WeakMap<TextDocument, { readonly version: number; readonly query: ParsedQuery }>();

  of(document: TextDocument): ParsedQuery {
    const known = this.#parsed.get(document);
    if (known?.version === document.version) return known.query;
    const query = parseQuery(hideFrontMatter(document.getText()), known?.query);
    this.#parsed.set(document, { version: document.version, query });
    return query;
  }
}
