import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../../../../scripts/project.mjs';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { parseNotebook } from '../../../../src/core/notebook/markdownCells';
import { readProperties } from '../../../../src/core/notebook/notebookProperties';
import { prepareQuery } from '../../../../src/core/notebook/prepareQuery';

describe('The templates of notebooks', () => {
  const folder = inProject('media/notebooks');
  for (const name of readdirSync(folder)) {
    it(`have valid properties, queries and references: ${name}`, () => {
      const { frontMatter, cells } = parseNotebook(readFileSync(path.join(folder, name), 'utf8'));
      const { properties, problems } = readProperties(frontMatter);
      assert.deepEqual(problems, []);
      for (const [index, { kind, value }] of cells.entries()) {
        if (kind === 'text' || value === '') continue;
        const sent = prepareQuery(value, properties, (named) => {
          assert.ok(cells.slice(0, index).some((cell) => cell.name === named));
          const columns = ['src_ip', 'client_ip'].map((column) => ({ name: column, type: 'text' }) as const);
          return { columns, rows: [['a', 'b']], total: 1, failure: null };
        });
        assert.deepEqual(parseQuery(sent).problems, [], sent);
      }
    });
  }
});
