import assert from 'node:assert/strict';
import { markUncertain, RefusedError, UnreachableError } from '../../../../src/api/errors';
import { describeFailure } from '../../../../src/ui/failures/failureText';
import { recordWrite, readAfterWrite } from '../../../../src/ui/writes/recordWrite';
import { isCancellation } from '../../../../src/ui/prompts/cancelled';

const connection = {
  name: 'Seoul',
  baseUrl: 'https://logs.example.com',
  product: 'core',
  environment: 'production',
  readOnly: false,
} as const;

async function receiptOf(write: () => Promise<unknown>): Promise<{ line: string; error: unknown }> {
  const lines: string[] = [];
  const log = { info: (line: string) => lines.push(line) };
  const receipt = { connection, operation: 'stop', names: ['Logins'] };
  const error = await recordWrite(log, receipt, write).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.equal(lines.length, 1);
  return { line: lines[0] ?? '', error };
}

describe('The receipt of a write', () => {
  it('says that it is done', async () => {
    assert.match((await receiptOf(() => Promise.resolve())).line, /"Logins" -> done$/);
  });

  it('says that it was not done when the service refused', async () => {
    const refused = new RefusedError(500, 'illegal-state', 'busy');
    assert.match((await receiptOf(() => Promise.reject(refused))).line, /-> not done: busy$/);
  });

  it('says that nobody knows when the answer got lost', async () => {
    const lost = new UnreachableError('reset', 'Gone.');
    markUncertain(lost);
    assert.match((await receiptOf(() => Promise.reject(lost))).line, /-> unknown: Gone\.$/);
  });

  it('says that nobody knows when it was cancelled on its way, and tells the person too', async () => {
    const aborted = new DOMException('Aborted', 'AbortError');
    const { line, error } = await receiptOf(() => Promise.reject(aborted));
    assert.match(line, /-> unknown: /);
    assert.equal(isCancellation(error), false, 'a cancellation would be passed over in silence');
    assert.match(describeFailure(error).sentence, /Seoul: “Logins”: Canceled .* may have taken effect/);
  });
});

describe('Reading after a write', () => {
  it('fails without making the write a failure', async () => {
    const lines: string[] = [];
    const read = (): Promise<string> => Promise.reject(new Error('away'));
    assert.equal(await readAfterWrite({ warn: (line) => lines.push(line) }, read), undefined);
    assert.match(lines.join(), /away/);
  });
});
