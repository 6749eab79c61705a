import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../../../../scripts/project.mjs';
import { fillTemplate } from '../../../../src/core/notebook/fillTemplate';
import { parseNotebook } from '../../../../src/core/notebook/markdownCells';
import { readProperties } from '../../../../src/core/notebook/notebookProperties';

const template = (name: string): string =>
  readFileSync(path.join(inProject('media/notebooks'), `${name}.lq.md`), 'utf8');

describe('A template that is filled', () => {
  it('reads the silent table and its neighbors, and names it in its heading and parameters', () => {
    const { frontMatter, cells } = parseNotebook(
      fillTemplate(template('silent-source'), { parameter: 'table', name: 'web_seoul-2' }),
    );
    assert.deepEqual([...readProperties(frontMatter).properties.parameters], [['table', 'web_seoul-2']]);
    assert.match(cells[0]?.value ?? '', /^# Silent source: web_seoul-2\n/);
    const queries = cells.filter(({ kind }) => kind === 'query').map(({ value }) => value);
    assert.match(queries[0] ?? '', /^table from=\$\("from"\) to=\$\("to"\) web_seoul-2\n/);
    assert.equal(queries[1], 'table limit=20 web_seoul-2');
    assert.match(queries[2] ?? '', /^table from=\$\("from"\) to=\$\("to"\) web_\*\n/);
    assert.ok(!JSON.stringify(cells.map(({ value }) => value)).includes('fw_'));
  });

  it('has the query of the failing schedule in its empty cell, whatever the name and the text contain', () => {
    const name = '*x* <b>\u202E\n---\nhour: [';
    const query = 'table a | search b == "```\n$&"\n```\n# c';
    const { frontMatter, cells } = parseNotebook(
      fillTemplate(template('failing-schedule'), { parameter: 'schedule', name, query }),
    );
    const { properties, problems } = readProperties(frontMatter);
    assert.deepEqual([problems, [...properties.parameters]], [[], [['schedule', name]]]);
    assert.equal(properties.from, '1d');
    assert.equal(cells.filter(({ kind }) => kind === 'query').at(-1)?.value, query);
    assert.match(cells[0]?.value ?? '', /^# Failing schedule: \\\*x\\\* \\<b\\>[^\n]*\n\n/);
    assert.ok(!cells[0]?.value.includes('\u202E'));
  });

  it('keeps the words of a query that JavaScript knows too', () => {
    const query = 'table fw_seoul | search constructor == toString and valueOf == "__proto__"';
    const own = `---\nparameters:\n  table: fw_seoul\n---\n\n\`\`\`lq\n${query}\n\`\`\`\n`;
    assert.equal(fillTemplate(own, { parameter: 'table', name: 'x' }), own.replaceAll('fw_seoul', 'x'));
  });

  it('keeps every other byte of a template of a team', () => {
    const own = '---\r\n# ours\r\nfrom: 2d\r\n---\r\n\r\nNo heading.\r\n\r\n```lq\r\ntable x\r\n```\r\n';
    assert.equal(
      fillTemplate(own, { parameter: 'table', name: 'y' }),
      own.replace('from: 2d\r\n', 'from: 2d\r\nparameters:\r\n  table: y\r\n'),
    );
  });
});
