import assert from 'node:assert/strict';
import {
  askConflict,
  askCreateAgain,
  conflictOf,
  confirmPublish,
} from '../../../../../src/extension/features/drafts/draftQuestions';
import type { DraftConflict } from '../../../../../src/extension/features/drafts/draftQuestions';
import type { Change } from '../../../../../src/extension/features/drafts/storedQuery';
import { kindOf } from '../../../../../src/extension/features/drafts/textKinds';
import type { QueryTarget } from '../../../../../src/extension/features/drafts/queryTarget';
import type { ProblemSummary } from '../../../../../src/core/language/services/problemSummary';
import type { Connection } from '../../../../../src/extension/ui/connections/connection';
import type { ConfirmQuestion } from '../../../../../src/extension/ui/prompts/prompts';
import type { ScheduledQueryFields } from '../../../../../src/core/interface/scheduledQueryFields';
import { scheduledQueryRecord } from '../../../../support/scheduledQueryRecord';
import { scheduledQueryFields } from '../../../../support/scheduledQueries';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { each } from '../../../../support/each';
import { lab } from '../../../../support/labConnection';

const production: Connection = { ...lab, name: 'Plant', environment: 'production' };
const problem = { text: 'Line 1: unknown command.' } as ProblemSummary;

function targetOn(connection: Connection): QueryTarget {
  return { connection, name: 'Logons', address: { connection: connection.name, guid: 'g' } };
}

/** The first question that was asked. */
function asked(prompts: ScriptedPrompts): ConfirmQuestion<unknown> {
  return JSON.parse((prompts.seen[0] ?? '').replace(/^confirm: /, '')) as ConfirmQuestion<unknown>;
}

const labels = ({ buttons }: ConfirmQuestion<unknown>): readonly string[] =>
  buttons.map(({ label }) => label);

describe('The question before a draft is published', () => {
  async function publish(
    connection: Connection,
    found: ProblemSummary | undefined,
    responses: readonly PromptResponse[],
    schedule?: string,
  ): Promise<{ readonly response: unknown; readonly prompts: ScriptedPrompts }> {
    const prompts = new ScriptedPrompts(responses);
    const request = { label: 'Show Request', open: () => Promise.resolve() };
    const draft = { guid: 'g', base: scheduledQueryFields(), draft: undefined, schedule };
    const subject = { problem: found, effect: kindOf({}).effect(scheduledQueryRecord(), draft) };
    const response = await confirmPublish(prompts, targetOn(connection), subject, request, 'typeName');
    prompts.assertFinished();
    return { response, prompts };
  }

  it('is asked on production or when the text has a problem, and never otherwise', async () => {
    assert.equal((await publish(lab, undefined, [])).response, undefined);
    const { response, prompts } = await publish(production, undefined, [
      { confirm: 'Publish' },
      { input: 'Plant' },
    ]);
    assert.equal(response, undefined);
    assert.equal(asked(prompts).message, 'Publish Logons to Plant (Production)?');
    assert.match(
      asked(prompts).detail ?? '',
      /^The new text takes effect at the next run\. The schedule and/,
    );
    assert.deepEqual(labels(asked(prompts)), ['Publish', 'Compare', 'Show Request']);
  });

  it('does not publish a text with a problem when Enter is pressed', async () => {
    const { response, prompts } = await publish(lab, problem, [{ confirm: 'Publish Anyway' }]);
    assert.equal(response, undefined);
    assert.deepEqual(labels(asked(prompts)), ['Show Problem', 'Publish Anyway', 'Compare', 'Show Request']);
    assert.match(asked(prompts).detail ?? '', /^Line 1: unknown command\.\n\nThe new text/);
    assert.equal((await publish(lab, problem, [{ confirm: 'Show Problem' }])).response, 'showProblem');
  });

  it('asks for no name when nothing is published, and says what a new schedule changes', async () => {
    const compared = await publish(production, undefined, [{ confirm: 'Compare' }], '0 4 * * *');
    assert.equal(compared.response, 'compare');
    assert.equal(
      asked(compared.prompts).detail,
      'Its schedule changes to 0 4 * * *. The other properties do not change.',
    );
    await assert.rejects(publish(production, undefined, [{ confirm: 'Publish' }, { input: 'Lab' }]));
  });
});

