import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { commands } from '../../../src/cli/commands';

const document = readFileSync('docs/as-code.md', 'utf8');

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

describe('The document about queries as code', () => {
  it('has a workflow that checks, plans and applies with options that exist', () => {
    const [, template = ''] = /^`{3,}yaml\n(name: [^]*?)^`{3,}/m.exec(document) ?? [];
    const { jobs } = parse(template) as Workflow;
    const steps = Object.values(jobs).flatMap((job) => job.steps.flatMap(({ run }) => run ?? []));
    const used = steps.flatMap((step) => [...step.matchAll(/cli\.js (\w+)([^\n>]*)/g)]);

    assert.deepEqual(
      used.map(([, name]) => name),
      ['check', 'plan', 'apply', 'apply'],
    );
    for (const [, name, text = ''] of used) {
      const command = commands.find((known) => known.name === name);
      for (const [, option = ''] of text.matchAll(/--([\w-]+)/g)) assert.ok(command?.options[option], option);
    }
  });

  it('names each command, and no option that does not exist', () => {
    for (const name of ['check', 'pull', 'plan', 'apply', 'run', 'audit']) {
      assert.ok(document.includes(`\`logbench ${name}`), name);
    }
    const known = new Set(commands.flatMap(({ options }) => Object.keys(options)));
    const prose = document.replaceAll(/^`{3,}[^]*?^`{3,}/gm, '');
    for (const [, option = ''] of prose.matchAll(/`--([\w-]+)/g)) {
      assert.ok(known.has(option) || option === 'help', option);
    }
  });
});
