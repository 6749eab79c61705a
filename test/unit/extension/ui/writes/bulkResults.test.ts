import assert from 'node:assert/strict';
import {
  KeyRejectedError,
  markUncertain,
  PermissionError,
  RejectedError,
  UnreachableError,
} from '../../../../../src/core/api/errors';
import type { BulkTarget, ChunkStep, ItemResult } from '../../../../../src/extension/ui/writes/bulkResults';
import { runInChunks } from '../../../../../src/extension/ui/writes/bulkResults';
import { sendWrite } from '../../../../../src/extension/ui/writes/sendAndLog';

const targets = ['a', 'b', 'c', 'd', 'e'].map((guid) => ({ guid, name: guid }));
const done = (chunk: readonly BulkTarget[]): readonly ItemResult[] =>
  chunk.map((item) => ({ item, outcome: 'done' as const }));
const outcomes = (results: readonly ItemResult[]): string =>
  results.map(({ outcome, cause }) => cause ?? outcome).join(' ');

/** Fails at the chunk that begins with this target. */
function failingAt(guid: string, error: Error): ChunkStep {
  return (chunk) => (chunk[0]?.guid === guid ? Promise.reject(error) : Promise.resolve(done(chunk)));
}

async function run(step: ChunkStep, abort = new AbortController()): Promise<readonly ItemResult[]> {
  return runInChunks(targets, step, { size: 2, report: () => undefined }, abort.signal);
}

describe('Running in chunks', () => {
  it('sends a few at a time and all of them once', async () => {
    const sent: string[] = [];
    await run((chunk) => {
      sent.push(chunk.map(({ guid }) => guid).join(''));
      return Promise.resolve(done(chunk));
    });
    assert.deepEqual(sent, ['ab', 'cd', 'e']);
  });

  it('continues after a chunk that was rejected', async () => {
    const results = await run(failingAt('a', new RejectedError(500, 'illegal-state', 'busy')));
    assert.equal(outcomes(results), 'rejected rejected done done done');
    assert.match(results[0]?.reason ?? '', /busy/);
  });

  it('throws a failure that concerns all when nothing is done yet, and else sends nothing more', async () => {
    for (const error of [new PermissionError('ADMIN'), new KeyRejectedError(401)]) {
      await assert.rejects(run(failingAt('a', error)), error);
      assert.equal(outcomes(await run(failingAt('c', error))), 'done done rejected rejected notAttempted');
    }
  });

  it('sends nothing more after it is canceled', async () => {
    const abort = new AbortController();
    const results = await run((chunk) => {
      abort.abort();
      return Promise.resolve(done(chunk));
    }, abort);
    assert.equal(outcomes(results), 'done done notAttempted notAttempted notAttempted');
  });

  it('reports as unknown a chunk that was canceled during its request, or whose response was lost', async () => {
    const lost = new UnreachableError('deadline', 'No response.');
    markUncertain(lost);
    const aborted = Promise.reject(new DOMException('Aborted', 'AbortError'));
    const canceled = await sendWrite(() => aborted).catch((reason: unknown) => reason as Error);
    for (const [error, reason] of [
      [lost, /No response/],
      [canceled, /may have taken effect/],
    ] as const) {
      const results = await run(failingAt('a', error));
      assert.equal(outcomes(results), 'unknown unknown notAttempted notAttempted notAttempted');
      assert.match(results[0]?.reason ?? '', reason);
    }
  });
});
