import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suiteApp } from '../support/startApp';

const page = readFileSync(path.join(process.cwd(), 'docs', 'query-language.md'), 'utf8');
const section = /\n## Values and results\n([^]*?)\n## /.exec(page)?.[1] ?? '';

describe('The examples in the rules of the language reference', () => {
  const app = suiteApp();

  const examples = [...section.matchAll(/```text\n(.+)\n([^]*?)```/g)];
  it('are found in the document', () => {
    assert.ok(examples.length >= 20);
  });

  for (const [, query = '', rows = ''] of examples) {
    it(`return the documented rows: ${query}`, async () => {
      const address = `${app.baseUrl}/api/core/query?q=${encodeURIComponent(query)}`;
      const response = await fetch(address, { headers: { authorization: `Bearer ${app.keys.admin}` } });
      assert.equal((await response.text()).trim(), rows.trim());
    });
  }
});
