import assert from 'node:assert/strict';
import { dependentsByGuid, chainModel } from '../../../../../src/extension/features/overview/chainModel';
import type { QueryState } from '../../../../../src/extension/ui/connections/queryRecords';
import { failed, dependent, schedule } from './support';
import { each } from '../../../../support/each';

function statesOf(all: readonly QueryState[]): readonly string[] {
  return chainModel(all, () => '').nodes.map(
    ({ name, state, held }) => `${name} ${state}${held ? ' held' : ''}`,
  );
}

describe('Chains', () => {
  it('list queries with a predecessor or a dependent, and count the others', () => {
    const { nodes, alone } = chainModel(
      [schedule('one'), dependent('two', 'one'), schedule('alone')],
      () => '',
    );
    assert.deepEqual(each(nodes, 'name', 'preceding'), [
      ['one', null],
      ['two', 'guid of one'],
    ]);
    assert.equal(alone, 1);
  });

  it('mark all dependents of a failed query as waiting', () => {
    assert.deepEqual(statesOf([failed('one'), dependent('two', 'one'), dependent('three', 'two')]), [
      'one failed',
      'two waiting held',
      'three waiting held',
    ]);
  });

  it('end a failure at a query that runs after a failure', () => {
    const all = [failed('one'), dependent('alarm', 'one', { precedingAction: 'failed' })];
    assert.deepEqual(statesOf(all), ['one failed', 'alarm ok']);
  });

  it('show running, disabled and missing queries', () => {
    const all = [
      schedule('off', { enabled: false }),
      dependent('two', 'off', { runningState: 'running' }),
      dependent('orphan', 'deleted'),
    ];
    assert.deepEqual(statesOf(all), [
      'deleted missing',
      'off disabled',
      'two running held',
      'orphan waiting held',
    ]);
  });

  it('list each query of a cycle once', () => {
    const loop = [dependent('one', 'two'), dependent('two', 'one')];
    assert.deepEqual(statesOf(loop), ['one waiting held', 'two waiting held']);
    assert.deepEqual(dependentsByGuid(loop)('guid of one'), ['guid of two']);
  });

  it('ignore a predecessor when the trigger is not a workflow', () => {
    const all = [
      schedule('one'),
      dependent('two', 'one', { triggerType: 'cron', cronSchedule: '0 0 * * *' }),
    ];
    assert.equal(chainModel(all, () => '').alone, 2);
  });
});
