import assert from 'node:assert/strict';
import { readSample } from '../../../../src/features/uploads/logSample';
import type { LogSample } from '../../../../src/features/uploads/logSample';
import { previewText, sampleText } from '../../../../src/features/uploads/uploadText';

const now = Date.parse('2026-06-01T00:00:00Z');

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

  it('is the type and the first value of each column, and what is not kept', () => {
    assert.equal(
      sampleText(sampleOf(text), now),
      [
        'JSON, one object per line',
        '',
        'Stored as, with the values of the first row:',
        '_time: time · 2026-05-06 07:08:09+0000',
        'ts: text · 2026-05-06 16:08:09+0900',
        'id: number · 9007199254740993',
        'cost: values of several types · 9999999999.999999999',
        'ok: true or false · true',
        '_id_1: text · a',
        'list: list',
        '',
        'The field “_id” is stored as “_id_1”.',
        'In 1 of the first 2 rows, “ts” is not a time that the platform can read, is before 1980 or more than a day ahead. These rows get their arrival time.',
        'Numbers with more digits than the platform can store are stored as text: cost.',
      ].join('\n'),
    );
  });

  it('says that rows without a time get their arrival time', () => {
    assert.match(sampleText(sampleOf('a,b\n007,\n'), now), /a: text · 007\nb: no values so far\n/);
    assert.match(sampleText(sampleOf('a,b\n007,\n'), now), /each row gets its arrival time\.$/);
  });

  it('is followed by the first rows as they will be stored, with their types', () => {
    const lines = previewText('x.ndjson', sampleOf(text), now)
      .split('\n')
      .map((line) => line.trimEnd());
    const [heading, , types, first, second] = lines.slice(lines.findIndex((line) => /^_time\b/.test(line)));
    assert.match(heading ?? '', /^_time +ts +id +cost +ok +_id_1 +list$/);
    assert.match(types ?? '', /^time +text +number +values of several types +true or false +text +list$/);
    assert.match(first ?? '', /^2026-05-06 07:08:09\+0000 +2026-05-06 16:08:09\+0900 +9007199254740993 /);
    assert.match(second ?? '', /^arrival time +soon +1 +1\.5 +\[1\]$/);
  });
});
