import assert from 'node:assert/strict';
import type { PlanItem } from '../../../../../src/core/project/plan';
import type { PullEdit } from '../../../../../src/core/project/pull';
import { Lock } from '../../../../../src/core/project/lock';
import { readProject } from '../../../../../src/core/project/project';
import {
  applyButtons,
  applyDetail,
  isDeletion,
  nothingToApplyText,
  lossQuestion,
  pulledText,
} from '../../../../../src/extension/features/project/projectTexts';
import { comparisonState } from '../../../../../src/extension/features/project/planGroups';
import { lab } from '../../../../support/labConnection';
import { labPlan, scheduledQueryFields, someGuid } from '../../../../support/scheduledQueries';

const wanted = scheduledQueryFields();
const current = { ...wanted, guid: someGuid };
const base = { guid: someGuid, record: wanted };
const of = (name: string) => ({ path: `${name}.lq`, name, fields: ['query'] as const });
const change: PlanItem = { kind: 'change', ...of('A'), wanted, current };
const deletion: PlanItem = { kind: 'delete', ...of('B'), current };
const drift: PlanItem = { kind: 'drift', ...of('C'), base, wanted, current };
const conflict: PlanItem = { kind: 'conflict', ...of('D'), base, wanted, current };
const deletedHere: PlanItem = { kind: 'conflict', ...of('E'), base, wanted: undefined, current };
const deletedThere: PlanItem = { kind: 'drift', ...of('F'), base, wanted, current: undefined };
const unchanged: PlanItem = { kind: 'unchanged', ...of('G'), current };
const plan = (...items: readonly PlanItem[]) => ({ items, unmanaged: [] });

describe('The question before files are applied', () => {
  const labels = (...items: readonly PlanItem[]): unknown =>
    applyButtons(items).map(({ label, value }) => [label, value]);

  it('deletes only with a button that says so', () => {
    assert.deepEqual(labels(change, conflict), [['Apply', false]]);
    assert.deepEqual(labels(deletion, deletedHere), [['Delete', true]]);
    assert.deepEqual(labels(change, deletion, deletedHere), [
      ['Apply Without Deleting', false],
      ['Apply and Delete 2', true],
    ]);
    assert.deepEqual([change, deletion, drift, conflict, deletedHere, deletedThere].map(isDeletion), [
      false,
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  it('says what is overwritten on the platform, and what is skipped', () => {
    const all = plan(change, drift, conflict, deletedHere, unchanged);
    assert.deepEqual(applyDetail(all, [change, conflict]).split('\n'), [
      'A: change',
      'D: conflict',
      'Changes made on the platform will be overwritten: 1.',
      'Changed on the platform or in conflict, and skipped: C, E.',
    ]);
    assert.equal(applyDetail(plan(change, unchanged), [change]), 'A: change');
  });

  it('says that there is nothing to apply, and what is to be resolved', () => {
    assert.equal(nothingToApplyText('lab', [unchanged]), 'lab: there is nothing to apply.');
    assert.equal(
      nothingToApplyText('lab', [unchanged, drift, conflict]),
      'lab: there is nothing to apply. To resolve in Source Control: C, D.',
    );
  });
});

describe('Scheduled queries of the platform that replace files', () => {
  it('are named with what is lost and the files that are removed', () => {
    assert.deepEqual(lossQuestion('lab', [change]), {
      message: 'Replace A.lq with the copy from lab?',
      detail: 'Changes that are only in the file will be lost.',
    });
    assert.deepEqual(lossQuestion('lab', [deletedThere]), {
      message: 'Replace F.lq with the copy from lab?',
      detail: 'Deleted on the platform, so the file will be removed: 1.',
    });
    const { message, detail } = lossQuestion('lab', [change, conflict, deletedThere]);
    assert.equal(message, 'Replace 3 files with the copies from lab?');
    assert.match(detail ?? '', /^Changes that are only .* lost\. Deleted on .* removed: 1\.$/);
  });

  it('are counted after a pull, with those to resolve', () => {
    const edit: PullEdit = { kind: 'change', path: 'C.lq', name: 'C', source: 'text', entry: base };
    const adopted: PullEdit = { ...edit, kind: 'adopt', path: 'G.lq', source: undefined };
    const rules = { written: ['r.json'], kept: [], unlisted: undefined };
    assert.deepEqual(pulledText('lab', plan(drift, unchanged), [edit, adopted], rules), {
      severity: 'information',
      message: 'lab: files written: 1. Detection rule files: 1.',
    });
    assert.deepEqual(
      pulledText('lab', plan(drift, conflict), [edit], { written: [], kept: [], unlisted: 'No rules.' }),
      {
        severity: 'warning',
        message: 'lab: files written: 1. No rules. Skipped, to resolve in Source Control: D.',
      },
    );
    const { message } = pulledText('lab', plan(), [], { ...rules, unlisted: 'No stream rules.' });
    assert.equal(message, 'lab: files written: 0. Detection rule files: 1. No stream rules.');
  });
});

describe('The state of a comparison', () => {
  it('shows the most important of what is known', () => {
    const { project } = readProject('platforms: {}\n');
    const content = { project, files: [], lock: new Lock(), rules: new Map(), problems: [] };
    const problem = { path: 'a', from: 0, to: 0, severity: 'error', code: 'lock', message: '' } as const;
    const all = {
      failure: 'No.',
      content: { ...content, problems: [problem, problem] },
      connection: undefined,
      readAt: undefined,
      plan: undefined,
    };
    const known = { ...all, failure: undefined, content };
    const read = { ...known, connection: lab, readAt: new Date() };
    const states = [
      all,
      { ...all, failure: undefined },
      known,
      { ...known, connection: lab },
      { ...read, plan: { ...labPlan, unmanaged: [current] } },
    ].map((state) => comparisonState(state));
    assert.deepEqual(
      states.slice(0, 4).map(([icon, title]) => `${icon} ${title}`),
      ['warning Not compared', 'error Problems: 2', 'debug-disconnect No connection', 'refresh Plan'],
    );
    assert.equal(states[0]?.[2], 'No.');
    assert.match(states[4]?.[1] ?? '', /^as of /);
    assert.match(states[4]?.[2] ?? '', /not in this folder: 1\./);
    assert.equal(comparisonState(read)[2], 'Compare the folder with the platform');
  });
});
