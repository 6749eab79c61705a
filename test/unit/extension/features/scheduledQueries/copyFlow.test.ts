import assert from 'node:assert/strict';
import { UnreachableError } from '../../../../../src/core/api/errors';
import type { Operation } from '../../../../../src/core/api/operation';
import { comparedText, copyQuery } from '../../../../../src/extension/features/scheduledQueries/copyQuery';
import type { CopyDeps } from '../../../../../src/extension/features/scheduledQueries/copyQuery';
import type { ScheduledQuery } from '../../../../../src/core/interface/scheduledQuery';
import type { ReadOnlyDocuments } from '../../../../../src/extension/ui/documents/readOnlyDocuments';
import { describeFailure } from '../../../../../src/extension/ui/failures/failureText';
import { CanceledError } from '../../../../../src/extension/ui/prompts/canceled';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { clientStub } from '../../../../support/clientStub';
import { platformsStub } from '../../../../support/platformsStub';
import { lab } from '../../../../support/labConnection';
import { otherGuid } from '../../../../support/scheduledQueries';
import { scheduledQueryRecord } from '../../../../support/scheduledQueryRecord';

const production = { ...lab, name: 'Seoul', environment: 'production' } as const;
const firstHere = '10000000-0000-4000-8000-000000000001';
const firstThere = '20000000-0000-4000-8000-000000000002';

const original = scheduledQueryRecord({ name: 'Logins', query: 'table new', enabled: false });
const chained = scheduledQueryRecord({
  ...{ name: 'Second', triggerType: 'workflow', cronSchedule: undefined },
  ...{ precedingGuid: firstHere, precedingAction: 'failed' },
});
const there = { ...original, guid: otherGuid, query: 'table old', enabled: true };

interface Situation {
  readonly query?: ScheduledQuery;
  /** The queries of the target. */
  readonly existing?: readonly ScheduledQuery[];
  readonly connection?: CopyDeps['connection'];
  readonly update?: (records: ScheduledQuery[]) => unknown;
}

/** Copies a query between two platforms; what was sent to the target and shown is kept, also if the copy fails. */
class Copying {
  readonly created: unknown[] = [];
  readonly updates: Operation<unknown>[] = [];
  readonly compared: string[] = [];
  readonly lines: string[] = [];
  readonly shown: (string | undefined)[] = [];
  readonly script: ScriptedPrompts;
  /** The queries of the target, which others may change. */
  records: ScheduledQuery[];

  constructor(
    private readonly situation: Situation,
    responses: readonly PromptResponse[],
  ) {
    this.script = new ScriptedPrompts(responses);
    this.records = [...(situation.existing ?? [])];
  }

  async run(): Promise<void> {
    const { query = original, connection = lab } = this.situation;
    await copyQuery(this.#parts(connection), query);
    this.script.assertFinished();
  }

  #parts(connection: CopyDeps['connection']): CopyDeps {
    const first = scheduledQueryRecord({ name: 'First', guid: firstHere });
    const target = clientStub({
      'GET scheduled-queries': () => ({ items: this.records, malformed: [], total: this.records.length }),
      'GET scheduled-queries/*': ({ path: [, guid] }) => this.records.find((one) => one.guid === guid),
      'PUT scheduled-queries/*': (operation) => {
        this.updates.push(operation);
        return this.situation.update?.(this.records);
      },
    });
    return {
      ...{ connection, prompts: this.script, confirmation: 'typeName' },
      documents: undefined as unknown as ReadOnlyDocuments,
      log: { info: (line: string) => this.lines.push(line), warn: () => undefined },
      source: clientStub({ 'GET scheduled-queries/*': () => first }),
      target,
      withProgress: async (task) => task(new AbortController().signal),
      platforms: platformsStub(() => [], { clientFor: async () => Promise.resolve(target) }),
      create: async (fields) => {
        this.created.push(fields);
        return Promise.resolve(true);
      },
      askTrigger: async (fields) => Promise.resolve({ ...fields, cronSchedule: '5 * * * *' }),
      compare: async ({ current, copy }) => {
        this.compared.push(`${current}\n↔\n${copy}`);
        return Promise.resolve();
      },
      updated: async (record) => {
        this.shown.push(record?.name);
        return Promise.resolve();
      },
    };
  }
}

async function copied(situation: Situation, ...responses: readonly PromptResponse[]): Promise<Copying> {
  const copying = new Copying(situation, responses);
  await copying.run();
  return copying;
}

