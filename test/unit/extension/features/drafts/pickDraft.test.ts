import assert from 'node:assert/strict';
import { askDraftCommand, pickDrafts } from '../../../../../src/extension/features/drafts/pickDrafts';
import {
  withDraft,
  withRecord,
  withSchedule,
} from '../../../../../src/extension/features/drafts/storedQuery';
import type { StoredQuery } from '../../../../../src/extension/features/drafts/storedQuery';
import type { Connection } from '../../../../../src/extension/ui/connections/connection';
import type { Choice, PickQuestion, Prompts } from '../../../../../src/extension/ui/prompts/prompts';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import { lab } from '../../../../support/labConnection';
import { scheduledQueryFields } from '../../../../support/scheduledQueries';
import { each } from '../../../../support/each';

const service = { address: 'https://lab.example', product: 'core' };

function draftOf(name: string, connection: string, changedAt: number): StoredQuery {
  const opened = withRecord(undefined, scheduledQueryFields({ name }), { service, connection });
  return { ...withDraft(opened, 'table mine'), changedAt };
}

describe('The list of drafts', () => {
  let drafts: readonly StoredQuery[];
  let names: readonly string[];

  const copies: Parameters<typeof pickDrafts>[1] = {
    drafts: () => Promise.resolve(drafts.map((query) => ({ id: query.base.name.toLowerCase(), query }))),
    addressesOf: (guid, { connection }) =>
      (names.length > 0 ? names : [connection]).map((name) => ({ connection: name, guid })),
    isReached: () => names.length > 0,
  };
  const find = (name: string): Connection => ({ ...lab, name });

  async function choices(): Promise<readonly Choice<unknown>[]> {
    let offered: readonly Choice<unknown>[] = [];
    const pick = <Value>(question: PickQuestion<Value>): Promise<Value | undefined> => {
      offered = question.choices;
      return Promise.resolve(question.choices.at(-1)?.value);
    };
    await pickDrafts({ pick } as unknown as Prompts, copies, find);
    return offered;
  }

  it('has the newest first, each at the connection that it was written with', async () => {
    drafts = [draftOf('Old', 'B', 1), draftOf('New', 'B', 3), draftOf('Moved', 'Removed', 2)];
    names = ['A', 'B'];
    assert.deepEqual(each(await choices(), 'label', 'value'), [
      ['Select Several…', undefined],
      ['New', { address: { connection: 'B', guid: 'new' }, name: 'New' }],
      ['Moved', { address: { connection: 'A', guid: 'moved' }, name: 'Moved' }],
      ['Old', { address: { connection: 'B', guid: 'old' }, name: 'Old' }],
    ]);
    assert.equal(drafts[0]?.base.name, 'Old', 'what was read is left as it is');
  });

  it('shows the schedule of a draft, and whether its connection no longer exists', async () => {
    drafts = [withSchedule(draftOf('A', 'B', 1), '7 * * * *')];
    names = [];
    const [choice] = await choices();
    assert.equal(choice?.description, 'its connection no longer exists');
    const { cronSchedule } = scheduledQueryFields();
    assert.ok(
      choice.detail?.startsWith(
        `schedule 7 * * * * instead of ${cronSchedule} · https://lab.example (core) · `,
      ),
      choice.detail,
    );
  });

  it('says that there are none', async () => {
    drafts = [];
    const prompts = new ScriptedPrompts([]);
    assert.deepEqual(await pickDrafts(prompts, copies, find), []);
    assert.deepEqual(prompts.notices, ['There are no drafts.']);
  });

  it('offers commands of the platform only when there is a connection to it', async () => {
    const query = { address: { connection: 'B', guid: 'g' }, name: 'A' };
    for (const [connection, labels] of [
      [lab, ['Open', 'Publish to Platform', 'Move into Project', 'Discard Draft']],
      [undefined, ['Open', 'Discard Draft']],
    ] as const) {
      const pick = ({ choices: offered }: PickQuestion<unknown>): Promise<unknown> =>
        Promise.resolve(offered.map(({ label }) => label));
      assert.deepEqual(await askDraftCommand({ pick } as unknown as Prompts, query, connection), labels);
    }
  });
});
