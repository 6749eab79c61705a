import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mmdbFile } from '../support/placesFile';
import { queryClient } from '../support/queryClient';
import type { Row } from '../support/queryClient';
import { startApp, suiteApp } from '../support/startApp';
import { temporaryFolder } from '../support/temporaryFolder';

const failures = `json "[{'u':'a','ok':false},{'u':'a','ok':false},{'u':'b','ok':false},{'u':'a','ok':true}]"`;

/** Queries and their rows, in this order, in the words of the facts about the language. */
const cases: readonly (readonly [query: string, rows: readonly Row[]])[] = [
  // evalc: for every row; it keeps the old value only if the expression says so.
  [
    `json "[{'n':1},{'n':5},{'n':3}]" | evalc top = if(n > $("top", 0), n, $("top", 0)) | eval t = $("top")`,
    [
      { n: 1, t: 1 },
      { n: 5, t: 5 },
      { n: 3, t: 5 },
    ],
  ],
  [
    `set top = 4 | json "[{'n':1},{'n':5}]" | evalc top = max(n, $("top")) | fields n | search $("top") == 4`,
    [{ n: 1 }],
  ],
  [
    `json "[{'n':1},{'n':5}]" | evalc last = n | stats count | eval l = $("last"), m = $("none", 7)`,
    [{ count: 2, l: 5, m: 7 }],
  ],
  [`json "[{'n':1}]" | evalc d = ago("1h") | eval t = typeof($("d")) | fields t`, [{ t: 'date' }]],
  // evtctx: one row after the other within serial.
  [
    `${failures} | serial [ evtctxadd topic=t1 key=u ok == false | eval c = evtctxget("t1", u, "counter") | evtctxdel topic=t1 key=u ok ] | fields u, c`,
    [
      { u: 'a', c: 1 },
      { u: 'a', c: 2 },
      { u: 'b', c: 1 },
      { u: 'a', c: 2 },
    ],
  ],
  [
    `json "[{'u':1},{'u':1}]" | serial [ eval n = seq() | evtctxadd topic=t3 key=u true | eval c = evtctxget("t3", u, "counter") ] | fields n, c`,
    [
      { n: 1, c: 1 },
      { n: 2, c: 2 },
    ],
  ],
  ['evtctxdrop topic=t3', []],
  ['evtctxlist topic=t1 | fields topic, key, counter', [{ topic: 't1', key: 'b', counter: 1 }]],
  [
    `json "[{'u':'b'},{'u':'z'}]" | eval set = evtctxsetvar("t1", u, "v", ip("10.0.0.7")), v = typeof(evtctxgetvar("t1", u, "v")), c = evtctxget("t1", u, "created") <= now()`,
    [
      { u: 'b', set: true, v: 'ipv4', c: true },
      { u: 'z', set: false, v: null, c: false },
    ],
  ],
  ['json "{}" | evtctxdrop topic=t1 | stats count', [{ count: 1 }]],
  ['evtctxlist', []],
  [
    `json "[{'k':1,'topic':'t2','expire':'1h','maxrows':1},{'k':1,'topic':'t2','maxrows':1}]" | serial [ evtctxadd dynamic=t key=k true ] | eval r = evtctxget("t2", k, "rows") | explode r | stats count, dc(r) as rows`,
    [{ count: 2, rows: 1 }],
  ],
  [
    'evtctxlist | eval lives = isnotnull(expire), waits = isnotnull(timeout) | fields lives, waits',
    [{ lives: true, waits: false }],
  ],
  ['evtctxdrop all=t | evtctxlist', []],
  // mpsearch: rows without match stay.
  [
    `json "[{'t':'a disk is full','n':1},{'t':'LOGIN failed'},{'t':'ok'}]" | mpsearch t [ json "[{'expr':'\\"disk\\" and \\"full\\"','rule':'r1'},{'expr':'\\"login\\" or \\"logon\\"','rule':7},{'expr':'\\"a\\"','expr2':'n == 1'}]" ] | fields _mp_result`,
    [
      {
        _mp_result: [
          { expr: '"disk" and "full"', rule: 'r1' },
          { expr: '"a"', rule: null },
        ],
      },
      { _mp_result: [{ expr: '"login" or "logon"', rule: 7 }] },
      { _mp_result: null },
    ],
  ],
  // json: an expression that returns text.
  ['set a = 2 | json concat("{\'n\':", $("a"), "}") | eval m = n + 1', [{ n: 2, m: 3 }]],
];

