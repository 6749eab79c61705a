import assert from 'node:assert/strict';
import { DocumentContents, documentPath } from '../../../../../src/extension/ui/documents/documentContents';
import type { ReadOnlyDocument } from '../../../../../src/extension/ui/documents/documentContents';

const path = documentPath(['Lab', 'rules', 'Logins.txt']);
const retry = { label: 'Retry', run: () => Promise.resolve() };
const restore = { label: 'Restore', run: () => Promise.resolve() };

describe('The content of a read-only document', () => {
  let now: number;
  let requests: {
    readonly path: string;
    readonly signal: AbortSignal;
    readonly response: (text: string) => void;
    readonly fail: (error: Error) => void;
  }[];
  let contents: DocumentContents;

  const text = (): unknown => contents.of(path)?.text;
  const labels = (): unknown => contents.of(path)?.actions.map(({ label }) => label);

  beforeEach(() => {
    [now, requests] = [1_000_000, []];
    const explain = (error: unknown): { sentence: string; actions: [typeof retry] } => ({
      sentence: `${(error as Error).message} failed. Try again.`,
      actions: [retry],
    });
    contents = new DocumentContents(explain, () => now);
    contents.addSource('rules', (asked, signal) => {
      return new Promise<ReadOnlyDocument>((resolve, reject) => {
        const response = (label: string): void => resolve({ text: label, actions: [restore] });
        requests.push({ path: asked, signal, response, fail: reject });
      });
    });
  });

  const read = async (label: string): Promise<void> => {
    const reading = contents.readAgain(path);
    requests.at(-1)?.response(label);
    await reading;
  };

  const fail = async (reason: string): Promise<void> => {
    const reading = contents.readAgain(path);
    requests.at(-1)?.fail(new Error(reason));
    await reading;
  };

  it('is fresh for 15 seconds after it was read, and always if it was set', async () => {
    assert.equal(contents.isFresh(path), false);
    await read('one');
    now += 14_999;
    assert.equal(contents.isFresh(path), true);
    now += 1;
    assert.equal(contents.isFresh(path), false);
    contents.put(path, { text: 'set', actions: [] });
    contents.leave(path);
    assert.equal(contents.isFresh(path), true);
  });

  it('is that of the newest request, also for earlier callers', async () => {
    const first = contents.read(path);
    const second = contents.readAgain(path);
    assert.deepEqual(
      requests.map(({ signal }) => signal.aborted),
      [true, false],
    );
    requests[0]?.response('old');
    requests[1]?.response('new');
    assert.deepEqual([(await first)?.text, (await second)?.text, text()], ['new', 'new', 'new']);
  });

  it('is read again after its tab was closed, whose request is aborted', async () => {
    await read('one');
    contents.leave(path);
    assert.equal(contents.isFresh(path), false);
    const left = contents.read(path);
    contents.leave(path);
    assert.equal(requests[1]?.signal.aborted, true);
    const opened = contents.read(path);
    assert.equal(requests.length, 3);
    requests[1].response('left');
    requests[2]?.response('two');
    assert.deepEqual([(await left)?.text, (await opened)?.text, text()], ['two', 'two', 'two']);
  });

  it('is below the reason when it cannot be read again', async () => {
    await fail('first');
    assert.deepEqual([text(), labels()], ['first failed.\nTry again.\n', ['Retry']]);
    assert.equal(contents.isFresh(path), true);
    await read('one');
    assert.equal(contents.hasFailed(path), false);
    await fail('second');
    await fail('third');
    assert.equal(text(), 'third failed.\nTry again.\n\nPreviously read:\n\none');
    assert.deepEqual([labels(), contents.hasFailed(path)], [['Retry', 'Restore'], true]);
    await read('two');
    assert.equal(text(), 'two');
  });
});
