import * as vscode from 'vscode';
import { parsePath } from '../queryAddress';
import type { QueryAddress } from '../queryAddress';
import { t } from '../../../core/base/localize';
import type { Connection, Platforms } from '../connections/connection';
import type { ProjectFiles } from '../access';
import type { Memory } from '../memory';

const memoryKey = 'documentConnections';
/** The least recently used documents are forgotten first. */
const maxDocuments = 200;

/** The connection of the query in an editor: from its URI, selected by the user, or from its project. */
export class DocumentConnections {
  readonly #changed = new vscode.EventEmitter<void>();
  /** A document was assigned to a connection. */
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly platforms: Platforms,
    private readonly memory: Memory,
    private readonly projects: Pick<ProjectFiles, 'connectionOf' | 'fileOf'>,
  ) {}

  /** A local document without a selection belongs to the only connection, if there is exactly one. */
  of(uri: vscode.Uri): Connection | undefined {
    if (uri.scheme === 'logbench') {
      const address = parsePath(uri.path);
      return address && this.platforms.find(address.connection);
    }
    if (uri.scheme === 'vscode-notebook-cell') {
      const notebook = vscode.workspace.notebookDocuments.find((open) => open.uri.path === uri.path);
      return notebook && this.of(notebook.uri);
    }
    const selected = this.#all()[uri.toString()];
    const all = this.platforms.all();
    return (
      (selected === undefined ? undefined : this.platforms.find(selected)) ??
      this.projects.connectionOf(uri) ??
      (all.length === 1 ? all[0] : undefined)
    );
  }

  /** The file of a query in a project. */
  fileOf(address: QueryAddress): vscode.Uri | undefined {
    return this.projects.fileOf(address);
  }

  /** Asks if unknown, and remembers the selection. */
  async ofOrAsk(uri: vscode.Uri, title: string): Promise<Connection> {
    return this.of(uri) ?? (await this.pick(uri, title));
  }

  async pick(uri: vscode.Uri, title = t('Select Connection')): Promise<Connection> {
    const connection = await this.platforms.pick(title);
    await this.remember(uri, connection);
    return connection;
  }

  async remember(uri: vscode.Uri, { name }: Pick<Connection, 'name'>): Promise<void> {
    const document = uri.toString();
    const others = Object.entries(this.#all()).filter(([key]) => key !== document);
    const kept = [...others, [document, name] as const].slice(-maxDocuments);
    await this.memory.update(memoryKey, Object.fromEntries(kept));
    this.#changed.fire();
  }

  /** Gives the selection for a document whose URI will be reused to another one, or forgets it. */
  async move(from: vscode.Uri, to: vscode.Uri | undefined): Promise<void> {
    const { [from.toString()]: name, ...others } = this.#all();
    if (name === undefined) return;
    await this.memory.update(memoryKey, others);
    if (to !== undefined) await this.remember(to, { name });
  }

  #all(): Readonly<Record<string, string>> {
    const remembered: unknown = this.memory.get(memoryKey);
    return isTextMap(remembered) ? remembered : {};
  }
}

/** Checked by hand, because a schema library would have to be loaded during activation. */
function isTextMap(value: unknown): value is Readonly<Record<string, string>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}
