import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { RunningQuery } from '../../../../src/core/api/runningQuery';
import { runCell, withHash } from '../../../../src/core/notebook/runCell';
import { bareStatus } from '../../../support/queryStatusRecord';
import { HttpServer } from '../../../support/httpServer';

const connection = { name: 'Lab', environment: 'local', readOnly: false, serverOffset: null } as const;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('The hash of a result', () => {
  it('is the same however the rows arrive, and covers the whole rows that arrived before an interruption', async () => {
    let pieces: readonly Uint8Array[] = [];
    let interrupted = false;
    await using server = await HttpServer.start(({ method, url }, response) => {
      const reply = (body: object): void => void response.end(JSON.stringify(body));
      if (method === 'POST') reply({ id: 5 });
      else if (url.includes('/queries/')) reply({ ...bareStatus, is_finished: true });
      else if (url.includes('json-single')) reply({ rows: [], total: 9 });
      else if (method === 'DELETE') reply({});
      else {
        for (const piece of pieces) response.write(piece);
        // The pieces leave before the connection ends.
        if (interrupted) setImmediate(() => response.destroy());
        else response.end();
      }
    });
    const line = fc.json().map((text) => text.replaceAll('\n', ' '));
    const text = fc
      .tuple(fc.array(line), fc.boolean())
      .map(([lines, ends]) => lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''));
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(400)), fc.boolean(), async (content, cuts, isInterrupted) => {
        pieces = cut(Buffer.from(content), cuts);
        interrupted = isInterrupted;
        const query = await RunningQuery.start(server.api, 'table a');
        const { hash, hashed } = await withHash(
          query,
          await runCell(query, connection, undefined),
          undefined,
        );
        const whole = interrupted ? content.slice(0, content.lastIndexOf('\n') + 1) : content;
        const rows = whole.split('\n').filter((one) => one !== '').length;
        const known = interrupted ? (content.match(/.*\n/g) ?? []).slice(0, hashed).join('') : whole;
        assert.equal(hash, hashOf(known));
        assert.ok(interrupted ? hashed <= rows : hashed === rows);
      }),
      { seed: 42, numRuns: 60 },
    );
  });
});

function cut(bytes: Buffer, cuts: readonly number[]): readonly Uint8Array[] {
  const at = [
    0,
    ...cuts.map((one) => Math.min(one, bytes.length)).toSorted((one, other) => one - other),
    bytes.length,
  ];
  return at.slice(1).map((to, index) => bytes.subarray(at[index], to));
}