describe('Rows that depend on others', () => {
  const app = suiteApp();
  const client = queryClient(app);

  for (const [query, rows] of cases) {
    it(`are those of ${query}`, async () => {
      assert.deepEqual(await client.rows(query), rows);
    });
  }

  it('of event contexts are those of the account alone', async () => {
    await client.rows(`json "{'u':1}" | evtctxadd topic=own key=u true`);
    assert.deepEqual(await queryClient(app, 'member').rows('evtctxlist'), []);
  });

  it('are rejected without what their command needs', async () => {
    for (const [query, message] of [
      ['json "{}" | evtctxdrop', '(90001) invalid-option'],
      ['json "{}" | evtctxadd topic=t true', '(90001) invalid-option'],
      ['json "{}" | evtctxadd topic=t dynamic=t key=k true', '(90001) invalid-option'],
      [`json "{'t':'x'}" | mpsearch t [ json "{'expr':'x y'}" ]`, '(90100) broken-expression'],
      ['json concat("a", 1)', '(10202) invalid-json'],
    ] as const) {
      assert.equal(await client.rejection(query), message, query);
    }
  });
});

describe('lookup geoip', () => {
  const query = `json "[{'a':'8.8.8.8'},{'a':'8.8.9.9'},{'a':'2001:db8::1'},{'a':'x'},{'a':null}]" | lookup geoip a output country, city, latitude as y`;

  it('needs a file of the operator', async () => {
    await using app = await startApp();
    const message = await queryClient(app).rejection(query);
    assert.equal(message, '(92000) unsupported-command: lookup geoip (start the platform with --geoip FILE)');
  });

  it('finds the smallest network of an address in a CSV file', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'places.csv');
    const lines = [
      'network,country,region,city,latitude',
      '8.0.0.0/8,US,,,1',
      '8.8.8.0/24,US,CA,"Town, The",37.5',
      '2001:db8::/32,KR,,Seoul,',
    ];
    await writeFile(file, lines.join('\r\n'));
    await using app = await startApp({ geoipFile: file });
    assert.deepEqual(await queryClient(app).rows(query), [
      { a: '8.8.8.8', country: 'US', city: 'Town, The', y: 37.5 },
      { a: '8.8.9.9', country: 'US', city: null, y: 1 },
      { a: '2001:db8::1', country: 'KR', city: 'Seoul', y: null },
      { a: 'x', country: null, city: null, y: null },
      { a: null, country: null, city: null, y: null },
    ]);
  });

  it('reads an MMDB file', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'places.mmdb');
    const place = {
      country: { iso_code: 'US' },
      city: { names: { en: 'Town' } },
      location: { latitude: 37.5, longitude: -122.5 },
    };
    await writeFile(file, mmdbFile('8.8.8.0/24', place));
    await using app = await startApp({ geoipFile: file });
    assert.deepEqual((await queryClient(app).rows(query)).slice(0, 2), [
      { a: '8.8.8.8', country: 'US', city: 'Town', y: 37.5 },
      { a: '8.8.9.9', country: null, city: null, y: null },
    ]);
  });

  it('is not possible with a file that is neither', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'places.txt');
    await writeFile(file, 'a,b');
    await assert.rejects(
      startApp({ geoipFile: file }),
      /^Error: --geoip: the file .*places\.txt cannot be read: /,
    );
  });
});
