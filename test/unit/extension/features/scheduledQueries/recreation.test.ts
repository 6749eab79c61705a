import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RejectedError, UnreachableError } from '../../../../../src/core/api/errors';
import type { Operation } from '../../../../../src/core/api/operation';
import { retriable, runInChunks } from '../../../../../src/extension/ui/writes/bulkResults';
import type { BulkTarget, ItemResult } from '../../../../../src/extension/ui/writes/bulkResults';
import { predecessorsFirst } from '../../../../../src/extension/features/scheduledQueries/chainEffects';
import { Recreation } from '../../../../../src/extension/features/scheduledQueries/recreation';
import type { ScheduledQuery } from '../../../../../src/core/interface/scheduledQuery';
import { lab } from '../../../../support/labConnection';
import { scheduledQueryRecord } from '../../../../support/scheduledQueryRecord';
import { clientStub } from '../../../../support/clientStub';

/** What happens to one request: a lost response may belong to a request that took effect. */
type RequestOutcome = 'responds' | 'rejected' | 'request lost' | 'response lost';

/** The GUIDs of queries before their deletion and after it differ in their first digit. */
function guidOf(digit: string, index: number): string {
  return `${digit}0000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

/** A platform with the documented rules: names are unique and creates may not return a GUID. */
class ModelPlatform {
  readonly records = new Map<string, ScheduledQuery>();
  #requests = 0;

  constructor(
    private readonly requestOutcomes: readonly RequestOutcome[],
    private readonly returnsGuids: boolean,
  ) {}

  readonly client = clientStub({
    'POST scheduled-queries': (operation) => this.#request(true, () => this.#create(operation)),
    'PUT scheduled-queries/*': (operation) => this.#request(true, () => this.#update(operation)),
    'GET scheduled-queries/*': ({ path: [, guid] }) =>
      this.#request(false, () => this.records.get(String(guid))),
    'GET scheduled-queries': () =>
      this.#request(false, () => ({ items: [...this.records.values()], malformed: [] })),
  });

  #create({ form = {} }: Operation<unknown>): string | undefined {
    const name = String(form['name']);
    if ([...this.records.values()].some((record) => record.name === name)) {
      throw new RejectedError(500, 'illegal-state', `duplicated name: ${name}`);
    }
    const guid = guidOf('b', this.records.size);
    this.records.set(guid, recordNamed(name, guid, form['preceding_guid'] as string | undefined));
    return this.returnsGuids ? guid : undefined;
  }

  #update({ path, form = {} }: Operation<unknown>): undefined {
    const guid = String(path[1]);
    const preceding = form['preceding_guid'] as string | undefined;
    this.records.set(guid, recordNamed(String(form['name']), guid, preceding));
  }

  #request<T>(isWrite: boolean, effect: () => T): Promise<T> {
    return new Promise((resolve) => resolve(this.#respond(isWrite, effect)));
  }

  #respond<T>(isWrite: boolean, effect: () => T): T {
    const requestOutcome = this.requestOutcomes[this.#requests++] ?? 'responds';
    if (requestOutcome === 'rejected') throw new RejectedError(500, 'illegal-state', 'busy');
    const result = requestOutcome === 'request lost' ? undefined : effect();
    if (requestOutcome === 'responds') return result as T;
    const lost = new UnreachableError('reset', 'lost');
    lost.uncertain = isWrite;
    throw lost;
  }
}

function recordNamed(name: string, guid: string, precedingGuid: string | undefined): ScheduledQuery {
  const trigger =
    precedingGuid === undefined
      ? { triggerType: 'cron', cronSchedule: '0 * * * *' }
      : { triggerType: 'workflow', precedingGuid, precedingAction: 'succeeded', cronSchedule: undefined };
  return scheduledQueryRecord({ guid, name, ...trigger });
}

/** Queries by index: each runs after an earlier one or by cron; some of them are deleted. */
interface TestCase {
  readonly queries: readonly { readonly after: number; readonly isDeleted: boolean }[];
  readonly requestOutcomes: readonly RequestOutcome[];
  readonly returnsGuids: boolean;
}

const requestOutcome = fc.constantFrom<RequestOutcome>(
  'responds',
  'responds',
  'rejected',
  'request lost',
  'response lost',
);

const testCase: fc.Arbitrary<TestCase> = fc.record({
  queries: fc.array(fc.record({ after: fc.integer({ min: -1, max: 5 }), isDeleted: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  }),
  requestOutcomes: fc.array(requestOutcome, { maxLength: 20 }),
  returnsGuids: fc.boolean(),
});

function recordsOf({ queries }: TestCase): readonly ScheduledQuery[] {
  return queries.map(({ after }, index) =>
    recordNamed(
      `Query ${index}`,
      guidOf('a', index),
      after >= 0 && after < index ? guidOf('a', after) : undefined,
    ),
  );
}

async function recreate(
  input: TestCase,
): Promise<{ readonly platform: ModelPlatform; readonly results: readonly ItemResult[] }> {
  const all = recordsOf(input);
  const platform = new ModelPlatform(input.requestOutcomes, input.returnsGuids);
  for (const [index, record] of all.entries()) {
    if (input.queries[index]?.isDeleted === false) platform.records.set(record.guid, record);
  }
  const deleted = predecessorsFirst(all.filter(({ guid }) => !platform.records.has(guid)));
  const deps = {
    platforms: { clientFor: () => Promise.resolve(platform.client) },
    section: { update: () => Promise.resolve(), reload: () => undefined },
    ui: { log: { warn: () => undefined } },
  };
  const recreation = new Recreation(deps, lab, deleted, all);
  const results: ItemResult[] = [];
  // As a user who presses Retry Failed until nothing is left.
  for (let targets: readonly BulkTarget[] = deleted; targets.length > 0;) {
    const ended = await runInChunks(
      targets,
      (chunk, signal) => Promise.all(chunk.map((target) => recreation.run(target, signal))),
      { size: 1, report: () => undefined },
      new AbortController().signal,
    ).catch(() => targets.map((item) => ({ item, outcome: 'rejected' as const })));
    results.push(...ended);
    targets = retriable(ended);
  }
  return { platform, results };
}

describe('Re-creating deleted queries', () => {
  it('restores every chain, however often it fails in between', async () => {
    await fc.assert(
      fc.asyncProperty(testCase, async (input) => {
        const { platform, results } = await recreate(input);
        const names = new Map([...platform.records.values()].map(({ guid, name }) => [guid, name]));
        assert.equal(new Set(names.values()).size, input.queries.length, 'each query exists once');
        const apart = results.map(({ reason }) => reason ?? '').join();
        for (const [index, { precedingGuid: before }] of recordsOf(input).entries()) {
          const now = [...platform.records.values()].find(({ name }) => name === `Query ${index}`);
          const preceding = now?.precedingGuid === undefined ? undefined : names.get(now.precedingGuid);
          const expected = before === undefined ? undefined : `Query ${Number(before.slice(-12))}`;
          // A query that was not deleted may stay apart if that is said.
          if (input.queries[index]?.isDeleted === false && apart.includes(`Query ${index}`)) continue;
          assert.equal(preceding, expected, `what Query ${index} runs after`);
        }
      }),
      { seed: 36, numRuns: 300 },
    );
  });

  it('does not create a query before the one that it runs after', async () => {
    const { results } = await recreate({
      queries: [
        { after: -1, isDeleted: true },
        { after: 0, isDeleted: true },
      ],
      requestOutcomes: ['rejected'],
      returnsGuids: false,
    });
    const outcomes = results.map(({ item: { name }, outcome }) => `${name} ${outcome}`);
    assert.deepEqual(outcomes, ['Query 0 rejected', 'Query 1 rejected', 'Query 0 done', 'Query 1 done']);
    assert.match(results[1]?.reason ?? '', /“Query 0”, which was not re-created/);
  });
});
