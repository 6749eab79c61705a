import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createScheduledQuery, getScheduledQuery } from '../../src/core/api/operations/scheduledQueries';
import { PlatformClient } from '../../src/core/api/client';
import { ApiError } from '../../src/core/api/errors';
import { describeFailure } from '../../src/extension/ui/failures/failureText';
import { FaultProxy } from '../support/faultProxy';
import { faults } from '../support/faults';
import type { Fault } from '../support/faults';
import { startApp } from '../support/startApp';
import { addTable } from '../support/tables';
import { commands } from './commands';
import type { FaultCommand, Site } from './commands';

/** One combination of fault and command. */
interface Outcome {
  readonly command: FaultCommand;
  readonly error: unknown;
  /** The message that the user would see. */
  readonly saw: string;
  readonly effects: number;
  readonly writes: number;
  readonly elapsed: number;
}

const littleTime = 700;
const enoughTime = 20_000;
/** How much later than its deadline a request may end on a busy machine. */
const slack = 5000;

describe('Every command under a fault of the connection', function () {
  this.timeout(120_000);

  let site: Site & AsyncDisposable;
  const table: string[] = [];

  before(async () => {
    site = await startSite();
  });

  after(async () => {
    await site[Symbol.asyncDispose]();
    await mkdir('out', { recursive: true });
    await writeFile('out/faults.md', `${[...header, ...table].join('\n')}\n`);
    process.stdout.write(`\n${table.join('\n')}\n\n`);
  });

  for (const fault of faults) {
    it(`takes effect at most once, changes nothing else and ends: ${fault.name}`, async () => {
      const bystander = await site.direct.send(
        createScheduledQuery({ ...untouched, name: `Kept, ${fault.name}` }),
      );
      assert.ok(bystander);
      const before = await site.direct.send(getScheduledQuery(bystander));
      const outcomes = await Promise.all(commands.map((command) => attempt(site, command, fault)));
      table.push(...outcomes.map((outcome) => lineOf(fault, outcome)));
      for (const outcome of outcomes) check(fault, outcome);
      assert.deepEqual(await site.direct.send(getScheduledQuery(bystander)), before);
    });
  }
});

const untouched = {
  description: 'No other test changes this one.',
  enabled: false,
  query: 'json "{}"',
  triggerType: 'cron' as const,
  cronSchedule: '0 3 1 1 *',
  precedingGuid: undefined,
  precedingAction: undefined,
  nodeTypes: [],
  outputParameter: false,
};

async function startSite(): Promise<Site & AsyncDisposable> {
  const app = await startApp();
  await addTable(app, 'logs');
  const direct = new PlatformClient({
    baseUrl: app.baseUrl,
    readKey: () => Promise.resolve(app.keys.master),
  });
  return {
    app,
    direct,
    [Symbol.asyncDispose]: async () => {
      await direct[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

async function attempt(site: Site, command: FaultCommand, fault: Fault): Promise<Outcome> {
  const { run, effects } = await command.prepare(site);
  await using proxy = await FaultProxy.start(site.app.baseUrl);
  const timeout = fault.slow ? littleTime : enoughTime;
  await using client = new PlatformClient({
    baseUrl: proxy.baseUrl,
    readKey: () => Promise.resolve(site.app.keys.master),
    readTimeout: () => timeout,
  });
  proxy.interference = fault.interference;
  if (fault.rejects) await proxy.reject();
  const started = performance.now();
  const error = await run(client).then(
    () => undefined,
    (reason: unknown) => reason ?? new Error('rejected with nothing'),
  );
  return {
    command,
    error,
    saw:
      error === undefined ? 'done' : describeFailure(error).sentence.replaceAll(/127\.0\.0\.1:\d+/g, 'host'),
    elapsed: performance.now() - started - timeout,
    effects: await effects(),
    writes: proxy.writes.length,
  };
}

function check(fault: Fault, { command, error, saw, effects, writes, elapsed }: Outcome): void {
  const location = `${fault.name} × ${command.name}: ${saw}`;
  assert.ok(error === undefined || error instanceof ApiError, `${location}: ${String(error)}`);
  assert.ok(elapsed < slack, `${location}: outlived its deadline by ${elapsed} ms`);
  assert.ok(writes <= 1, `${location}: the write was sent ${writes} times`);
  assert.ok(effects <= 1, `${location}: took effect ${effects} times`);
  if (!command.changes) return;
  if (error === undefined) assert.equal(effects, 1, `${location}: said to be done, and is not`);
  else if (!error.uncertain) assert.equal(effects, 0, `${location}: said to have failed, and is done`);
  else assert.match(saw, /unknown whether the change was made/, location);
}

const header = ['| fault | command | what the user saw | what the platform then held |', '|---|---|---|---|'];

function lineOf(fault: Fault, { command, saw, effects }: Outcome): string {
  const held = command.changes ? (effects === 1 ? 'the change, once' : 'as before') : 'as before';
  return `| ${fault.name} | ${command.name} | ${saw} | ${held} |`;
}
