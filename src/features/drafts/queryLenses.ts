import * as vscode from 'vscode';
import { followersOf } from '../../api/followers';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { iconLabel } from '../../shared/plainText';
import { ConnectionNode } from '../../ui/explorer/explorerNode';
import type { Platforms } from '../../ui/connections/connection';
import type { ProjectFiles } from '../../ui/documents/projectFiles';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import { minutesOf } from '../../ui/connections/connection';
import { onDidChangeHiding } from '../../shared/privacy/hiddenValues';
import type { Change } from './publishDraft';
import type { LensFacts, Lock } from './lensTexts';
import { keyOf, parsePath } from '../../shared/queryAddress';
import type { QueryAddress } from '../../shared/queryAddress';
import { queryUri } from '../../ui/documents/queryUri';
import type { WorkingCopies } from './workingCopies';

/** Information in addition to the record; requested once per refresh, not on each keystroke. */
interface Context {
  readonly change: Change | undefined;
  readonly followers: readonly ScheduledQuery[];
}

const nothingKnown: Context = { change: undefined, followers: [] };

/** CodeLenses above the text of a scheduled query. Sends no requests to the platform. */
export class QueryLenses implements vscode.CodeLensProvider {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #contexts = new Map<string, Context>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #hiding = onDidChangeHiding(() => this.refresh());

  constructor(
    private readonly copies: WorkingCopies,
    private readonly platforms: Platforms,
    private readonly describe: ScheduledQueriesAccess['describe'],
    private readonly fileOf: ProjectFiles['fileOf'],
  ) {}

  dispose(): void {
    this.#hiding();
    this.#changed.dispose();
  }

  refresh(): void {
    this.#changed.fire();
  }

  /** Requests the last change and the followers. Lenses appear without them and are updated when they arrive. */
  async look(address: QueryAddress, signal: AbortSignal): Promise<void> {
    const connection = this.platforms.find(address.connection);
    if (connection === undefined) return;
    const client = await this.platforms.clientFor(connection);
    const { lastChangeOf } = await import('./publishDraft');
    const [change, followers] = await Promise.all([
      lastChangeOf(client, address.guid, signal),
      followersOf(client, address.guid, signal),
    ]);
    this.#contexts.set(keyOf(address), { change, followers });
    this.refresh();
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const address = parsePath(document.uri.path);
    if (address === undefined) return [];
    const { lensTexts } = await import('./lensTexts');
    const facts = await this.#factsOf(address);
    const top = new vscode.Range(0, 0, 0, 0);
    return lensTexts(facts, (guid, name) => this.#uriOf(address, guid, name)).map(
      ({ icon, title, command, commandArguments }) =>
        new vscode.CodeLens(top, {
          title: iconLabel(icon, title),
          command: command ?? '',
          arguments: [...(commandArguments ?? this.#argumentsOf(command, document.uri))],
        }),
    );
  }

  /** Most commands take the query; unlocking takes the connection. */
  #argumentsOf(command: string | undefined, uri: vscode.Uri): readonly unknown[] {
    if (command !== 'logbench.connection.unlockWrites') return [uri];
    const connection = this.platforms.find(parsePath(uri.path)?.connection ?? '');
    return connection === undefined ? [] : [new ConnectionNode(connection)];
  }

  async #factsOf(address: QueryAddress): Promise<LensFacts> {
    const record = this.copies.recordOf(address);
    const schedule = record && (await this.describe(record));
    const file = this.fileOf(address);
    return {
      file: file && { uri: file, path: vscode.workspace.asRelativePath(file) },
      hasDraft: this.copies.hasDraft(address),
      isGone: this.copies.isGone(address),
      lock: this.#lockOf(address),
      proposedSchedule: this.copies.proposedSchedule(address),
      record,
      schedule: schedule?.words,
      nextRun: schedule?.nextRun,
      serverOffset: schedule?.serverOffset,
      ...(this.#contexts.get(keyOf(address)) ?? nothingKnown),
    };
  }

  #lockOf({ connection: name }: QueryAddress): Lock {
    const connection = this.platforms.find(name);
    if (connection === undefined) return 'open';
    const minutes = minutesOf(this.platforms.unlockedFor(connection));
    if (minutes > 0) return { minutes };
    return this.platforms.isLocked(connection) ? 'locked' : 'open';
  }

  #uriOf(address: QueryAddress, guid: string, name: string): vscode.Uri {
    return queryUri({ address: { ...address, guid: guid.toLowerCase() }, name });
  }
}
