import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { commands } from '../../../src/cli/commands';

const document = readFileSync('docs/as-code.md', 'utf8');

describe('The document about queries as code', () => {
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