describe('The questions about a draft', () => {
  /** With a draft that has another text. */
  function conflictWith(theirs: Partial<ScheduledQueryFields>, change?: Change): DraftConflict {
    const base = scheduledQueryFields({ name: 'Logons', query: 'table a' });
    const draft = { guid: 'g', base, draft: 'table mine', schedule: undefined };
    return conflictOf({ ...scheduledQueryRecord(), ...base, ...theirs }, draft, change);
  }

  it('say what was changed, and offer to merge only if both changed the text', async () => {
    const ask = async (theirs: Partial<ScheduledQueryFields>): Promise<ConfirmQuestion<unknown>> => {
      const prompts = new ScriptedPrompts([{ confirm: 'Keep Draft' }]);
      await askConflict(prompts, targetOn(production), conflictWith(theirs));
      return asked(prompts);
    };
    const schedule = await ask({ cronSchedule: '5 4 * * *' });
    assert.match(
      schedule.detail ?? '',
      /Cron schedule\nOriginal: “[^”]+”\nTheirs: “5 4 \* \* \*”\nYours: “[^”]+”/,
    );
    assert.doesNotMatch(schedule.buttons.map(({ label }) => label).join(), /Merge/);
    const text = await ask({ name: 'Sign-ins', query: 'table theirs' });
    assert.match(text.detail ?? '', /Name\nOriginal: “Logons”\nTheirs: “Sign-ins”\nYours: “Logons”/);
    assert.match(
      text.detail ?? '',
      /Query\nOriginal: “table a”\nTheirs: “table theirs”\nYours: “table mine”/,
    );
    assert.equal(text.buttons[0]?.label, 'Merge');
  });

  it('name who changed the query meanwhile, and keep the draft when they are closed', async () => {
    const ask = async (user?: string): Promise<ConfirmQuestion<unknown>> => {
      const prompts = new ScriptedPrompts([{ confirm: 'Keep Draft' }]);
      const change = user === undefined ? undefined : { user, time: 0 };
      assert.equal(
        await askConflict(prompts, targetOn(production), conflictWith({ query: 'table b' }, change)),
        'keep',
      );
      return asked(prompts);
    };
    const question = await ask('kim');
    assert.match(
      question.message,
      /^kim changed Logons on Plant \(Production\) at .+, after you opened it\.$/,
    );
    assert.match((await ask()).message, /^Someone else changed Logons on Plant \(Production\) after you/);
    assert.deepEqual(each(question.buttons, 'label', 'value', 'closes'), [
      ['Merge', 'merge', undefined],
      ['Compare', 'compare', undefined],
      ['Overwrite', 'overwrite', undefined],
      ['Reload', 'reload', undefined],
      ['Keep Draft', 'keep', true],
    ]);
  });

  it('say which queries are linked again to a re-created query, and what is wrong with its text', async () => {
    const effect = kindOf({}).recreationEffect();
    const ask = async (
      found: ProblemSummary | undefined,
      dependents: string,
      confirm: string,
    ): Promise<unknown> => {
      const prompts = new ScriptedPrompts([{ confirm }]);
      const response = await askCreateAgain(prompts, targetOn(lab), { problem: found, effect }, dependents);
      return [response, labels(asked(prompts)), asked(prompts).detail];
    };
    assert.equal(
      effect,
      'It gets a new GUID, and the schedule and properties that it had when you opened it.',
    );
    assert.deepEqual(await ask(undefined, '', 'Create'), ['create', ['Create'], effect]);
    assert.deepEqual(await ask(problem, '“A”', 'Create Anyway'), [
      'create',
      ['Show Problem', 'Create Anyway'],
      `Line 1: unknown command.\n\n${effect}\n\nLinked again: “A”`,
    ]);
  });
});
