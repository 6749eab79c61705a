import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { marked } from 'marked';
import { buildReport } from '../../../../src/core/notebook/report';
import { reportMarkdown } from '../../../../src/core/notebook/reportMarkdown';
import { readProperties } from '../../../../src/core/notebook/notebookProperties';
import type { CellRun } from '../../../../src/core/pages/notebook';
import { hostileLinks, hostileMarkup } from '../../../support/hostileTexts';

/** A report that has a value wherever a value can be. */
function reportOf(value: string): string {
  const run: CellRun = {
    ...{ text: 'table a', sent: `table ${value}`, queryId: 7, started: 0, elapsed: 5, hash: 'abc' },
    connection: { name: `other ${value}`, environment: 'staging', readOnly: false, serverOffset: 0 },
    columns: [{ name: value, type: 'text' }],
    ...{ rows: [[value]], total: 1, hashed: 1, failure: null },
  };
  const failure = { reason: 'rejected', message: value, detail: value, canRetry: false } as const;
  const { properties } = readProperties('');
  return reportMarkdown(
    buildReport({
      fileName: value,
      properties: { ...properties, title: value, parameters: new Map([['user', value]]) },
      connection: value,
      account: value,
      created: new Date(0),
      masker: undefined,
      cells: [
        { kind: 'query', name: value, value: 'table a', run },
        { kind: 'query', name: '', value, run: { ...run, failure } },
      ],
    }),
  );
}

/** What a reader sees, without what the report itself adds. */
function rendered(value: string): { readonly tags: ReadonlySet<string>; readonly text: string } {
  const html = marked.parse(reportOf(value), { async: false });
  const tags = new Set(Array.from(html.matchAll(/<\/?([a-z]\w*)/gi), ([, tag = '']) => tag.toLowerCase()));
  return { tags, text: html.replace(/<[^>]*>/g, '') };
}

describe('A report in Markdown', () => {
  const { tags: expected } = rendered('plain');
  const others = [
    '//evil.example.com',
    'ftp://evil',
    'HTTPS://EVIL.example',
    'xmpp:a@b.c',
    'a|b\\|c',
    '1. x',
  ];

  for (const value of [...hostileLinks, ...hostileMarkup, ...others]) {
    it(`shows a value as text, and makes no link of it: ${JSON.stringify(value.slice(0, 40))}`, () => {
      assert.deepEqual([...rendered(value).tags].toSorted(), [...expected].toSorted());
    });
  }

  it('shows values as they are', () => {
    const value = 'https://a_b-c.example/x?y=1&z=[2] _u_ -v- 10.0.0.1 user@example.com';
    const { text } = rendered(value);
    assert.ok(text.replaceAll('&amp;', '&').includes(`Connection: ${value}`), text);
  });

  it('has the same elements whatever a value contains', () => {
    const value = fc.string({
      unit: fc.constantFrom(...Array.from('a_-*`~[]()<>!|\\/:.@#&$+=\n w1')),
      maxLength: 12,
    });
    fc.assert(
      fc.property(value, (text) => {
        const tags = rendered(`a${text}a`).tags;
        assert.deepEqual(
          [...tags].filter((tag) => !expected.has(tag)),
          [],
        );
      }),
      { seed: 54, numRuns: 300 },
    );
  });
});
