import assert from 'node:assert/strict';
import { readSample } from '../../../../../src/extension/features/uploads/logSample';
import type { LogSample } from '../../../../../src/extension/features/uploads/logSample';
import { previewText, sampleText } from '../../../../../src/extension/features/uploads/uploadText';

function sampleOf(text: string): LogSample {
  const read = readSample(Buffer.from(text), true);
  assert.ok('sample' in read, JSON.stringify(read));
  return read.sample;
}

describe('The preview of an upload', () => {
  const text = [
    '{"ts":"2026-05-06 16:08:09+0900","id":9007199254740993,"cost":9999999999.999999999,"ok":true,"_id":"a"}',
    '{"ts":"soon","id":1,"cost":1.5,"list":[1]}',
  ].join('\n');

  it('is the first value of each field with all of its digits, without a type', () => {
    assert.equal(
      sampleText(sampleOf(text)),
      [
        'JSON, one object per line',
        '',
        'Values of the first row:',
        'ts: 2026-05-06 16:08:09+0900',
        'id: 9007199254740993',
        'cost: 9999999999.999999999',
        'ok: true',
        '_id: a',
        'list:',
      ].join('\n'),
    );
  });

  it('says that rows without a time get their arrival time', () => {
    assert.match(sampleText(sampleOf('a,b\n007,\n')), /\na: 007\nb:\n/);
    assert.match(sampleText(sampleOf('a,b\n007,\n')), /each row gets its arrival time\.$/);
  });

  it('is followed by the first rows in columns', () => {
    const lines = previewText('x.ndjson', sampleOf(text))
      .split('\n')
      .map((line) => line.trimEnd());
    const [heading, , first, second] = lines.slice(lines.findIndex((line) => /^ts\b/.test(line)));
    assert.match(lines.join('\n'), /The platform finds their types when it loads all rows\./);
    assert.match(heading ?? '', /^ts +id +cost +ok +_id +list$/);
    assert.match(
      first ?? '',
      /^2026-05-06 16:08:09\+0900 +9007199254740993 +9999999999\.999999999 +true +a$/,
    );
    assert.match(second ?? '', /^soon +1 +1\.5 +\[1\]$/);
  });
});
