import path from 'node:path';
import { ProjectFolder } from '../../../src/core/project/projectFolder';
import { OpenProject } from '../../../src/extension/features/project/openProject';
import type { Connection, Platforms } from '../../../src/extension/ui/connections/connection';
import type { ScheduledQuery } from '../../../src/core/interface/scheduledQuery';
import { clientStub } from '../../support/clientStub';
import type { Handler } from '../../support/clientStub';
import { FilesOfFolder } from '../../support/filesOfFolder';
import { JsonMemory } from '../../support/jsonMemory';
import { lab } from '../../support/labConnection';
import { platformsStub } from '../../support/platformsStub';
import { scheduledQueryFields, someGuid } from '../../support/scheduledQueries';
import { scheduledQueryRecord } from '../../support/scheduledQueryRecord';
import { temporaryFolder } from '../../support/temporaryFolder';

export const other: Connection = { ...lab, name: 'Other', baseUrl: 'https://other.example' };
export const logons = 'scheduled-queries/logons.lq';
const record = scheduledQueryRecord({ guid: someGuid.toUpperCase(), name: 'Logons', query: 'table a' });

/**
 * A project in a folder that no window watches, with two platforms whose responses the test sets, so that it
 * decides when and how they respond.
 */
export class ComparedProject extends FilesOfFolder implements AsyncDisposable {
  connections: readonly Connection[] = [lab, other];
  /** The names of the connections that were read. */
  readonly reads: string[] = [];
  /** The records of a platform. */
  response: (connection: Connection, signal?: AbortSignal) => Promise<readonly ScheduledQuery[]> = async () =>
    Promise.resolve([record]);
  /** What else the platforms can do. */
  operations: Readonly<Record<string, Handler>> = {};
  readonly project: OpenProject;
  /** How often the project said that it has changed, and that files have moved. */
  changes = 0;
  moves = 0;

  private constructor(
    root: string,
    private readonly remove: () => Promise<void>,
  ) {
    super(root);
    this.project = new OpenProject(root, {
      platforms: this.platforms,
      memory: new JsonMemory(),
      errorText: (error) => (error instanceof Error ? `Failed: ${error.message}` : ''),
    });
    this.project.onDidChange(() => this.changes++);
    this.project.onDidMoveFiles(() => this.moves++);
  }

  /** With one file, which both platforms have under the same GUID. */
  static async make(): Promise<ComparedProject> {
    const folder = await temporaryFolder();
    const fixture = new ComparedProject(folder.path, async () => folder[Symbol.asyncDispose]());
    await fixture.fill();
    return fixture;
  }

  /** Another one in a folder of this one. */
  async inside(below: string): Promise<ComparedProject> {
    const fixture = new ComparedProject(path.join(this.root, below), () => Promise.resolve());
    await fixture.fill();
    return fixture;
  }

  get platforms(): Platforms {
    const clientFor: Platforms['clientFor'] = async (connection) =>
      Promise.resolve(
        clientStub({
          'GET batch-rules': () => ({ items: [], malformed: [], total: 0 }),
          'GET stream-rules': () => ({ items: [], malformed: [], total: 0 }),
          ...this.operations,
          'GET scheduled-queries': async (_request, signal) => {
            this.reads.push(connection.name);
            const items = await this.response(connection, signal);
            return { items, malformed: [], total: items.length };
          },
        }),
      );
    return platformsStub(() => this.connections, { clientFor });
  }

  async fill(): Promise<void> {
    await this.write(
      'logbench.yaml',
      'platforms:\n  lab: {base_url: "https://lab.example"}\n  other: {base_url: "https://other.example"}\n',
    );
    await this.write(logons, '---\nname: Logons\nschedule: "0 * * * *"\n---\ntable a\n');
    await this.link('lab', logons, someGuid.toUpperCase());
  }

  /** Notes in the lock file that the file has a record. */
  async link(platform: string, file: string, guid: string): Promise<void> {
    await new ProjectFolder(this.root).changeLock((lock) =>
      lock.set(platform, file, {
        guid,
        record: scheduledQueryFields({ name: 'Logons', query: 'table a' }),
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.project.dispose();
    await this.remove();
  }
}

/** A promise, and what settles it. */
export function pending<Value>(): {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (reason: Error) => void;
} {
  let settle: [resolve: (value: Value) => void, reject: (reason: Error) => void] | undefined;
  const promise = new Promise<Value>((...both) => (settle = both));
  return { promise, resolve: (value) => settle?.[0](value), reject: (reason) => settle?.[1](reason) };
}
