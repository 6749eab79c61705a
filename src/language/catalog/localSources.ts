import { limit, period } from './entry';
import {
  assignment,
  indexOfWord,
  isWord,
  lastItem,
  lookup,
  next,
  nothing,
  operand,
  table,
  tables,
  wordCount,
  words,
} from './argumentRules';
import type { CommandEntry } from './entry';
import { add, follow, namesOf, ofTables, onlyFields, unknownFields } from './fieldRules';

/** The commands of the local platform that read or write tables, lookups and results, or set parameters. */
export const localSources: Readonly<Record<string, CommandEntry>> = {
  table: {
    syntax: 'table [duration=SPAN | from=DATE to=DATE] [limit=N] [offset=N] [order=asc|desc] TABLE[, TABLE…]',
    en: 'Reads the rows of one or more tables, newest first. A name can contain * as a wildcard. A name that ends with ? causes no error if the table does not exist. Rows have _table, _time, _id, line and their fields.',
    ko: '하나 이상의 테이블에서 행을 최신순으로 읽습니다. 이름에 와일드카드 *를 쓸 수 있고, 이름 끝에 ?를 붙이면 테이블이 없어도 오류가 나지 않습니다. 행에는 _table, _time, _id, line과 각 필드가 들어 있습니다.',
    example: 'table duration=1h web_access, web_error?',
    effect: 'reads',
    isSource: true,
    options: {
      ...period,
      ...limit,
      offset: { type: 'offset' },
      order: { type: 'choice', values: ['asc', 'desc'] },
    },
    expects: ({ item }) => tables(item, ',', '|'),
    fields: ofTables('table'),
  },
  fulltext: {
    syntax:
      'fulltext [duration=SPAN | from=DATE to=DATE] [limit=N] "TERM" [and|or|not "TERM"…] from TABLE[, TABLE…]',
    en: 'Finds rows that contain terms in any field. Case is ignored. Combine terms with and, or, not and parentheses.',
    ko: '모든 필드에서 검색어가 들어 있는 행을 찾습니다. 대소문자를 구분하지 않으며, 검색어는 and, or, not과 괄호로 조합합니다.',
    example: 'fulltext duration=1d "login" and "failed" not "test" from win_security',
    effect: 'reads',
    isSource: true,
    options: { ...period, ...limit },
    expects: ({ terms }) => {
      const from = indexOfWord(terms, 'from');
      return from < 0 ? words(terms, 'from') : tables(lastItem(terms.slice(from + 1)), ',', '|');
    },
    fields: ofTables('fulltext'),
  },
  json: {
    syntax: 'json "{…}" | json "[{…}, …]"',
    en: 'Creates rows from JSON text: an object becomes one row, a list of objects one row per object. Inside the text, single quotes can be used instead of double quotes.',
    ko: 'JSON 문자열로 행을 만듭니다. 객체는 한 행, 객체의 배열은 객체마다 한 행이 됩니다. 문자열 안에서는 큰따옴표 대신 작은따옴표를 쓸 수 있습니다.',
    example: `json "[{'code': 1}, {'code': 2}]"`,
    effect: 'reads',
    isSource: true,
    expects: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
    fields: follow('json', (_flow, { rows }) => ({
      ...onlyFields(rows.flatMap((row) => Object.keys(row))),
      open: rows.length === 0,
    })),
  },
  set: {
    syntax: 'set NAME = EXPRESSION',
    en: 'Sets a parameter before the source. Refer to it with $("NAME").',
    ko: '데이터 원본 앞에서 매개변수를 정합니다. $("NAME")으로 참조합니다.',
    example: 'set from = string(ago("3d"), "yyyyMMdd") | table from=$("from") web_access',
    effect: 'reads',
    expects: ({ terms }) =>
      terms.length === 0 ? nothing : assignment(terms, { ...operand, fields: false }, ['|']),
  },
  setq: {
    syntax: 'setq [ SUBQUERY ]',
    en: 'Sets parameters from the fields of the first row of the subquery.',
    ko: '서브쿼리 첫 행의 필드로 매개변수를 정합니다.',
    example: 'setq [ table limit=1 settings | fields threshold ] | table duration=1h web_access',
    effect: 'reads',
    expects: ({ terms }) => next(terms.length === 0 ? '[' : '|'),
  },
  import: {
    syntax: 'import TABLE',
    en: 'Writes the incoming rows to a table. Requires the ADMIN role.',
    ko: '들어오는 행을 테이블에 기록합니다. ADMIN 권한이 필요합니다.',
    example: 'table duration=1h web_access | search status >= 500 | import web_failures',
    effect: 'writes',
    expects: ({ item }) => tables(item, '|'),
  },
  system: {
    syntax: 'system tables | system queries | system count [TABLE…]',
    en: 'Lists information about the platform: its tables, the running queries, the number of rows in tables.',
    ko: '테이블 목록, 실행 중인 쿼리, 테이블별 행 수 등 플랫폼 자체의 정보를 조회합니다.',
    example: 'system tables | fields table',
    effect: 'reads',
    isSource: true,
    expects: ({ terms }) => {
      if (terms.length === 0) return next('tables', 'queries', 'count');
      return isWord(terms[0], 'count') ? { ...table, next: ['|'] } : next('|');
    },
    fields: unknownFields,
  },
  evalc: {
    syntax: 'evalc NAME = EXPRESSION',
    en: 'Computes a value once, when the query starts, and keeps it as a parameter that $("NAME") refers to.',
    ko: '쿼리가 시작될 때 값을 한 번 계산해 $("NAME")으로 참조하는 매개변수로 둡니다.',
    example: 'evalc start = now()',
    effect: 'reads',
    expects: ({ terms }) =>
      terms.length === 0 ? nothing : assignment(terms, { ...operand, fields: false }, ['|']),
  },
  result: {
    syntax: 'result ID',
    en: 'Reads the result of another query of the same account by its ID.',
    ko: '같은 계정의 다른 쿼리 결과를 ID로 읽습니다.',
    example: 'result 42',
    effect: 'reads',
    isSource: true,
    expects: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
    fields: unknownFields,
  },
  load: {
    syntax: 'load ID',
    en: 'Reads a saved result; on the local platform, the kept result of a query of the same account, by its ID.',
    ko: '저장된 쿼리 결과를 읽습니다. 로컬 플랫폼에서는 같은 계정의 쿼리가 남긴 결과를 ID로 읽습니다.',
    example: 'load 42',
    effect: 'reads',
    isSource: true,
    fields: unknownFields,
  },
  lookuptable: {
    syntax: 'lookuptable NAME',
    en: 'Reads the rows of a mapping.',
    ko: '매핑 테이블의 행을 읽습니다.',
    example: 'lookuptable country_codes',
    effect: 'reads',
    isSource: true,
    expects: ({ item }) => tables(item, '|'),
    fields: ofTables('table'),
  },
  copytable: {
    syntax: 'copytable from=DATE to=DATE SOURCE TARGET',
    en: 'Copies the rows of a period from one table to another.',
    ko: '기간에 해당하는 행을 다른 테이블로 복사합니다.',
    example: 'copytable from=20240101 to=20240201 web_access web_archive',
    effect: 'writes',
    options: { from: { type: 'date' }, to: { type: 'date' } },
    expects: ({ terms }) => (wordCount(terms) < 2 ? table : next('|')),
  },
  insert: {
    syntax: 'insert TABLE',
    en: 'Writes the incoming rows to a table, like import.',
    ko: 'import처럼 들어오는 행을 테이블에 기록합니다.',
    example: 'insert web_failures',
    effect: 'writes',
    expects: ({ item }) => tables(item, '|'),
  },
  lookup: {
    syntax: 'lookup NAME KEY [as INPUT] output FIELD [as NAME][, …]',
    en: 'Looks up the key in a mapping and adds the named fields of the match.',
    ko: '매핑 테이블에서 키를 찾아 지정한 필드를 추가합니다.',
    example: 'lookup country_codes code output name as country',
    effect: 'reads',
    expects: ({ terms }) => lookup(terms),
    fields: add('lookup', ({ outputs }) =>
      namesOf(outputs.map(({ field: output, alias }) => alias ?? output)),
    ),
  },
  matchnet: {
    syntax: 'matchnet field=FIELD NAME',
    en: 'Keeps rows whose address is in one of the networks of a mapping. The local platform reads the networks from the field network of a table.',
    ko: '주소가 매핑의 네트워크 중 하나에 속하는 행만 남깁니다. 로컬 플랫폼은 테이블의 network 필드에서 네트워크를 읽습니다.',
    example: 'matchnet field=src_ip internal',
    effect: 'reads',
    options: { field: { type: 'field' } },
    expects: ({ item }) => tables(item, '|'),
  },
  memlookup: {
    syntax: 'memlookup [op=build|load|drop|list] name=NAME [key=FIELD]',
    en: 'Adds the fields of the row with the same key from an in-memory lookup. With op, builds a lookup from the rows, reads its rows, drops it, or lists all. A lookup belongs to the account that built it and is lost when the platform stops.',
    ko: '메모리에 있는 조회 테이블에서 키가 같은 행의 필드를 더합니다. op를 주면 들어오는 행으로 조회 테이블을 만들거나, 읽거나, 지우거나, 목록을 보여 줍니다. 만든 계정만 쓸 수 있고 플랫폼이 끝나면 사라집니다.',
    example: 'memlookup name=users key=user',
    effect: 'reads',
    options: {
      op: { type: 'choice', values: ['build', 'load', 'drop', 'list'] },
      name: { type: 'text' },
      key: { type: 'field' },
    },
    expects: ({ options }) => (options.length > 0 ? next('|') : nothing),
    fields: unknownFields,
  },
};