describe('Copying a scheduled query to another connection', () => {
  it('creates it with the writable fields only', async () => {
    const { created, updates } = await copied({});
    assert.equal(created.length, 1);
    const fields = created[0] as Record<string, unknown>;
    assert.deepEqual(
      [fields['name'], fields['query'], fields['cronSchedule']],
      ['Logins', 'table new', '0 * * * *'],
    );
    for (const field of ['guid', 'raw', 'runningState', 'created', 'updated', 'lastRunTime'])
      assert.ok(!(field in fields), field);
    assert.deepEqual(updates, []);
  });

  it('runs it after the query that has the name of its predecessor there', async () => {
    const first = scheduledQueryRecord({ name: 'First', guid: firstThere });
    for (const precedingName of ['First', undefined]) {
      const { created } = await copied({ query: { ...chained, precedingName }, existing: [first] });
      const { precedingGuid, precedingAction, precedingName: name } = created[0] as ScheduledQuery;
      assert.deepEqual([precedingGuid, precedingAction, name], [firstThere, 'failed', 'First']);
    }
  });

  it('says that the predecessor is missing, and copies without it if wanted', async () => {
    const { created, script } = await copied({ query: chained }, { confirm: 'Copy Without It' });
    assert.match(script.seen.join(), /“Second” runs after “First”, which does not exist on Lab \(Staging\)/);
    const { triggerType, cronSchedule, precedingGuid, precedingAction } = created[0] as ScheduledQuery;
    assert.deepEqual(
      [triggerType, cronSchedule, precedingGuid, precedingAction],
      ['cron', '5 * * * *', undefined, undefined],
    );
  });

  it('says that an equal query exists and sends nothing, whether it is enabled or not', async () => {
    for (const enabled of [true, false]) {
      const existing = [{ ...original, guid: otherGuid, enabled }];
      const { script, created, updates, compared } = await copied({ existing });
      assert.match(
        script.notices.join(),
        /Lab: “Logins” already exists with the same content\. Nothing was sent\./,
      );
      assert.deepEqual([created, updates, compared], [[], [], []]);
    }
  });

  it('compares a query that differs, names the differences, and overwrites it if wanted', async () => {
    const existing = [{ ...there, description: 'kept?' }];
    const { script, compared, updates, created, shown, lines } = await copied(
      { existing },
      { pick: 'Overwrite' },
    );
    assert.match(compared.join(), /Name: Logins\nDescription: kept\?\n[^]*table old\n[^]*↔\n[^]*table new/);
    assert.match(script.seen[0] ?? '', /Overwrite “Logins” on Lab \(Staging\)\?.*Description, Query/);
    assert.match(script.seen[0] ?? '', /It stays enabled/);
    assert.deepEqual(created, []);
    const sent = updates.map(({ path, form }) => [path[1], form?.['query'], form?.['enabled']]);
    assert.deepEqual(sent, [[otherGuid, 'table new', true]]);
    assert.deepEqual(shown, ['Logins']);
    assert.match(lines.join(), /\[change\] Lab \(staging\) overwrite scheduled query: "Logins" -> done/);
  });

  it('shows the names of predecessors in the comparison, not their GUIDs', () => {
    const text = comparedText({ ...chained, precedingName: 'First' });
    assert.match(text, /Preceding query: First\n/);
    assert.doesNotMatch(text, /10000000/);
  });

  it('sends nothing if overwriting is canceled', async () => {
    for (const response of ['cancel', { pick: 'Cancel' }] as const) {
      const copying = new Copying({ existing: [there] }, [response]);
      await assert.rejects(copying.run(), CanceledError);
      assert.deepEqual([copying.compared.length, copying.created, copying.updates], [1, [], []]);
    }
  });

  it('asks for the name of a production connection before it overwrites', async () => {
    const situation = { existing: [there], connection: production };
    const copying = new Copying(situation, [{ pick: 'Overwrite' }, 'cancel']);
    await assert.rejects(copying.run(), CanceledError);
    assert.deepEqual(copying.updates, []);
    const { updates } = await copied(situation, { pick: 'Overwrite' }, { input: 'Seoul' });
    assert.equal(updates.length, 1);
  });

  it('compares again if the query was changed meanwhile, and overwrites only what was shown', async () => {
    const copying: Copying = new Copying({ existing: [there] }, [
      {
        meanwhile: async () => {
          copying.records = [{ ...there, query: 'table third' }];
          return Promise.resolve();
        },
      },
      { pick: 'Overwrite' },
      'cancel',
    ]);
    await assert.rejects(copying.run(), CanceledError);
    assert.match(copying.compared[1] ?? '', /table third/);
    assert.match(copying.script.notices.join(), /was changed by someone else in the meantime/);
    assert.deepEqual(copying.updates, []);
  });

  it('creates the query if it was deleted meanwhile', async () => {
    const copying: Copying = new Copying({ existing: [there] }, [
      {
        meanwhile: async () => {
          copying.records = [];
          return Promise.resolve();
        },
      },
      { pick: 'Overwrite' },
    ]);
    await copying.run();
    assert.deepEqual([copying.created.length, copying.updates.length], [1, 0]);
  });

  it('says that the outcome is unknown if the response is lost', async () => {
    const lost = new UnreachableError('reset', 'lost');
    lost.uncertain = true;
    const update = (): never => {
      throw lost;
    };
    const copying = new Copying({ existing: [there], update }, [{ pick: 'Overwrite' }]);
    const error: unknown = await copying.run().catch((reason: unknown) => reason);
    assert.match(describeFailure(error, lab).sentence, /It is unknown whether the change was made/);
    assert.match(copying.lines.join(), /-> unknown: /);
    // The list is read again, because it may have changed.
    assert.deepEqual(copying.shown, [undefined]);
  });

  it('finds and overwrites a query with a hostile name, and no other', async () => {
    const name = '../[x](command:evil) $(alert) "\n--- {0}';
    const hostile = { ...original, name };
    const similar = { ...there, guid: firstThere, name: `${name} ` };
    const { updates, script } = await copied(
      { query: hostile, existing: [similar, { ...there, name }] },
      { pick: 'Overwrite' },
    );
    assert.deepEqual([updates.length, updates[0]?.path[1], updates[0]?.form?.['name']], [1, otherGuid, name]);
    // On one line, so that a name adds no sentence to the question.
    assert.match(
      script.seen[0] ?? '',
      /Overwrite “\.\.\/\[x\]\(command:evil\) \$\(alert\) \\"⏎--- \{0\}” on Lab/,
    );
  });
});
