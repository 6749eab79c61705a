import assert from 'node:assert/strict';
import { emptyResultText, fieldSample } from '../../../../../src/extension/features/queryResults/emptyResult';

describe('An empty result', () => {
  const samples: Readonly<Record<string, string | undefined>> = {
    'table duration=1h web | search usr == "a" and status > 1 | search usr != "b"':
      'table duration=1h limit=1000 web | stats count as sampled_rows, count(usr) as field_0, count(status) as field_1',
    'table from=2026 to=$("end") limit=5 web, dns | search field("src ip") == "1"':
      'table from=2026 limit=1000 web, dns | stats count as sampled_rows, count(field("src ip")) as field_0',
    'fulltext "x" from web | search usr == "a"':
      'table limit=1000 web | stats count as sampled_rows, count(usr) as field_0',
    'table web | eval x = usr | search x == 1 and _time > 1':
      'table limit=1000 web | stats count as sampled_rows, count(usr) as field_0',
    'table web | join user [ table staff | search team == "a" ]':
      'table limit=1000 web | stats count as sampled_rows',
    // These would have no rows with these fields either.
    'table web | search status == 999 | stats count by usr':
      'table limit=1000 web | stats count as sampled_rows, count(status) as field_0',
    'table web | search status == 999 and (usr == "a" or isnull(usr)) | eval x = nvl(y, 1) | fields z':
      'table limit=1000 web | stats count as sampled_rows, count(status) as field_0',
    'table web | rename usr as who | search in(who, "a") and contains(note, "b")':
      'table limit=1000 web | stats count as sampled_rows, count(usr) as field_0, count(note) as field_1',
    'table web': 'table limit=1000 web | stats count as sampled_rows',
    [`json "{'a': 1}" | search b == 1`]: undefined,
    'system tables | search b == 1': undefined,
  };
  for (const [text, expected] of Object.entries(samples)) {
    it(`is explained by ${expected ?? 'nothing'} after ${text}`, () => {
      assert.equal(fieldSample(text)?.query, expected);
    });
  }

  it('says which fields no row has, and of how many rows that is known', () => {
    const text = 'table web | search usr == "a" and ste == 1 and status == 2';
    const sample = fieldSample(text) ?? assert.fail();
    const explained = (rows: number, ...counts: number[]): string | null =>
      emptyResultText(sample, {
        sampled_rows: rows,
        ...Object.fromEntries(counts.map((count, index) => [`field_${index}`, count])),
      });
    assert.equal(explained(12, 0, 3, 12), 'No row has the field “usr”.');
    assert.equal(explained(12, 0, 0, 12), 'No row has the fields “usr”, “ste”.');
    assert.equal(explained(1000, 0, 3, 12), 'None of the newest 1,000 rows has the field “usr”.');
    assert.equal(
      explained(1000, 0, 0, 0),
      'None of the newest 1,000 rows has the fields “usr”, “ste”, “status”.',
    );
    assert.equal(explained(12, 1, 3, 12), null);
    assert.equal(explained(0, 0, 0, 0), 'There are no rows in web in this period.');
    assert.equal(emptyResultText(sample, {}), null);
  });
});
