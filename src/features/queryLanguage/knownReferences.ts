import type * as vscode from 'vscode';
import { ruleReferences } from '../../api/ruleReferences';
import { completeRule } from '../../code/completeRule';
import type { RuleKind } from '../../shared/wire/rule';
import type { RuleReference } from '../../shared/wire/ruleReferences';
import type { Connection } from '../../ui/connections/connection';
import { toCompletions } from './frontMatter';
import type { QueryLanguageDeps } from './queryLanguageDeps';

/** Milliseconds after which the objects of a platform are requested again. */
const keptFor = 60_000;

interface Kept {
  readonly until: number;
  readonly references: Promise<readonly RuleReference[]>;
}

/** Completions of the properties of rules, with the objects of the platform that they can refer to. */
export class KnownReferences {
  readonly #kept = new Map<string, Kept>();

  constructor(private readonly deps: Pick<QueryLanguageDeps, 'platforms' | 'connections'>) {}

  /** Undefined outside of the properties. */
  async complete(
    kind: RuleKind,
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.CompletionList | undefined> {
    const [text, offset] = [document.getText(), document.offsetAt(position)];
    if (completeRule(kind, text, offset, []) === undefined) return undefined;
    const connection = this.deps.connections.of(document.uri);
    // A file of a project says nothing that is sent, so it needs no trust.
    const references = connection === undefined ? [] : await this.#of(kind, connection);
    const found = completeRule(kind, text, offset, references);
    return found && toCompletions(document, found);
  }

  forget(): void {
    this.#kept.clear();
  }

  /** A failure only means fewer completions. */
  async #of(kind: RuleKind, connection: Connection): Promise<readonly RuleReference[]> {
    const key = `${kind} ${connection.name} ${connection.baseUrl}`;
    const known = this.#kept.get(key);
    if (known !== undefined && known.until > Date.now()) return known.references;
    const references = this.deps.platforms
      .clientFor(connection)
      .then(async (client) => ruleReferences(client, kind))
      .catch(() => []);
    this.#kept.set(key, { until: Date.now() + keptFor, references });
    return references;
  }
}
