import assert from 'node:assert/strict';
import { markUncertain, RejectedError, UnreachableError } from '../../../../../src/core/api/errors';
import { describeFailure } from '../../../../../src/extension/ui/failures/failureText';
import {
  stopScheduledQueries,
  removeScheduledQueries,
} from '../../../../../src/core/api/operations/scheduledQueries';
import type { ReadOnlyDocuments } from '../../../../../src/extension/ui/documents/readOnlyDocuments';
import {
  choiceDetail,
  confirmByName,
  confirmWithDetails,
  requestDetail,
  isUnknownOutcome,
  sendAndLog,
  readAfterWrite,
} from '../../../../../src/extension/ui/writes/sendAndLog';
import { isCancellation } from '../../../../../src/extension/ui/prompts/canceled';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import { lab } from '../../../../support/labConnection';

const connection = {
  ...lab,
  name: 'Seoul',
  baseUrl: 'https://logs.example.com',
  environment: 'production',
} as const;

async function receiptOf(
  write: () => Promise<unknown>,
  ...names: readonly string[]
): Promise<{ line: string; error: unknown }> {
  const lines: string[] = [];
  const log = { info: (line: string) => lines.push(line) };
  const receipt = { connection, operation: 'stop', names };
  const error = await sendAndLog(log, receipt, write).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.equal(lines.length, 1);
  return { line: lines[0] ?? '', error };
}

describe('The receipt of a write', () => {
  it('says that it is done', async () => {
    const { line } = await receiptOf(() => Promise.resolve(), 'Logins');
    assert.equal(line, '[change] Seoul (production) stop: "Logins" -> done');
  });

  it('says that it was not done when the platform rejected it, and unknown when the response was lost', async () => {
    const lost = new UnreachableError('reset', 'Connection lost.');
    markUncertain(lost);
    for (const [failure, receipt] of [
      [new RejectedError(500, 'illegal-state', 'busy'), /-> not done: busy$/],
      [lost, /-> unknown: Connection lost\.$/],
    ] as const) {
      const { line, error } = await receiptOf(() => Promise.reject(failure));
      assert.match(line, receipt);
      assert.equal(error, failure);
    }
  });

  it('says that the outcome is unknown when it was canceled during the request', async () => {
    const aborted = new DOMException('Aborted', 'AbortError');
    const { line, error } = await receiptOf(() => Promise.reject(aborted), 'Logins', 'Logouts');
    assert.match(line, /-> unknown: /);
    assert.deepEqual([isUnknownOutcome(error), isUnknownOutcome(aborted)], [true, false]);
    assert.equal(((error as Error).cause as Error).cause, aborted);
    assert.equal(isCancellation(error), false, 'a cancellation would be passed over in silence');
    assert.match(
      describeFailure(error).sentence,
      /Seoul: “Logins”, “Logouts”: Canceled .* may have taken effect/,
    );
  });
});

describe('Reading after a write', () => {
  it('fails without making the write a failure', async () => {
    const lines: string[] = [];
    const read = (): Promise<string> => Promise.reject(new Error('away'));
    assert.equal(await readAfterWrite({ warn: (line) => lines.push(line) }, read), undefined);
    assert.match(lines.join(), /away/);
    assert.equal(
      await readAfterWrite({ warn: (line) => lines.push(line) }, () => Promise.resolve('it')),
      'it',
    );
    assert.equal(lines.length, 1);
  });
});

describe('A question about a write', () => {
  it('asks for the name of a production system only, when the setting says so', async () => {
    for (const [environment, confirmation, times] of [
      ['production', 'typeName', 1],
      ['production', 'button', 0],
      ['staging', 'typeName', 0],
    ] as const) {
      const prompts = new ScriptedPrompts([{ input: 'Seoul' }]);
      await confirmByName(prompts, { ...connection, environment }, 'Delete?', confirmation);
      assert.equal(prompts.seen.length, times, `${environment} ${confirmation}`);
    }
  });

  it('rejects another name', async () => {
    const prompts = new ScriptedPrompts([{ input: 'Busan' }]);
    await assert.rejects(confirmByName(prompts, connection, 'Delete?', 'typeName'), /Type Seoul\./);
  });

  it('shows the requests as they would be sent, each time in its own document', async () => {
    const shown: { readonly parts: readonly string[]; readonly text: string }[] = [];
    const documents = {
      show: (parts: readonly string[], text: string) => Promise.resolve(void shown.push({ parts, text })),
    } as unknown as ReadOnlyDocuments;
    const guids = ['6f1c6d0e-6a7f-4f5f-9a52-0a1b2c3d4e5f'];
    const [stop, remove] = [stopScheduledQueries(guids), removeScheduledQueries(guids)];
    const requests = requestDetail(documents, connection, () => [stop, remove]);
    const choices = choiceDetail(documents, connection, [{ label: 'Stop', operation: stop }]);
    assert.deepEqual([requests.label, choices.label], ['Show Request', 'Show Request']);
    await requests.open();
    await choices.open();
    assert.match(shown[0]?.parts.join(' ') ?? '', /^Seoul requests \d{4}-\S+Z request\.sh$/);
    const heading = [
      '# Seoul (Production), https://logs.example.com',
      '# The API key is omitted. Set the variable LOGBENCH_API_KEY to your key.',
    ];
    const [first, second] = shown.map(({ text }) => text.split('\n\n'));
    assert.deepEqual(first?.slice(0, 3), [...heading, '# Requests: 2. Nothing has been sent yet.']);
    assert.match(first.slice(3).join('\n\n'), /^curl -X POST [^]+\n\ncurl -X DELETE [^]+[^\n]\n$/);
    assert.deepEqual(second?.slice(0, 2), heading);
    assert.match(second.slice(2).join('\n\n'), /^# One of these requests .*\n\n# Stop\ncurl -X POST /);
  });

  it('is asked again after each detail was shown', async () => {
    let refreshes = 0;
    const detail = { label: 'Show', open: () => Promise.resolve(void (refreshes += 1)) };
    const prompts = new ScriptedPrompts([{ confirm: 'Show' }, { pick: 'Show' }, { pick: 'Delete' }]);
    const buttons = [{ label: 'Delete', value: 'delete' }];
    const response = await confirmWithDetails(prompts, { message: 'Delete?', buttons, details: [detail] });
    assert.deepEqual([response, refreshes], ['delete', 2]);
  });
});
