import assert from 'node:assert/strict';
import type { PlanItem } from '../../../../../src/core/project/plan';
import type { RuleItem } from '../../../../../src/core/project/folderRules';
import {
  receiptOf,
  resultsSentence,
  resultRows,
  reportResults,
} from '../../../../../src/extension/features/project/projectTexts';
import { checkEdited, describeProblem } from '../../../../../src/extension/features/project/checkEdited';
import {
  describePlan,
  groupOf,
  losesChanges,
  projectLensTexts,
} from '../../../../../src/extension/features/project/planGroups';
import type { ComparedProject } from '../../../../../src/extension/features/project/openProject';
import { Lock } from '../../../../../src/core/project/lock';
import { readProject } from '../../../../../src/core/project/project';
import { readQueryFile } from '../../../../../src/core/project/queryFile';
import type { Notice } from '../../../../../src/extension/ui/prompts/prompts';
import type { Ui } from '../../../../../src/extension/ui/openUi';
import { labPlan, scheduledQueryFields, someGuid } from '../../../../support/scheduledQueries';
import { each } from '../../../../support/each';
import { lab } from '../../../../support/labConnection';
import { reportText } from '../../../../../src/extension/ui/writes/writeReport';

const wanted = scheduledQueryFields();
const current = { ...wanted, guid: someGuid };
const base = { guid: someGuid, record: wanted };
const of = { path: 'a.lq', name: 'A', fields: ['query'] as const };
const items: Readonly<Record<string, PlanItem>> = {
  create: { kind: 'create', ...of, wanted },
  change: { kind: 'change', ...of, wanted, current },
  delete: { kind: 'delete', ...of, current },
  drift: { kind: 'drift', ...of, base, wanted, current },
  deletedThere: { kind: 'drift', ...of, base, wanted, current: undefined },
  conflict: { kind: 'conflict', ...of, base, wanted, current },
  deletedHere: { kind: 'conflict', ...of, base, wanted: undefined, current },
  question: { kind: 'question', ...of, wanted, current },
  unchanged: { kind: 'unchanged', ...of, current },
};
const project = readProject(
  'platforms:\n  lab: {base_url: "https://a.example", environment: staging}\n',
).project;
const [platform] = project.platforms;

