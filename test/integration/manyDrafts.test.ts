import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { queryUri } from '../../src/extension/ui/documents/queryUri';
import { closeAllTabs } from './support/closeAllTabs';
import { saveDraft } from './support/queryDocuments';
import { runCommand } from './support/runCommand';
import { sharedQueries } from './support/scheduledQueries';
import { inNewest as test } from './support/vscodes';

describe('Several drafts at once', () => {
  const stored = sharedQueries();

  interface Drafted {
    readonly guid: string;
    readonly uri: vscode.Uri;
  }

  /** Queries with drafts. */
  async function drafted(...names: readonly string[]): Promise<readonly Drafted[]> {
    const drafts: Drafted[] = [];
    for (const name of names) {
      const guid = await stored.create(name, { query: 'json "{}"' });
      const address = { connection: stored.connected.connection.name, guid };
      const uri = queryUri({ address, name });
      await saveDraft(uri, 'json "{}" | limit 1');
      drafts.push({ guid, uri });
    }
    return drafts;
  }

  async function changeAsOther({ guid }: Drafted, name: string): Promise<void> {
    const form = { name, query: 'json "{}" | limit 9', trigger_type: 'cron', cron_schedule: '0 3 * * *' };
    await stored.connected.call(`PUT /api/core/scheduled-queries/${guid}`, { form });
  }

  const texts = async (drafts: readonly Drafted[]): Promise<readonly unknown[]> =>
    Promise.all(drafts.map(async ({ guid }) => (await stored.read(guid))?.query));
  const select = (...names: readonly string[]) => [{ pick: 'Select Several' }, { pickMany: names }] as const;

  after(closeAllTabs);

  test('are published after one question, except those that someone else has changed, before or meanwhile', async () => {
    const drafts = await drafted('Many A', 'Many B', 'Many C', 'Many D');
    const [, b, c] = drafts;
    assert.ok(b && c);
    await changeAsOther(b, 'Many B');

    const script = await runCommand('logbench.drafts.list', [
      ...select('Many A', 'Many B', 'Many C', 'Many D'),
      { pick: 'Publish to Platform' },
      { meanwhile: () => changeAsOther(c, 'Many C') },
      { confirm: 'Publish' },
    ]);

    assert.match(script.seen.join('\n'), /Publish 3 of 4 drafts to Test \(Development\)\?/);
    assert.match(script.seen.join('\n'), /Stay drafts: “Many B: someone else changed it”/);
    assert.deepEqual(script.notices, ['Test: 2 published, 2 failed.']);
    const mine = 'json "{}" | limit 1';
    const theirs = 'json "{}" | limit 9';
    assert.deepEqual(await texts(drafts), [mine, theirs, theirs, mine]);
    const kept = await runCommand('logbench.drafts.list', [
      ...select('Many B', 'Many C'),
      { pick: 'Discard Drafts' },
      { confirm: 'Discard Drafts' },
    ]);
    assert.doesNotMatch(kept.seen.join('\n'), /Many [AD]/, 'they are published');
  });

  test('are compared in one editor, and discarded after one question, except what was typed meanwhile', async () => {
    const drafts = await drafted('Bulk A', 'Bulk B', 'Bulk C');
    const [, b] = drafts;
    assert.ok(b);
    await runCommand('logbench.drafts.list', [...select('Bulk A', 'Bulk B'), { pick: 'Compare' }]);
    const shown = vscode.window.activeTextEditor?.document;
    assert.equal(shown?.languageId, 'diff');
    for (const name of ['Bulk A', 'Bulk B']) {
      const expected = `--- ${name}: Test (Development)\n+++ ${name}: Your draft\n`;
      assert.ok(shown.getText().includes(expected), shown.getText());
    }
    assert.match(shown.getText(), /^- json "{}"\n\+ json "{}" \| limit 1$/m);

    await runCommand('logbench.drafts.list', [
      ...select('Bulk A', 'Bulk B'),
      { pick: 'Discard Drafts' },
      { meanwhile: async () => void (await saveDraft(b.uri, 'json "{}" | limit 2')) },
      { confirm: 'Discard Drafts' },
    ]);

    const files = await Promise.all(
      drafts.map(async ({ uri }) => String(Buffer.from(await vscode.workspace.fs.readFile(uri)))),
    );
    assert.deepEqual(files, ['json "{}"', 'json "{}" | limit 2', 'json "{}" | limit 1']);
    assert.deepEqual(await texts(drafts), ['json "{}"', 'json "{}"', 'json "{}"']);
  });

  test('are selected for those who come from a proposal', async () => {
    const [a, b] = await drafted('Proposed A', 'Proposed B', 'Mine');
    const script = await runCommand('logbench.drafts.list', ['cancel'], [a?.uri, b?.uri]);
    const question = JSON.parse((script.seen[0] ?? '').replace(/^pickMany: /, '')) as {
      readonly choices: readonly { readonly label: string; readonly picked: boolean }[];
    };
    const picked = question.choices.filter((choice) => choice.picked).map(({ label }) => label);
    assert.deepEqual(picked.toSorted(), ['Proposed A', 'Proposed B']);
  });
});
