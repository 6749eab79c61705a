import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { CodeDeps } from '../../src/extension/features/project/projectList';
import { CanceledError } from '../../src/extension/ui/prompts/canceled';
import { applyProject } from '../../src/extension/features/project/applyToPlatform';
import { compareNow, projectToPullInto } from '../../src/extension/features/project/selectedProject';
import { ProjectList } from '../../src/extension/features/project/projectList';
import { pullQueries, acceptRemote } from '../../src/extension/features/project/pullQueries';
import { eventually } from '../support/eventually';
import { otherGuid, someGuid } from '../support/scheduledQueries';
import { scheduledQueryRecord } from '../support/scheduledQueryRecord';
import { cancelableProgress } from './support/cancelableProgress';
import { ComparedProject, logons } from './support/comparedProject';
import type { Handler } from '../support/clientStub';
import { ScriptedPrompts } from './support/scriptedPrompts';
import type { PromptResponse } from './support/scriptedPrompts';
import { replacing } from './support/replacing';
import { inOldest as test } from './support/vscodes';

const known = scheduledQueryRecord({ guid: someGuid, name: 'Logons', query: 'table a' });
const added = scheduledQueryRecord({ guid: otherGuid, name: 'New one', query: 'table b' });
const empty = { items: [], malformed: [], total: 0 };
const noRules = { 'GET batch-rules': () => empty, 'GET stream-rules': () => empty };

/** Rejects once it is aborted. */
async function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  signal?.throwIfAborted();
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