describe('A project in Source Control', () => {
  it('has each difference in its group', () => {
    const grouped = Object.entries(items).map(([name, item]) => [name, groupOf(item)]);
    assert.deepEqual(grouped, [
      ['create', 'toApply'],
      ['change', 'toApply'],
      ['delete', 'toApply'],
      ['drift', 'onPlatform'],
      ['deletedThere', 'onPlatform'],
      ['conflict', 'conflicts'],
      ['deletedHere', 'conflicts'],
      ['question', 'conflicts'],
      ['unchanged', undefined],
    ]);
  });

  it('has detection rules in the same groups, and warns before a rule is lost', () => {
    const rule: Omit<RuleItem, 'kind'> = {
      path: 'rules/lab/batch/R.lqrule',
      name: 'R',
      guid: someGuid,
      ruleKind: 'batch',
      wanted: {},
      current: {},
      baseVersion: 3,
      fields: ['query'],
    };
    const kinds = ['change', 'drift', 'conflict', 'missing', 'adopt', 'unchanged'] as const;
    const rules = kinds.map((kind): RuleItem => ({ ...rule, kind }));
    const grouped = rules.map((item) => [item.kind, groupOf(item), losesChanges(item)]);
    assert.deepEqual(grouped, [
      ['change', 'toApply', true],
      ['drift', 'onPlatform', false],
      ['conflict', 'conflicts', true],
      ['missing', 'onPlatform', true],
      ['adopt', undefined, false],
      ['unchanged', undefined, false],
    ]);
    assert.equal(
      describePlan({ ...labPlan, items: [], unmanaged: [] }, rules),
      '1 to apply, 2 changed on the platform, 1 in conflict.',
    );
    const [, , conflict] = rules;
    assert.deepEqual(each(projectLensTexts({ platform, connection: undefined }, conflict), 'title'), [
      'lab (Staging): conflict in a rule (the file is based on version 3)',
      'Apply…',
      'Accept Platform Changes',
    ]);
  });

  it('names the file of a problem once', () => {
    const problem = { path: 'a.lq', from: 0, to: 0, severity: 'error', code: 'encoding' } as const;
    const content = { project, files: [], lock: new Lock(), rules: new Map(), problems: [] };
    const sentence = (message: string): string => {
      const reported = { ...problem, message };
      return describeProblem({ ...content, problems: [reported, reported] }, reported);
    };
    const more = 'The Problems view lists 1 more.';
    assert.equal(sentence('a.lq is not UTF-8.'), `a.lq is not UTF-8. ${more}`);
    assert.equal(sentence('Expected text.'), `a.lq: Expected text. ${more}`);
  });

  it('is compared in a sentence, which also mentions queries that only the platform has', () => {
    const { unchanged, change, drift } = items;
    const plan = (...some: readonly (PlanItem | undefined)[]): readonly PlanItem[] =>
      some.filter((item) => item !== undefined);

    assert.equal(
      describePlan({ ...labPlan, items: plan(unchanged), unmanaged: [] }),
      'The files and the platform match.',
    );
    const others = 'On the platform but not in this folder: 1. Pull to add them.';
    assert.equal(describePlan({ ...labPlan, items: [], unmanaged: [current] }), others);
    assert.equal(
      describePlan({ ...labPlan, items: plan(change, drift), unmanaged: [current] }),
      `1 to apply, 1 changed on the platform. ${others}`,
    );
  });

  it('asks before it accepts platform changes that lose something of the file', () => {
    const asked = Object.keys(items).filter((name) => losesChanges(items[name]!));
    assert.deepEqual(asked, ['change', 'deletedThere', 'conflict', 'question']);
  });

  it('says above a file what it is compared with, and offers the actions for it', () => {
    const titles = (item: PlanItem | undefined): readonly string[] =>
      projectLensTexts({ platform, connection: undefined }, item).map(({ title }) => title);
    assert.deepEqual(titles(undefined), ['lab (Staging): compare']);
    assert.deepEqual(titles(items['create']), ['lab (Staging): create', 'Apply…']);
    assert.deepEqual(titles(items['unchanged']), ['lab (Staging): unchanged', 'Open Platform Copy']);
    assert.deepEqual(titles(items['conflict']), [
      'lab (Staging): conflict',
      'Apply…',
      'Accept Platform Changes',
      'Open Platform Copy',
    ]);
  });

  it('says which changes were applied, failed or are unknown', () => {
    const results = [
      { item: { kind: 'create', ...of, wanted }, outcome: 'done' },
      { item: { kind: 'change', ...of, wanted, current }, outcome: 'rejected', reason: 'No.' },
      { item: { kind: 'delete', ...of, current }, outcome: 'unknown', reason: 'Lost.' },
    ] as const;
    const sentence = resultsSentence('lab (Staging)', results);
    assert.equal(sentence, 'lab (Staging): 1 applied, 1 failed, 1 with an unknown result.');
    const text = reportText({ connection: lab, sentence, rows: resultRows(results) }, new Date());
    assert.match(text, /^applied +create +A +a\.lq$/m);
    assert.match(text, /^failed +change +A +a\.lq +No\.$/m);
    assert.match(text, /^unknown +delete +A +a\.lq +Lost\.$/m);
    assert.deepEqual(results.map(receiptOf), ['done', 'not done: No.', 'unknown: Lost.']);
  });

  it('shows the results, and offers to apply again what was not applied', async () => {
    const done = {
      item: { kind: 'create', ...of, wanted },
      outcome: 'done',
    } as const;
    const lost = { ...done, outcome: 'unknown', reason: 'Lost.' } as const;
    const project = { connection: { name: 'Lab' }, label: 'lab (Staging)' } as ComparedProject;
    const report = async (
      results: readonly (typeof done | typeof lost)[],
      press?: string,
    ): Promise<unknown> => {
      let notice: Notice<unknown> | undefined;
      const shown: unknown[] = [];
      let again = 0;
      const notify = <Value>(input: Notice<Value>): Promise<Value | undefined> => {
        notice = input;
        return Promise.resolve(input.buttons?.find(({ label }) => label === press)?.value);
      };
      const show = (...all: readonly unknown[]): Promise<void> => Promise.resolve(void shown.push(all));
      const ui = { prompts: { notify }, documents: { show } } as unknown as Ui;
      await reportResults(ui, project, results, () => Promise.resolve(void again++));
      return { ...notice, buttons: notice?.buttons?.map(({ label }) => label), shown, again };
    };

    assert.deepEqual(await report([done]), {
      severity: 'information',
      message: 'lab (Staging): 1 applied.',
      buttons: ['Show Results'],
      shown: [],
      again: 0,
    });
    assert.deepEqual(await report([done, lost], 'Apply Again…'), {
      severity: 'warning',
      message: 'lab (Staging): 1 applied, 1 with an unknown result.',
      buttons: ['Show Results', 'Apply Again…'],
      shown: [],
      again: 1,
    });
    const { shown } = (await report([lost], 'Show Results')) as { shown: readonly [string[], string][] };
    const [path = [], text = ''] = shown[0] ?? [];
    assert.deepEqual([path[0], path[1], path[3]], ['Lab', 'results', 'Apply.txt']);
    assert.ok(!Number.isNaN(Date.parse(path[2] ?? '')));
    assert.match(text, /^lab \(Staging\): 0 applied, 1 with an unknown result\.\n/m);
  });

  it('checks unsaved text together with the saved files', () => {
    const files = [
      readQueryFile('a.lq', '---\nname: A\nschedule: "0 * * * *"\n---\ntable a\n', project),
      readQueryFile('b.lq', '---\nname: B\nafter: A\n---\ntable b\n', project),
    ];
    const content = { project, files, lock: new Lock(), rules: new Map(), problems: [] };
    assert.deepEqual(checkEdited(content, new Map()), []);
    const [problem] = checkEdited(content, new Map([['a.lq', '---\nname: A\nafter: B\n---\ntable a\n']]));
    assert.match(problem?.message ?? '', /The chain is circular: A → B → A\./);
    const renamed = 'platforms:\n  lab: {base_url: "nowhere"}\n';
    assert.equal(checkEdited(content, new Map([['logbench.yaml', renamed]]))[0]?.code, 'base-url');
  });
});
