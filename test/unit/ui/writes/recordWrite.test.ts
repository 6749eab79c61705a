import assert from 'node:assert/strict';
import { markUncertain, RefusedError, UnreachableError } from '../../../../src/api/errors';
import { describeFailure } from '../../../../src/ui/failures/failureText';
import { QueryEnds } from '../../../../src/ui/panels/queryEnds';
import { confirmByName, confirmWithDetails } from '../../../../src/ui/writes/confirmWrite';
import { KeyedQueue } from '../../../../src/ui/writes/keyedQueue';
import { recordWrite, readAfterWrite } from '../../../../src/ui/writes/recordWrite';
import { isCancellation } from '../../../../src/ui/prompts/cancelled';
import { ScriptedPrompts } from '../../../integration/support/scriptedPrompts';

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

describe('Work in turn', () => {
  it('is done one after the other for each key, whatever failed before', async () => {
    const queue = new KeyedQueue();
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const work = (name: string, key = 'a'): Promise<void> =>
      queue.take(key, () => {
        begun.push(name);
        return new Promise((resolve, reject) => {
          ends.set(name, () => {
            if (name === 'failing') reject(new Error('no'));
            else resolve();
          });
        });
      });
    const failing = assert.rejects(work('failing'), /no/);
    const second = work('second');
    void work('elsewhere', 'b');
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(begun, ['failing', 'elsewhere']);
    ends.get('failing')?.();
    await failing;
    await new Promise((resolve) => setImmediate(resolve));
    const third = work('third');
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(begun, ['failing', 'elsewhere', 'second']);
    ends.get('second')?.();
    await second;
    await new Promise((resolve) => setImmediate(resolve));
    ends.get('third')?.();
    await third;
  });
});

describe('The end of a query', () => {
  it('is told before and after it, or that it failed, to all that listen', async () => {
    const ends = new QueryEnds();
    const heard: string[] = [];
    const first = ends.onDidChange(({ state }) => {
      heard.push(`first ${state}`);
      first.dispose();
    });
    ends.onDidChange(({ queryId, state }) => heard.push(`${queryId} ${state}`));
    await ends.end('A', 5, () => Promise.resolve());
    await assert.rejects(
      ends.end('A', 6, () => Promise.reject(new Error('lost'))),
      /lost/,
    );
    assert.deepEqual(heard, ['first ending', '5 ending', '5 ended', '6 ending', '6 kept']);
  });
});

describe('A question about a write', () => {
  it('asks for the name of a production system alone, where the settings say so', async () => {
    const ask = async (
      environment: 'production' | 'staging',
      confirmation: 'typeName' | 'button',
    ): Promise<boolean> => {
      const prompts = new ScriptedPrompts([{ input: 'Seoul' }]);
      await confirmByName(prompts, { ...connection, environment }, 'Delete?', confirmation);
      return prompts.seen.length > 0;
    };
    assert.deepEqual(
      [
        await ask('production', 'typeName'),
        await ask('production', 'button'),
        await ask('staging', 'typeName'),
      ],
      [true, false, false],
    );
  });

  it('is asked again after each look at a detail', async () => {
    let looks = 0;
    const detail = {
      label: 'Show',
      open: () => {
        looks += 1;
        return Promise.resolve();
      },
    };
    const prompts = new ScriptedPrompts([{ confirm: 'Show' }, { pick: 'Show' }, { pick: 'Delete' }]);
    const buttons = [{ label: 'Delete', value: 'delete' }];
    const answer = await confirmWithDetails(prompts, { message: 'Delete?', buttons, details: [detail] });
    assert.deepEqual([answer, looks], ['delete', 2]);
  });
});
