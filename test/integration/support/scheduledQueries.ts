import { endless, StoredQueries } from '../../support/storedQueries';
import { sharedPlatform } from './connected';
import type { Connected } from './connected';
import { runCommand } from './runCommand';
import { linesBelow } from './tree';
import type { Line } from './tree';

/** Scheduled queries of a connected platform, and what the explorer shows of them. */
export class ShownQueries extends StoredQueries {
  constructor(private readonly location: { readonly connected: Connected }) {
    super({ call: (...args) => location.connected.call(...args) });
  }

  get connected(): Connected {
    return this.location.connected;
  }

  /** One that comes after another. */
  async createAfter(name: string, precedingGuid: string): Promise<string> {
    return this.create(name, {
      trigger_type: 'workflow',
      preceding_guid: precedingGuid,
      preceding_action: 'succeeded',
    });
  }

  /** One that has started and runs for minutes. */
  async createRunning(name: string): Promise<string> {
    const guid = await this.create(name, endless);
    await this.untilRunning(guid);
    return guid;
  }

  async guidOf(name: string): Promise<string> {
    return (await this.find(name))?.guid ?? '';
  }

  async names(): Promise<string[]> {
    return (await this.list()).map(({ name }) => name).sort();
  }

  /** Removes them all, and has the explorer forget them. */
  async clear(): Promise<void> {
    await this.removeAll();
    await runCommand('logbench.explorer.refresh');
  }

  /** The lines of the explorer with these names, in this order. */
  async lines(...names: readonly string[]): Promise<readonly Line[]> {
    const lines = await linesBelow(this.connected.connection.name, 'Scheduled Queries');
    return names.map((name) => {
      const line = lines.find(({ label }) => label === name);
      if (line === undefined) throw new Error(`${name} is not shown.`);
      return line;
    });
  }

  async shownNames(): Promise<string[]> {
    const lines = await linesBelow(this.connected.connection.name, 'Scheduled Queries');
    return lines.map(({ label }) => label).sort();
  }
}

/** The scheduled queries of a platform that a suite shares: each test begins without any. */
export function sharedQueries(): ShownQueries {
  const stored = new ShownQueries(sharedPlatform());
  beforeEach(async () => stored.clear());
  return stored;
}

/** The arguments that VS Code gives a command of a context menu: the clicked node and the selection. */
export function selection(lines: readonly Line[]): readonly unknown[] {
  const nodes = lines.map(({ node }) => node);
  return [nodes[0], nodes];
}
