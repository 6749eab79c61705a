import assert from 'node:assert/strict';
import { importEvents, queryOf, rowsOfAll, ruleText } from '../support/sigmaRules';
import type { EventRecord } from '../support/sigmaRules';
import type { QueryClient } from '../support/queryClient';
import { suiteApp } from '../support/startApp';

/** What collections of rules for real systems do besides the plain constructs. */
const events: readonly EventRecord[] = [
  {
    Image: 'C:\\Windows\\cmd.exe',
    CommandLine: 'cmd /c set a=1&&set b=2',
    Hashes: 'SHA1=00,MD5=AB12',
    or: 'x',
    null: 'y',
    123: 'z',
    '@timestamp': 'now',
    'properties{}.new': 'q',
    'userIdentity.sessionContext.type': 'Role',
    'cs-uri-query': '?a=..%2f',
  },
  { Image: 'C:\\x.sys', CommandLine: 'A'.repeat(1500), User: 'NT AUTHORITY\\SYSTEM' },
  { Image: 'C:\\y.dll', CommandLine: 'one\nIEX two', User: 'ann' },
];

const items = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `    - ${item(index)}`).join('\n');

/** By what they use: a detection, and the places of the events that it finds. */
const rules: readonly (readonly [name: string, detection: string, found: readonly number[]])[] = [
  [
    'more than a thousand hashes',
    `s:\n  Hashes|contains:\n${items(1200, (index) => `MD5=F${index}`)}\n    - MD5=ab12\ncondition: s`,
    [0],
  ],
  [
    'more than a thousand plain values',
    `s:\n  Image:\n${items(1200, (index) => `d${index}.sys`)}\n    - 'c:\\x.sys'\ncondition: s`,
    [1],
  ],
  [
    'hundreds of maps',
    `s:\n${items(250, (index) => `{Image: d${index}, User: x}`)}\n    - {Image|endswith: .dll}\ncondition: s`,
    [2],
  ],
  [
    'hundreds of keywords',
    `s:\n${items(150, (index) => `keyword${index}`)}\n    - 'set a='\ncondition: s`,
    [0],
  ],
  [
    'hundreds of expressions',
    `s:\n  CommandLine|re:\n${items(200, (index) => `k${index}[a-z]+`)}\n    - 'set\\sa'\ncondition: s`,
    [0],
  ],
  [
    'hundreds of values that must all be there',
    `s:\n  CommandLine|contains|all:\n${items(300, () => 'AAA')}\ncondition: s`,
    [1],
  ],
  ['fields named like words of the language', "s: {or: x, 'null': y, '123': z}\ncondition: s", [0]],
  ['a field with an at sign', "s: {'@timestamp': now}\ncondition: s", [0]],
  ['a field with braces', "s: {'properties{}.new': q}\ncondition: s", [0]],
  ['a field with several dots', 's: {userIdentity.sessionContext.type: role}\ncondition: s', [0]],
  [
    'values with signs of addresses',
    "s: {cs-uri-query|contains: ['..%2F', '../', '${jndi:']}\ncondition: s",
    [0],
  ],
  ['windash, contains and all', "s: {CommandLine|windash|contains|all: [' -c ', 'SET']}\ncondition: s", [0]],
  [
    'a filter for each user',
    's: {CommandLine: "*"}\nfilter_main_a: {User: ann}\nfilter_main_b: {User|endswith: \\system}\ncondition: s and not 1 of filter_main_*',
    [0],
  ],
  ['long repeats', "s: {CommandLine|re: '^.{1400,}$'}\ncondition: s", [1]],
  ['long repeats that are not there', "s: {CommandLine|re: '^A{1501,1700}$'}\ncondition: s", []],
  ['long repeats of a group', "s: {CommandLine|re: '^(?<n>A|b){1001,1500}$'}\ncondition: s", [1]],
  ['long lazy repeats of a class', "s: {CommandLine|re: '[^\\s]{0,1200}?A{300}'}\ncondition: s", [1]],
  ['a character by its number', "s: {CommandLine|re: '^\\u0041+$'}\ncondition: s", [1]],
  ['a comment in an expression', "s: {CommandLine|re: 'IEX(?# command) two'}\ncondition: s", [2]],
  ['what another selection holds', 's: &s {User: ann}\nt: {<<: *s, Image|endswith: dll}\ncondition: t', [2]],
  [
    'what another selection holds, changed',
    's: &s {User: ann}\nt: {<<: *s, User: bob}\ncondition: t or not s',
    [0, 1],
  ],
];

describe('A Sigma rule of a public collection', () => {
  const app = suiteApp();
  let client: QueryClient;

  before(async () => {
    client = await importEvents(
      app,
      'public',
      events.map((event, index) => ({ ...event, _index: index })),
    );
  });

  for (const [name, detection, found] of rules) {
    it(`finds exactly what it means with ${name}`, async () => {
      const query = queryOf(ruleText(detection), { table: 'public' });

      const rows = await rowsOfAll(client, [`${query} | sort _index | fields _index`]);
      assert.deepEqual(
        rows.map((row) => row['_index']),
        found,
      );
    });
  }
});
