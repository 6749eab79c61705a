import assert from 'node:assert/strict';
import type { AssistantPlatform } from '../../../../../src/core/assistant/assistantHost';
import { confirmationOf } from '../../../../../src/extension/features/assistants/confirmation';
import { Masker } from '../../../../../src/core/privacy/masker';

const staging = { environment: 'staging', baseUrl: undefined } as const;
const lab: AssistantPlatform = { name: 'Lab', access: 'metadata', ...staging };
const other: AssistantPlatform = { ...lab, name: 'Other', access: 'off' };
const query = 'table logins';

describe('The question before a tool of assistants runs', () => {
  const masker = new Masker();

  function asked(tool: string, input: unknown, platforms: readonly AssistantPlatform[] = [lab]): string {
    const { question } = confirmationOf(`logbench_${tool}`, input, { platforms: () => platforms, masker });
    return question === undefined ? '' : `${question.title}\n${question.message.source}`;
  }

  const progress = (name: string, input: unknown, platforms = [lab]): string =>
    confirmationOf(name, input, { platforms: () => platforms, masker }).progress;

  it('asks before rows are read or a draft is saved, and not before names are read', () => {
    assert.match(asked('run_query', { query }), /^Run this query on Lab for an assistant\?/);
    assert.match(asked('audit_logs', {}), /^Let an assistant read the audit log of Lab\?/);
    const change = { change: 'Daily', query, reason: 'Faster' };
    assert.match(asked('propose_change', change), /^Save a draft from an assistant for Lab\?[^]*Daily/);
    assert.equal(asked('tables', {}), '');
    assert.equal(asked('unknown', { query }), '');
  });

  it('names the platform of the call, and asks nothing when the platform is unclear', () => {
    const both = [other, { ...lab, access: 'read' }] as const;
    assert.match(asked('run_query', { query, platform: 'Lab' }, both), /on Lab for[^]*Lab[^]*Staging/);
    assert.equal(asked('run_query', { query }, both), '');
    assert.equal(asked('run_query', { query }, []), '');
    assert.equal(asked('run_query', { query, platform: 'Removed' }), '');
  });

  it('asks nothing before a call that will be rejected', () => {
    assert.equal(asked('run_query', { query, platform: 'Other' }, [lab, other]), '');
    assert.equal(asked('run_query', {}), '');
    assert.equal(asked('run_query', { query: 5 }), '');
    assert.equal(asked('run_query', undefined), '');
  });

  it('shows the query with the real values instead of their masks', () => {
    const mask = masker.name('user', 'kim.minji');
    const text = asked('run_query', { query: `table logins | search user == "${mask}"` });
    assert.match(text, /```logbench-query\ntable logins \| search user == "kim\.minji"\n```$/);
  });

  it('shows only the arguments of the call', () => {
    assert.doesNotMatch(asked('audit_logs', {}), /Reason|Scheduled Query|```/);
    const text = asked('propose_change', { name: 'New one', query, reason: 'Asked for', change: undefined });
    assert.match(text, /Scheduled Query: New one[^]*Reason: Asked for/);
  });

  it('says in the progress what runs and on which platform', () => {
    assert.match(progress('logbench_tables', {}), /^Logbench: .+ on Lab$/);
    assert.match(progress('logbench_tables', {}, [lab, other]), /^Logbench: (?!.* on )/);
    assert.equal(progress('logbench_gone', {}), 'Logbench: logbench_gone on Lab');
  });
});
