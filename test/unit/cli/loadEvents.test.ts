import assert from 'node:assert/strict';
import { readEvent, readJsonObjects } from '../../../src/cli/sigma/loadEvents';
import { Readable } from 'node:stream';

function fieldsOf(event: unknown): Record<string, string> {
  return Object.fromEntries(readEvent(JSON.stringify(event)));
}

describe('A recorded event', () => {
  it('of Windows has the fields of its data and its system part, without blanks in names', () => {
    const system = {
      Provider: { '#attributes': { Name: 'Microsoft-Windows-Sysmon', Guid: 'G' } },
      EventID: 1,
      Level: 4,
      Task: 1,
      Opcode: 0,
      Keywords: '0x8000000000000000',
      TimeCreated: { '#attributes': { SystemTime: '2025-11-27T07:40:10.165324Z' } },
      Channel: 'Microsoft-Windows-Sysmon/Operational',
      Computer: 'pc',
      Execution: { '#attributes': { ProcessID: 5 } },
      Correlation: null,
    };
    const data = {
      '#attributes': { Name: 'x' },
      'New Value': 'a',
      ProcessId: 4460,
      Signed: true,
      Nothing: null,
    };

    assert.deepEqual(fieldsOf({ Event: { System: system, EventData: data } }), {
      NewValue: 'a',
      ProcessId: '4460',
      Signed: 'true',
      EventID: '1',
      Channel: 'Microsoft-Windows-Sysmon/Operational',
      Computer: 'pc',
      Level: '4',
      Task: '1',
      Opcode: '0',
      Keywords: '0x8000000000000000',
      Provider_Name: 'Microsoft-Windows-Sysmon',
      _time: '2025-11-27T07:40:10.165324Z',
    });
  });

  it('of Windows has the fields inside the elements of its user data', () => {
    const event = {
      Event: {
        System: { EventID: { '#attributes': { Qualifiers: 0 }, '#text': 104 }, Channel: 'System' },
        UserData: {
          LogFileCleared: { '#attributes': { xmlns: 'u' }, SubjectUserName: 'ann', Channel: 'Application' },
        },
      },
    };

    assert.deepEqual(fieldsOf(event), { SubjectUserName: 'ann', Channel: 'Application', EventID: '104' });
  });

  it('of Windows has the values of unnamed data as one text, and the named items of a list', () => {
    const dataOf = (Data: unknown): unknown =>
      fieldsOf({ Event: { System: { EventID: 1 }, EventData: { Data } } });
    const named = { '#attributes': { Name: 'Sub Status' }, '#text': 5 };
    assert.deepEqual(dataOf({ '#text': ['a', 'b'] }), { Data: 'a\nb', EventID: '1' });
    for (const data of [named, [named, { '#attributes': { Name: 'Empty' } }]])
      assert.deepEqual(dataOf(data), { SubStatus: '5', EventID: '1' });
  });

  it('of Windows has its attributes in each notation of XML converters', () => {
    const event = {
      Event: {
        '@xmlns': 'u',
        System: {
          Provider: { '@Name': 'P', '@Guid': 'G' },
          EventID: { '@Qualifiers': '0', '#text': '7045' },
          TimeCreated: { '@SystemTime': '2025-11-27T07:40:10Z' },
        },
        EventData: {
          '@Name': 'E',
          Data: [
            { '@Name': 'Service Name', '#text': 'x' },
            { '@Name': 'Empty' },
            { Name: 'Start', '#text': 2 },
          ],
        },
      },
    };

    assert.deepEqual(fieldsOf(event), {
      ServiceName: 'x',
      Start: '2',
      EventID: '7045',
      Provider_Name: 'P',
      _time: '2025-11-27T07:40:10Z',
    });
  });

  it('of any other kind has its fields, nested ones with dots', () => {
    assert.deepEqual(
      fieldsOf({ a: 1, id: { resp_h: 'x', deep: { er: false } }, list: [1, 'b'], none: null }),
      {
        a: '1',
        'id.resp_h': 'x',
        'id.deep.er': 'false',
        list: '1\nb',
      },
    );
  });

  it('keeps numbers as they are written', () => {
    const event = readEvent('{"a": 9223372036854775807, "b": 1.50, "c": "12 \\"34\\" 5", "d": -1e5}');

    assert.deepEqual(Object.fromEntries(event), {
      a: '9223372036854775807',
      b: '1.50',
      c: '12 "34" 5',
      d: '-1e5',
    });
  });

  it('is rejected when it is no object', () => {
    assert.throws(() => readEvent('[1]'), /An event must be a JSON object\./);
    assert.throws(() => readEvent('{'), SyntaxError);
  });
});

async function objectsOf(text: string): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const { line, text: object } of readJsonObjects(Readable.from(text.split('\n')))) {
    found.push([line, JSON.parse(object)]);
  }
  return found;
}

describe('The events of a file', () => {
  it('are one per line, without blank lines and a byte order mark', async () => {
    assert.deepEqual(await objectsOf('\uFEFF{"a":1}\r\n\n  \n{"a":"}\\"{"}'), [
      [1, { a: 1 }],
      [4, { a: '}"{' }],
    ]);
  });

  it('are concatenated objects, each over several lines', async () => {
    assert.deepEqual(await objectsOf('{\n "a": [1, {"b": "["}]\n}\n{}{\n"c": 2}\n'), [
      [1, { a: [1, { b: '[' }] }],
      [4, {}],
      [4, { c: 2 }],
    ]);
  });

  it('are the items of a list', async () => {
    assert.deepEqual(await objectsOf('[{"a":1},\n {"a":2}\n]'), [
      [1, { a: 1 }],
      [2, { a: 2 }],
    ]);
  });

  it('are passed on when they are no objects, and rejected when incomplete', async () => {
    assert.deepEqual(await objectsOf('[[1],\n2, "x"]'), [
      [1, [1]],
      [2, 2],
      [2, 'x'],
    ]);
    await assert.rejects(objectsOf('{"a":1}\n{"a":\n'), SyntaxError);
    await assert.rejects(objectsOf('{"a":1}}'), SyntaxError);
  });
});