describe('Pulling and applying scheduled queries in a folder', () => {
  let script: ScriptedPrompts;
  let logged: string[];
  let reloaded: number;

  function windowWith(compared: ComparedProject, responses: readonly PromptResponse[]): CodeDeps {
    script = new ScriptedPrompts(responses);
    [logged, reloaded] = [[], 0];
    const projects = new ProjectList(compared.platforms);
    projects.add(compared.project);
    return {
      ui: { prompts: script, log: { info: (message: string) => logged.push(message) } },
      platforms: { ...compared.platforms, ensureWritable: async () => Promise.resolve() },
      projects,
      refresh: async () => Promise.resolve(),
      scheduledQueries: { reload: () => (reloaded += 1) },
    } as unknown as CodeDeps;
  }

  test('stops the comparison when it is canceled', async () => {
    await using compared = await ComparedProject.make();
    using progress = cancelableProgress();
    compared.response = async (_connection, signal) => untilAborted(signal);
    const comparing = compareNow(compared.project);
    await eventually(() => progress.titles.length === 1);
    progress.cancel();
    await assert.rejects(comparing, { name: 'AbortError' });
  });

  test('keeps the pulled queries when the pull of the rules after them is canceled', async () => {
    await using compared = await ComparedProject.make();
    using progress = cancelableProgress();
    compared.response = () => Promise.resolve([known, added]);
    let isAsked = false;
    let lists = 0;
    // Both kinds are listed for the question, and again after it.
    const wait: Handler = async (_request, signal) => {
      if (++lists <= 2) return empty;
      isAsked = true;
      return untilAborted(signal);
    };
    compared.operations = { 'GET batch-rules': wait, 'GET stream-rules': wait };
    const pulling = pullQueries(windowWith(compared, [{ confirm: 'Pull' }]), [compared.project.uri]);
    await eventually(() => isAsked && progress.titles.some((title) => title.startsWith('Pulling')));
    progress.cancel();
    await assert.rejects(pulling, { name: 'AbortError' });
    const names = compared.project.content?.files.map((file) => file.path);
    assert.deepEqual(names, ['scheduled-queries/New one.lq', logons]);
    assert.deepEqual(script.notices, []);
  });

  test('announces the files of detection rules too, and writes nothing when it is canceled', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    compared.response = () => Promise.resolve([known]);
    const rules = Array.from({ length: 22 }, (_, index) => {
      const guid = someGuid.replace(/..$/, String(10 + index));
      return { guid, name: `Rule ${index}`, raw: { guid, name: `Rule ${index}` } };
    });
    compared.operations = { ...noRules, 'GET batch-rules': () => ({ ...empty, items: rules, total: 22 }) };
    await assert.rejects(pullQueries(windowWith(compared, ['cancel']), [project.uri]), CanceledError);
    const asked = script.seen.join('\n');
    assert.match(asked, /Pull scheduled queries and detection rules from lab/);
    assert.match(asked, /New files: \d\. Changed files: 0\. Detection rule files: 22\./);
    await assert.rejects(readFile(path.join(compared.root, 'rules/lab/batch/Rule 0.lqrule')));
  });

  test('asks nothing if no file is written, and offers to open Source Control', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    compared.response = () => Promise.resolve([known, added]);
    compared.operations = noRules;
    const ran: unknown[] = [];
    using _ = replacing(vscode.commands, 'executeCommand', (id: string) => Promise.resolve(ran.push(id)));
    const pull = async (...responses: readonly PromptResponse[]): Promise<readonly unknown[]> => {
      await pullQueries(windowWith(compared, responses), [project.uri]);
      script.assertFinished();
      return ran.splice(0);
    };
    assert.deepEqual(await pull({ confirm: 'Pull' }, { notice: 'files written: 1' }), []);
    const pressed = { notice: 'files written: 0', press: 'Open Source Control' };
    assert.deepEqual(await pull(pressed), ['workbench.view.scm']);

    const file = 'scheduled-queries/New one.lq';
    compared.response = () => Promise.resolve([known, { ...added, query: 'table c' }]);
    const before = await readFile(path.join(compared.root, logons), 'utf8');
    await acceptRemote(windowWith(compared, []), [project.uriOf(file)]);
    assert.deepEqual(script.seen, [], 'nothing is lost, so nothing is asked');
    assert.match(await readFile(path.join(compared.root, file), 'utf8'), /\ntable c\n/);
    assert.equal(await readFile(path.join(compared.root, logons), 'utf8'), before);

    const rule = 'rules/lab/batch/Missing.json';
    await compared.write(rule, `{"guid":"${someGuid}"}`);
    compared.response = () => Promise.resolve([known]);
    await pull({ notice: 'files written: 0. Detection rule files: 0. Skipped' });
    for (const kept of [file, rule]) assert.ok(await readFile(path.join(compared.root, kept), 'utf8'), kept);
  });

  test('keeps what was applied before it was canceled, and reports the others as not attempted', async () => {
    await using compared = await ComparedProject.make();
    using progress = cancelableProgress();
    const query = (name: string): string => `---\nname: ${name}\nschedule: "0 * * * *"\n---\ntable a\n`;
    compared.response = () => Promise.resolve([]);
    await compared.project.pick('other');
    await compared.write(logons, query('Logons'));
    await compared.write('scheduled-queries/second.lq', query('Second'));
    const created: string[] = [];
    compared.operations = {
      'POST scheduled-queries': async ({ form }) => {
        created.push(String(form?.['name']));
        await eventually(() => progress.titles.some((title) => title.startsWith('Applying')));
        progress.cancel();
        return someGuid;
      },
    };
    const responses = [{ confirm: 'Apply' }, { input: 'Other' }];
    await applyProject(windowWith(compared, responses), [compared.project.uri]);
    script.assertFinished();
    assert.deepEqual([created, reloaded], [['Logons'], 1]);
    assert.deepEqual(script.notices, ['other (Production): 1 applied, 1 failed.']);
    assert.match(logged.join('\n'), /"Logons" -> done\n.*"Second" -> not done: Not attempted: canceled/);
    assert.match(await readFile(path.join(compared.root, 'logbench.lock.json'), 'utf8'), /"other\/.*logons/);
  });

  test('pulls into a folder of the window or any other folder', async () => {
    await using compared = await ComparedProject.make();
    await using elsewhere = await ComparedProject.make();
    const { project } = compared;
    const folders = [project.uri, vscode.Uri.parse('vscode-vfs://host/far'), elsewhere.project.uri];
    using _ = replacing(
      vscode.workspace,
      'workspaceFolders',
      folders.map((uri) => ({ uri })),
    );
    const deps = windowWith(compared, [{ pick: 'Other folder…' }, { file: compared.root }]);
    assert.equal(await projectToPullInto(deps, []), project);
    const { choices } = JSON.parse((script.seen[0] ?? '').replace(/^pick: /, '')) as {
      readonly choices: readonly { readonly detail?: string; readonly description?: string }[];
    };
    assert.deepEqual(
      choices.map(({ detail, description }) => [detail, description]),
      [
        [compared.root, 'has scheduled queries'],
        [elsewhere.root, undefined],
        [undefined, undefined],
      ],
    );
    assert.deepEqual(await readdir(path.join(compared.root, 'scheduled-queries')), ['logons.lq']);
  });
});
