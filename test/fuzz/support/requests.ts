import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { anyCodePoint } from '../../support/anyCodePoint';

/** Valid in form, but of nothing that exists. */
const guid = randomUUID();

const names = [
  ...['guids', 'policy', 'force', 'name', 'description', 'enabled', 'query', 'trigger_type', 'cron_schedule'],
  ...['preceding_guid', 'preceding_action', 'node_types', 'output_parameter', 'table', 'retention', 'period'],
  ...[
    'layout',
    'compression',
    'encryption',
    'crypto_profile_guid',
    'group_guid',
    'schema_code',
    'table_name',
  ],
  ...['offset', 'limit', 'keywords', 'categories', 'actions', 'company_guids', 'from', 'to', 'locale'],
  ...['q', 'tags', 'format', 'fields', 'file_name', 'file_size', 'metadata', 'commands', 'priority'],
  ...['logger_guids', 'mitre_tactics', 'event_suppress_interval', '__proto__', 'constructor', ''],
];

/** Valid for some parameter, so that requests pass the first check, or invalid for all of them. */
const telling = [
  ...[
    'x',
    'logs',
    '1',
    '0',
    '7',
    'true',
    'cron',
    'workflow',
    'failed',
    '* * * * *',
    'csv',
    'json-single',
    'force',
  ],
  ...[
    'table logs',
    'json "{}" | import logs',
    'table logs | stats count',
    '{"table_name":"logs"}',
    '{"a":[1]}',
  ],
  ...[
    '',
    '\0',
    'a\0b',
    '\ud800',
    '../../etc/passwd',
    '..%2f..%2f',
    '/',
    "'; DROP TABLE account; --",
    '"',
    '`',
  ],
  ...[
    '-1',
    '-0',
    '1e309',
    'NaN',
    'Infinity',
    '0x10',
    ' 1 ',
    '2147483648',
    '9223372036854775808',
    '9'.repeat(40),
  ],
  ...[
    'null',
    '{}',
    '[]',
    '[[[[]]]]',
    '%',
    '%ff',
    '\u202e',
    '2026-13-01 00:00:00+0000',
    '0000-00-00 00:00:00Z',
  ],
  ...['99999999999999999999999999', '[]', 'constructor', guid, `${guid},`, guid.toUpperCase()],
  ...['table *', 'table ../x', 'search', '|', '[', '"', 'json "', 'set | setq [', 'eval a = ((((1', '# x'],
];

/** The values of a parameter. */
export const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...telling) },
  fc.string({ unit: anyCodePoint, maxLength: 40 }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
);
export const form = fc.dictionary(fc.constantFrom(...names), text, { maxKeys: 10 });
export const json = fc.dictionary(fc.constantFrom(...names), fc.oneof(text, fc.jsonValue({ maxDepth: 5 })), {
  maxKeys: 10,
});
