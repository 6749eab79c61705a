import assert from 'node:assert/strict';
import type { ToolReceipt } from '../../../../../src/core/assistant/assistantHost';
import { AssistantReceipts } from '../../../../../src/extension/features/assistants/receipts';

function receipt(fields: Partial<ToolReceipt> = {}): ToolReceipt {
  return {
    at: new Date('2026-11-15T09:00:00Z'),
    tool: 'list_tables',
    platform: 'Lab',
    subject: 'keywords web',
    outcome: 'done',
    result: '3 tables',
    milliseconds: 12,
    ...fields,
  };
}

describe('The calls of assistants', () => {
  function noted(...all: readonly ToolReceipt[]): {
    readonly lines: readonly string[];
    readonly text: string;
  } {
    const lines: string[] = [];
    const receipts = new AssistantReceipts({ info: (line) => void lines.push(line) });
    for (const one of all) receipts.note(one);
    return { lines, text: receipts.text() };
  }

  it('logs each call in a line and lists them newest first', () => {
    const other = { tool: 'read_reference', platform: undefined, subject: '', outcome: 'rejected' } as const;
    const { lines, text } = noted(receipt(), receipt({ ...other, result: 'No.', milliseconds: 0 }));

    assert.deepEqual(lines, [
      '[assistant] list_tables "Lab": keywords web -> done: 3 tables (12 ms)',
      '[assistant] read_reference:  -> rejected: No. (0 ms)',
    ]);
    assert.equal(
      text,
      [
        'Calls of assistants in this window, newest first: 2. Times are in UTC.',
        '2026-11-15T09:00:00.000Z  read_reference\n    rejected: No. (0 ms)',
        '2026-11-15T09:00:00.000Z  list_tables on Lab\n    keywords web\n    done: 3 tables (12 ms)',
      ].join('\n\n'),
    );
  });

  it('keeps the last thousand calls', () => {
    const all = Array.from({ length: 1001 }, (_, number) => receipt({ tool: `call_${number}_` }));

    assert.match(noted(...all.slice(1)).text, /first: 1000\.[^]*call_1_/);
    const { text } = noted(...all);
    assert.match(text, /first: 1000\.[^]*call_1000_[^]*call_1_ on/);
    assert.doesNotMatch(text, /call_0_/);
  });

  it('says that there are none when no assistant has called', () => {
    assert.equal(noted().text, 'Assistants have not used any Logbench tools in this window.');
  });
});
