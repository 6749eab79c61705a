import * as vscode from 'vscode';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import { fieldsOf } from '../../../core/interface/scheduledQueryFields';
import { lensAt } from '../../ui/documents/registerLenses';
import { ConnectionNode } from '../../ui/explorer/explorerSection';
import type { Platforms } from '../../ui/connections/connection';
import type { ProjectFiles, ScheduledQueriesAccess } from '../../ui/access';
import { minutesOf } from '../../ui/connections/connection';
import { onDidChangeHiding } from '../../../core/privacy/hiddenValues';
import { isRule } from './storedQuery';
import type { Change } from './storedQuery';
import type { LensFacts, Lock } from './lensTexts';
import { keyOf, parsePath } from '../../ui/queryAddress';
import type { QueryAddress } from '../../ui/queryAddress';
import { queryUri } from '../../ui/documents/queryUri';
import type { WorkingCopies } from './workingCopies';

/** CodeLenses above the text of a scheduled query. Sends no requests to the platform. */
export class QueryLenses implements vscode.CodeLensProvider {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Who changed a query last. Requested again only when its record, the version, has changed. */
  readonly #changes = new Map<string, { readonly change: Change | undefined; readonly version: string }>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #hiding = onDidChangeHiding(() => this.refresh());

  constructor(
    private readonly copies: WorkingCopies,
    private readonly platforms: Platforms,
    private readonly scheduledQueries: Pick<ScheduledQueriesAccess, 'describe' | 'recordsOf'>,
    private readonly fileOf: ProjectFiles['fileOf'],
  ) {}

  dispose(): void {
    this.#hiding.dispose();
    this.#changed.dispose();
  }

  refresh(): void {
    this.#changed.fire();
  }

  /** Requests the last change unless it is known. Lenses appear without it and are updated when it arrives. */
  async poll(address: QueryAddress, signal: AbortSignal): Promise<void> {
    const connection = this.platforms.find(address.connection);
    const record = this.#queryOf(address);
    if (connection === undefined || record === undefined) return;
    const records = this.scheduledQueries.recordsOf(connection);
    if (await records.readDependents(address.guid, signal)) this.refresh();
    // Changes with the definition of a query, not with its runs.
    const version = JSON.stringify([record.updated, fieldsOf(record)]);
    if (this.#changes.get(keyOf(address))?.version === version) return;
    const client = await this.platforms.clientFor(connection);
    const { kindOf } = await import('./textKinds');
    const change = await kindOf(address).lastChange(client, record, signal);
    this.#changes.set(keyOf(address), { change, version });
    this.refresh();
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const address = parsePath(document.uri.path);
    if (address === undefined) return [];
    const { lensTexts } = await import('./lensTexts');
    const facts = await this.#factsOf(address);
    const uriOf = (guid: string, name: string): vscode.Uri =>
      queryUri({ address: { ...address, guid: guid.toLowerCase() }, name });
    return lensTexts(facts, uriOf).map((text) =>
      lensAt(0, text, this.#argumentsOf(text.command, document.uri)),
    );
  }

  /** Most commands take the query; unlocking takes the connection. */
  #argumentsOf(command: string | undefined, uri: vscode.Uri): readonly unknown[] {
    if (command !== 'logbench.connection.unlockWrites') return [uri];
    const connection = this.platforms.find(parsePath(uri.path)?.connection ?? '');
    return connection === undefined ? [] : [new ConnectionNode(connection)];
  }

  /** The record of a scheduled query; rules have neither schedules nor dependents. */
  #queryOf(address: QueryAddress): ScheduledQuery | undefined {
    const record = this.copies.recordOf(address);
    return record === undefined || isRule(record) ? undefined : record;
  }

  async #factsOf(address: QueryAddress): Promise<LensFacts> {
    const { kindOf } = await import('./textKinds');
    const record = this.copies.recordOf(address);
    const connection = this.platforms.find(address.connection);
    const query = this.#queryOf(address);
    const schedule = query && connection && (await this.scheduledQueries.describe(connection, query));
    const file = this.fileOf(address);
    return {
      file: file && { uri: file, path: vscode.workspace.asRelativePath(file) },
      hasDraft: this.copies.hasDraft(address),
      isDeleted: this.copies.isDeleted(address),
      lock: this.#lockOf(address),
      proposedSchedule: this.copies.proposedSchedule(address),
      record,
      hasQuery: kindOf(address).hasQuery,
      schedule,
      change: this.#changes.get(keyOf(address))?.change,
      dependents: this.#dependentsOf(address),
    };
  }

  #dependentsOf({ connection: name, guid: preceding }: QueryAddress): LensFacts['dependents'] {
    const connection = this.platforms.find(name);
    const found = connection && this.scheduledQueries.recordsOf(connection).dependentsOf(preceding);
    return (found ?? []).map(({ guid, name }) => ({ guid, name }));
  }

  #lockOf({ connection: name }: QueryAddress): Lock {
    const connection = this.platforms.find(name);
    if (connection === undefined) return 'open';
    const minutes = minutesOf(this.platforms.unlockedFor(connection));
    if (minutes > 0) return { minutes };
    return this.platforms.isLocked(connection) ? 'locked' : 'open';
  }
}
