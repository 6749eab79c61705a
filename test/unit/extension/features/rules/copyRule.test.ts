import assert from 'node:assert/strict';
import { MissingOperationError } from '../../../../../src/core/api/errors';
import type { Operation } from '../../../../../src/core/api/operation';
import { copyRule } from '../../../../../src/extension/features/rules/copyRule';
import type { CopyRuleDeps } from '../../../../../src/extension/features/rules/copyRule';
import type { RawRecord } from '../../../../../src/core/interface/optional';
import type { Rule } from '../../../../../src/core/interface/rule';
import type { ReadOnlyDocuments } from '../../../../../src/extension/ui/documents/readOnlyDocuments';
import { CanceledError } from '../../../../../src/extension/ui/prompts/canceled';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { clientStub } from '../../../../support/clientStub';
import { platformsStub } from '../../../../support/platformsStub';
import { lab } from '../../../../support/labConnection';

const guidHere = '10000000-0000-4000-8000-000000000001';
const guidThere = '20000000-0000-4000-8000-000000000002';
const original: RawRecord = {
  ...{ guid: guidHere, name: 'Beaconing', enabled: true, priority: 'HIGH', query: 'table new' },
  ...{ user_name: 'kim', created: '2026-01-01 00:00:00+0900', vendor_field: 7, description: null },
};
const there: RawRecord = { ...original, guid: guidThere, query: 'table old', enabled: false };

function ruleOf(raw: RawRecord): Rule {
  const { guid, name, enabled } = raw as { guid: string; name: string; enabled: boolean };
  return { guid, name, enabled, priority: undefined, category: undefined, updated: undefined, raw };
}

interface Situation {
  readonly record?: RawRecord;
  readonly existing?: readonly RawRecord[];
  readonly references?: readonly { readonly item: string; readonly guid: string; readonly name: string }[];
  /** Whether the target does not list its rules. */
  readonly isUnlisted?: boolean;
}

class Copying {
  readonly created: RawRecord[] = [];
  readonly updates: Operation<unknown>[] = [];
  readonly compared: string[] = [];
  readonly reported: string[] = [];
  readonly script: ScriptedPrompts;

  constructor(
    private readonly situation: Situation,
    responses: readonly PromptResponse[],
  ) {
    this.script = new ScriptedPrompts(responses);
  }

  async run(): Promise<void> {
    await copyRule(this.#parts(), 'batch', ruleOf(this.situation.record ?? original));
    this.script.assertFinished();
  }

  #parts(): CopyRuleDeps {
    const { references = [], existing = [], isUnlisted = false } = this.situation;
    const records = existing.map(ruleOf);
    const target = clientStub({
      'GET batch-rules': () => {
        if (isUnlisted) throw new MissingOperationError('batchRules');
        return { items: records, malformed: [], total: records.length };
      },
      'GET batch-rules/*': ({ path: [, guid] }) => records.find((record) => record.guid === guid),
      'GET rule-references': () => ({ items: references, malformed: [], total: references.length }),
      'PUT batch-rules/*': (operation) => void this.updates.push(operation),
    });
    return {
      ...{ connection: lab, prompts: this.script, confirmation: 'typeName' },
      documents: undefined as unknown as ReadOnlyDocuments,
      log: { info: () => undefined, warn: () => undefined },
      target,
      withProgress: async (task) => task(new AbortController().signal),
      platforms: platformsStub(() => [], { clientFor: async () => Promise.resolve(target) }),
      create: async (record) => {
        this.created.push(record);
        return Promise.resolve(true);
      },
      compare: async ({ current, copy }) => {
        this.compared.push(`${current}\n↔\n${copy}`);
        return Promise.resolve();
      },
      updated: async () => Promise.resolve(),
      report: async (_, message) => Promise.resolve(this.reported.push(message)),
    };
  }
}

async function copied(situation: Situation, ...responses: readonly PromptResponse[]): Promise<Copying> {
  const copying = new Copying(situation, responses);
  await copying.run();
  return copying;
}

describe('Copying a detection rule to another connection', () => {
  const record = {
    ...original,
    ...{ category_guid: 'c-here', category_name: 'Malware' },
    ...{ ticket_assignee_guids: ['a-1', 'a-2'], ticket_assignee_names: ['kim', 'lee'] },
  };

  it('creates it with all fields that a user sets, also unknown ones', async () => {
    const { created, updates } = await copied({});
    assert.deepEqual(updates, []);
    assert.deepEqual(
      [created[0]?.['name'], created[0]?.['query'], created[0]?.['vendor_field']],
      ['Beaconing', 'table new', 7],
    );
  });

  it('refers to the objects that have the same names there', async () => {
    const references = [
      { item: 'category', guid: 'c-there', name: 'Malware' },
      { item: 'ticket_assignee', guid: 'b-2', name: 'lee' },
      { item: 'ticket_assignee', guid: 'b-1', name: 'kim' },
      { item: 'dataset', guid: 'd', name: 'Malware' },
    ];
    const { created } = await copied({ record, references });
    assert.deepEqual(
      [created[0]?.['category_guid'], created[0]?.['ticket_assignee_guids']],
      ['c-there', ['b-1', 'b-2']],
    );
  });

  it('says which objects are missing there, and copies without them if wanted', async () => {
    const references = [{ item: 'ticket_assignee', guid: 'b-2', name: 'lee' }];
    const { created, script } = await copied({ record, references }, { confirm: 'Copy Without Them' });
    assert.match(script.seen[0] ?? '', /“Beaconing” refers to .* not exist on Lab \(Staging\)/);
    assert.match(script.seen[0] ?? '', /“Malware”.*“kim”/s);
    assert.deepEqual(
      [created[0]?.['category_guid'], created[0]?.['category_name'], created[0]?.['ticket_assignee_guids']],
      [undefined, undefined, ['b-2']],
    );
    const canceled = new Copying({ record, references }, ['cancel']);
    await assert.rejects(canceled.run(), CanceledError);
    assert.deepEqual(canceled.created, []);
  });

  it('compares a rule that differs, overwrites it if wanted, and leaves it disabled', async () => {
    const { compared, script, updates, reported } = await copied(
      { existing: [there] },
      { pick: 'Overwrite' },
    );
    assert.match(compared.join(), /table old\n[^]*↔[^]*table new/);
    assert.match(script.seen[0] ?? '', /Overwrite “Beaconing” on Lab \(Staging\)\?.*query.*stays disabled/s);
    assert.deepEqual(
      updates.map(({ path, form }) => [path[1], form?.['query'], form?.['enabled'], form?.['vendor_field']]),
      [[guidThere, 'table new', false, 7]],
    );
    assert.match(reported.join(), /“Beaconing” was overwritten/);
  });

  it('creates it if rules are not listed, because the platform itself rejects a name twice', async () => {
    const { created } = await copied({ isUnlisted: true, existing: [there] });
    assert.equal(created.length, 1);
  });
});
