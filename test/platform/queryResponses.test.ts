import assert from 'node:assert/strict';
import { queryClient } from '../support/queryClient';
import { suiteApp } from '../support/startApp';

const rows = `json "[{'a':1,'b':'x,y'},{'a':2,'b':'say \\"hi\\"'},{'a':null,'b':'tab\\\\there'}]"`;

describe('the result of a query', () => {
  const app = suiteApp();
  const client = queryClient(app);

  const responseText = async (query: string, parameters = ''): Promise<string> => {
    const response = await client.get(`/query?q=${encodeURIComponent(query)}${parameters}`);
    assert.equal(response.status, 200);
    return response.text();
  };

  it('is newline-delimited JSON by default', async () => {
    const expected = '{"a":1,"b":"x,y"}\n{"a":2,"b":"say \\"hi\\""}\n{"a":null,"b":"tab\\there"}\n';
    assert.equal(await responseText(rows), expected);
    assert.equal(await responseText(rows, '&format=json'), expected);
  });

  it('is one document as json-single, with the order and the types of fields', async () => {
    const document: unknown = JSON.parse(await responseText(rows, '&format=json-single&limit=1'));
    assert.deepEqual(document, {
      rows: [{ a: 1, b: 'x,y' }],
      total: 3,
      field_order: ['a', 'b'],
      field_types: { a: 'long', b: 'string' },
    });
  });

  it('has the content type of its format', async () => {
    for (const [format, type] of [
      ['json', 'application/x-ndjson; charset=utf-8'],
      ['json-single', 'application/json; charset=utf-8'],
      ['csv', 'text/csv; charset=utf-8'],
      ['txt', 'text/plain; charset=utf-8'],
    ] as const) {
      const { headers } = await client.get(`/query?q=${encodeURIComponent(rows)}&format=${format}`);
      assert.equal(headers.get('content-type'), type);
    }
  });

  it('is CSV with quotes only if they are needed, also around line breaks', async () => {
    assert.equal(await responseText(rows, '&format=csv'), 'a,b\n1,"x,y"\n2,"say ""hi"""\n,tab\there\n');
    const lines = `json "{'a':'one\\\\ntwo','b':'three\\\\rfour'}"`;
    assert.equal(await responseText(lines, '&format=csv'), 'a,b\n"one\ntwo","three\rfour"\n');
  });

  it('is text with tabs between fields', async () => {
    assert.equal(await responseText(rows, '&format=txt'), 'a\tb\n1\tx,y\n2\tsay "hi"\n\ttab here\n');
  });

  it('has only the requested fields, in that order', async () => {
    assert.equal(await responseText(rows, '&fields=b,a,c&limit=1'), '{"b":"x,y","a":1,"c":null}\n');
  });

  it('is paged by offset and limit, from a cursor 1,000 rows at a time', async () => {
    const { id } = await client.finish(`json "{'n':1}" | repeat count=2500`);
    const countOf = async (parameters: string): Promise<number> => {
      const text = await (await client.get(`/cursors/${id}${parameters}`)).text();
      return text.split('\n').length - 1;
    };
    assert.equal(await countOf(''), 1000);
    assert.equal(await countOf('?offset=2000'), 500);
    assert.equal(await countOf('?offset=2499&limit=10'), 1);
    assert.equal(await countOf('?offset=9223372036854775807'), 0);
    assert.equal(await countOf('?limit=0'), 0);
    await client.drop(id);
  });

  for (const [parameters, message] of [
    ['offset=x', 'offset should be long type.'],
    ['limit=1.5', 'limit should be long type.'],
    ['offset=9223372036854775808', 'offset should be long type.'],
    ['offset=-1', 'offset should be non-negative integer.'],
    ['limit=-1', 'limit should be non-negative integer.'],
  ] as const) {
    it(`is rejected for ${parameters}`, async () => {
      const id = await client.start('json "{}"');
      for (const path of [`/cursors/${id}?${parameters}`, `/query?q=json%20%22%7B%7D%22&${parameters}`]) {
        const response = await client.get(path);
        assert.equal(response.status, 400);
        assert.equal(((await response.json()) as { error_msg: string }).error_msg, message);
      }
      await client.drop(id);
    });
  }
});
