import assert from 'node:assert/strict';
import fc from 'fast-check';
import { linkDependent } from '../../src/core/api/scheduledQueryWrites';
import { chainOf } from '../../src/core/assistant/tools/scheduleTools';
import { chainModel, dependentsByGuid } from '../../src/extension/features/overview/chainModel';
import { waitingSchedules } from '../../src/extension/features/overview/attention';
import { resultsOfRemoval, resultsOfStop } from '../../src/extension/features/scheduledQueries/bulkResponses';
import { loopThrough, predecessorsFirst } from '../../src/extension/features/scheduledQueries/chainEffects';
import { dependentsOf } from '../../src/core/interface/dependents';
import { Masker } from '../../src/core/privacy/masker';
import { GuidMap } from '../../src/core/interface/guid';
import type { ScheduledQuery } from '../../src/core/interface/scheduledQuery';
import { scheduledQueryFields } from '../support/scheduledQueries';
import { clientStub } from '../support/clientStub';

/** Five queries; each runs by itself or after one of the others or of two that do not exist. */
const chains = fc.array(fc.option(fc.nat(6)), { minLength: 5, maxLength: 5 });
const guidAt = (index: number): string => `0000000${index}-abcd-4abc-8abc-abcdefabcdef`;

function recordsOfChain(
  chain: readonly (number | null)[],
  written: (guid: string) => string,
): ScheduledQuery[] {
  return chain.map((preceding, index) => ({
    ...scheduledQueryFields({
      name: `query ${index}`,
      enabled: index !== 3,
      ...(preceding === null
        ? {}
        : {
            triggerType: 'workflow',
            precedingGuid: written(guidAt(preceding)),
            precedingAction: 'succeeded',
          }),
    }),
    guid: written(guidAt(index)),
    runningState: index === 1 ? 'running' : 'stopped',
  })) as unknown as ScheduledQuery[];
}

/** Everything that compares GUIDs of scheduled queries. */
async function compared(all: readonly ScheduledQuery[], asked: (guid: string) => string): Promise<unknown> {
  const [first, second] = [asked(guidAt(0)), asked(guidAt(1))];
  const targets = [first, second].map((guid) => ({ guid, name: guid }));
  const client = clientStub({
    'GET scheduled-queries/*': ({ path: [, wanted] }) =>
      all.find(({ guid }) => guid.toLowerCase() === String(wanted).toLowerCase()),
    'PUT scheduled-queries/*': () => undefined,
  });
  const records = new GuidMap(all.map((record) => [record.guid, record]));
  const response = { succeeded: 1, skipped: 1, failures: [] } as never;
  const counts = all.map((query) => dependentsByGuid(all)(query.guid).length);
  return [
    dependentsOf([first], all).map(({ name }) => name),
    loopThrough(first, second, all),
    predecessorsFirst(all).map(({ name }) => name),
    chainModel(all, ({ name }) => name),
    counts,
    waitingSchedules(all),
    resultsOfRemoval(targets, response, records).map(({ outcome }) => outcome),
    resultsOfStop(targets, response, records, records).map(({ outcome }) => outcome),
    all.map((query) => chainOf(query, all, new Masker())),
    await linkDependent(
      client,
      {
        ...all[1],
        guid: second,
        precedingGuid: all[1]?.precedingGuid && asked(all[1].precedingGuid),
      } as never,
      guidAt(4),
    ),
  ];
}

function lowerCased(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).toLowerCase());
}

describe('GUIDs', () => {
  it('mean the same query in upper and lower case, in everything that compares them', async () => {
    await fc.assert(
      fc.asyncProperty(chains, fc.infiniteStream(fc.boolean()), async (chain, capitals) => {
        const mixed = (guid: string): string => (capitals.next().value ? guid.toUpperCase() : guid);
        const expected = await compared(
          recordsOfChain(chain, (guid) => guid),
          (guid) => guid,
        );
        const found = await compared(recordsOfChain(chain, mixed), mixed);
        assert.deepEqual(lowerCased(found), lowerCased(expected));
      }),
      { seed: 36, numRuns: 300 },
    );
  });
});
