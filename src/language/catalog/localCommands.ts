import type { Option } from '../ast';
import { joinTypes, limit, parsing } from './entry';
import {
  aggregation,
  aliased,
  assignment,
  crossTable,
  expression,
  field,
  fields,
  indexOfWord,
  lastItem,
  next,
  nothing,
  operand,
  withoutSign,
} from './argumentRules';
import type { CommandEntry } from './entry';
import {
  add,
  follow,
  groups,
  namesOf,
  onlyFields,
  parsed,
  renameField,
  withoutFields,
  withSubqueries,
} from './fieldRules';

/** The commands of the local platform that transform rows. */
export const localCommands: Readonly<Record<string, CommandEntry>> = {
  search: {
    syntax: 'search [limit=N] EXPRESSION',
    en: 'Keeps the rows for which the expression is true. With == and !=, a string on the right can contain * as a wildcard. With limit, stops after that many rows.',
    ko: '식이 참인 행만 남깁니다. ==와 !=의 오른쪽 문자열에는 와일드카드 *를 쓸 수 있습니다. limit를 주면 그 수만큼 찾은 뒤 멈춥니다.',
    example: 'search status >= 500 and path == "/api/*"',
    effect: 'reads',
    options: limit,
    expects: ({ terms }) => expression(terms, ['|']),
  },
  eval: {
    syntax: 'eval FIELD = EXPRESSION[, FIELD = EXPRESSION…]',
    en: 'Computes fields. Assignments are evaluated from left to right, so a later one can use an earlier one. An existing field is replaced.',
    ko: '식을 계산해 필드에 넣습니다. 왼쪽부터 차례로 대입하므로 뒤의 식에서 앞의 필드를 쓸 수 있습니다. 이미 있는 필드는 바뀝니다.',
    example: 'eval kb = bytes / 1024, size = if(kb > 100, "large", "small")',
    effect: 'reads',
    expects: ({ item }) => (item.length === 0 ? field : assignment(item, operand, [',', '|'])),
    fields: add('eval', ({ assignments }) => assignments.map(({ target }) => target.name)),
  },
  fields: {
    syntax: 'fields [-] FIELD[, FIELD…]',
    en: 'Keeps the named fields, in this order. With a minus sign, removes the named fields and keeps all others.',
    ko: '지정한 필드만 그 순서로 남깁니다. 빼기 기호를 붙이면 지정한 필드를 제거하고 나머지를 남깁니다.',
    example: 'fields src_ip, dst_ip, bytes',
    effect: 'reads',
    expects: ({ terms, item }) =>
      terms.length === 0 ? { ...field, next: ['-'] } : fields(withoutSign(item), ',', '|'),
    fields: follow('fields', (flow, { exclude, fields: named }) =>
      exclude ? withoutFields(flow, namesOf(named)) : onlyFields(namesOf(named)),
    ),
  },
  rename: {
    syntax: 'rename FIELD as NAME[, FIELD as NAME…]',
    en: 'Renames fields.',
    ko: '필드의 이름을 바꿉니다.',
    example: 'rename src as src_ip, dst as dst_ip',
    effect: 'reads',
    expects: ({ item }) => aliased(item, field, ['as'], [',', '|']),
    fields: follow('rename', (flow, { renames }) => renames.reduce(renameField, flow)),
  },
  stats: {
    syntax: 'stats AGGREGATE [as NAME][, …] [by FIELD[, FIELD…]]',
    en: 'Aggregates all rows, or the rows of each group if fields follow by. Without as, the column is named after the call, such as sum(bytes).',
    ko: '전체 행 또는 by 뒤의 필드로 묶은 그룹별로 집계합니다. 이름을 주지 않으면 sum(bytes)처럼 호출한 그대로가 열 이름이 됩니다.',
    example: 'stats count, sum(bytes) as total by src_ip',
    effect: 'reads',
    expects: ({ terms, item }) => aggregation(terms, item),
    fields: groups,
  },
  timechart: {
    syntax: 'timechart span=SPAN AGGREGATE [as NAME][, …] [by FIELD]',
    en: 'Aggregates over time intervals. Each value of the field after by becomes a column.',
    ko: '일정한 시간 간격으로 집계합니다. by 뒤에 오는 필드의 값은 각각 열이 됩니다.',
    example: 'timechart span=10m count by action',
    effect: 'reads',
    options: { span: { type: 'span' } },
    expects: ({ terms, item }) => aggregation(terms, item),
    fields: follow('timechart', (_flow, { aggregates, by }) => ({
      ...onlyFields(['_time', ...aggregates.map(({ column }) => column)]),
      // Each value of the field becomes a column.
      open: by.length > 0,
    })),
  },
  sort: {
    syntax: 'sort [limit=N] [-]FIELD[, …] [by FIELD[, …]]',
    en: 'Sorts rows in ascending order, or in descending order if the field has a minus sign. With limit, keeps only the first rows. With by, sorts and limits each group separately.',
    ko: '행을 정렬합니다. 필드 앞에 빼기 기호가 있으면 내림차순입니다. limit를 주면 앞의 행만 남기고, by를 주면 그룹마다 따로 정렬하고 제한합니다.',
    example: 'sort limit=10 -total, src_ip',
    effect: 'reads',
    options: limit,
    expects: ({ terms, item }) => {
      const by = indexOfWord(terms, 'by');
      if (by >= 0) return fields(lastItem(terms.slice(by + 1)), ',', '|');
      return item.length === 0 ? { ...field, next: ['-'] } : fields(withoutSign(item), ',', 'by', '|');
    },
  },
  limit: {
    syntax: 'limit [OFFSET] MAXIMUM',
    en: 'Returns at most the given number of rows, after skipping the given offset, and then stops the query.',
    ko: '오프셋만큼 건너뛴 뒤 지정한 수의 행만 넘기고 쿼리를 멈춥니다.',
    example: 'limit 20 10',
    effect: 'reads',
    expects: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
  },
  join: {
    syntax: 'join [type=inner|left|right|full|cross|leftonly|rightonly] FIELD[, FIELD…] [ SUBQUERY ]',
    en: 'Joins the rows with those of the subquery where the key fields are equal. The subquery runs before the outer query.',
    ko: '키 필드의 값이 같은 행끼리 서브쿼리의 결과와 결합합니다. 서브쿼리는 바깥 쿼리보다 먼저 실행됩니다.',
    example: `json "[{'code': 1}, {'code': 2}]" | join code [ json "[{'code': 1, 'name': 'foo'}]" ]`,
    effect: 'reads',
    options: { type: { type: 'choice', values: joinTypes } },
    expects: ({ terms, item, options }) => {
      if (terms.at(-1)?.kind === 'subquery') return next('|');
      // Only a cross join has no keys.
      const isCross = terms.length === 0 && indexOfWord(options, 'cross') >= 0;
      return isCross ? { ...field, next: ['['] } : fields(item, ',', '[');
    },
    fields: withSubqueries,
  },
  union: {
    syntax: 'union [ SUBQUERY ]',
    en: 'Adds the rows of the subquery.',
    ko: '서브쿼리의 행을 덧붙입니다.',
    example: 'table duration=1h web_access | union [ table duration=1h web_error ]',
    effect: 'reads',
    expects: ({ terms }) => next(terms.length === 0 ? '[' : '|'),
    fields: withSubqueries,
  },
  parallel: {
    syntax: 'parallel [ SUBQUERY ] [ SUBQUERY ]…',
    en: 'Runs subqueries in parallel and collects their rows.',
    ko: '서브쿼리를 동시에 실행해 결과를 모읍니다.',
    example: 'parallel [ table a ] [ table b ]',
    effect: 'reads',
    expects: ({ terms }) => (terms.length === 0 ? next('[') : next('[', '|')),
    fields: withSubqueries,
  },
  serial: {
    syntax: 'serial [ SUBQUERY ] [ SUBQUERY ]…',
    en: 'Runs subqueries one after another and collects their rows.',
    ko: '서브쿼리를 차례로 실행해 결과를 모읍니다.',
    example: 'serial [ table a ] [ table b ]',
    effect: 'reads',
    expects: ({ terms }) => (terms.length === 0 ? next('[') : next('[', '|')),
    fields: withSubqueries,
  },
  rex: {
    syntax: 'rex field=FIELD "REGEX"',
    en: 'Extracts fields from text with the named groups of a regular expression, (?<name>…). Write each backslash twice.',
    ko: '정규식의 이름 있는 그룹 (?<name>…)으로 문자열에서 필드를 추출합니다. 역슬래시는 두 번 적습니다.',
    example: 'rex field=line "user=(?<user>\\\\w+)"',
    effect: 'reads',
    options: { field: { type: 'field' } },
    expects: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
    fields: add('rex', ({ groups: named }) => named),
  },
  parsejson: {
    syntax: 'parsejson [field=FIELD] [overlay=t|f]',
    en: 'Creates fields from the JSON object in a field (default: line). With overlay, keeps the other fields.',
    ko: '필드(기본값 line)에 든 JSON 객체를 필드로 풀어냅니다. overlay를 켜면 기존 필드를 유지합니다.',
    example: 'parsejson field=payload overlay=t',
    effect: 'reads',
    options: parsing,
    expects: () => next('|'),
    fields: parsed,
  },
  parsekv: {
    syntax: 'parsekv [field=FIELD] [overlay=t|f] [pairdelim="TEXT"] [kvdelim="TEXT"]',
    en: 'Creates fields from pairs such as a=1 b=2. The default delimiters are a space and =.',
    ko: 'a=1 b=2와 같은 쌍을 필드로 풀어냅니다. 구분자는 기본적으로 공백과 =입니다.',
    example: 'parsekv field=line pairdelim=";" kvdelim=":"',
    effect: 'reads',
    options: { ...parsing, pairdelim: { type: 'text' }, kvdelim: { type: 'text' } },
    expects: () => next('|'),
    fields: parsed,
  },
  parsecsv: {
    syntax: 'parsecsv [field=FIELD] [overlay=t|f] [delimiter="TEXT"] [NAME[, NAME…]]',
    en: 'Splits a line of comma-separated values into fields with the given names.',
    ko: '쉼표로 구분된 값을 나누어 지정한 이름의 필드로 만듭니다.',
    example: 'parsecsv field=line overlay=t time, user, action',
    effect: 'reads',
    options: { ...parsing, delimiter: { type: 'text' } },
    expects: ({ terms, item }) => {
      if (terms.length === 0) return next('|');
      return item.length === 0 ? nothing : next(',', '|');
    },
    fields: parsed,
  },
  explode: {
    syntax: 'explode FIELD',
    en: 'Creates one row for each item of a list.',
    ko: '배열의 항목마다 행을 하나씩 만듭니다.',
    example: 'explode addresses',
    effect: 'reads',
    expects: ({ item }) => fields(item, '|'),
  },
  order: {
    syntax: 'order FIELD[, FIELD…]',
    en: 'Puts the named fields first, in this order. The others follow.',
    ko: '지정한 필드를 그 순서로 앞에 두고 나머지 필드를 뒤에 둡니다.',
    example: 'order _time, user, action',
    effect: 'reads',
    expects: ({ item }) => fields(item, ',', '|'),
  },
  prev: {
    syntax: 'prev FIELD[, FIELD…]',
    en: 'Adds the value of each field in the previous row, as prev_FIELD.',
    ko: '각 필드의 이전 행 값을 prev_필드 이름으로 추가합니다.',
    example: 'prev bytes',
    effect: 'reads',
    expects: ({ item }) => fields(item, ',', '|'),
    fields: add('prev', ({ fields: named }) => namesOf(named).map((name) => `prev_${name}`)),
  },
  repeat: {
    syntax: 'repeat count=N [over=SPAN]',
    en: 'Repeats each row the given number of times.',
    ko: '각 행을 지정한 횟수만큼 반복해 넘깁니다.',
    example: `json "{'n': 1}" | repeat count=3`,
    effect: 'reads',
    options: { count: { type: 'limit' }, over: { type: 'span' } },
    expects: ({ options }) => (options.length > 0 ? next('|') : nothing),
  },
  drop: {
    syntax: 'drop',
    en: 'Discards all rows.',
    ko: '모든 행을 버리고 아무것도 넘기지 않습니다.',
    example: 'table duration=1h web_access | drop',
    effect: 'reads',
    expects: () => next('|'),
  },
  pivot: {
    syntax: 'pivot AGGREGATE rows FIELD[, …] cols FIELD[, …]',
    en: 'Aggregates into a pivot table: the values of some fields become rows, those of others columns.',
    ko: '일부 필드의 값은 행, 다른 필드의 값은 열이 되는 교차표로 집계합니다.',
    example: 'pivot count rows src_ip cols action',
    effect: 'reads',
    expects: ({ terms, item }) => crossTable(terms, item),
    fields: follow('pivot', (_flow, { rowFields }) => ({ ...onlyFields(namesOf(rowFields)), open: true })),
  },
  rollup: {
    syntax: 'rollup AGGREGATE[, …] by FIELD[, …]',
    en: 'Aggregates like stats and adds subtotals for each prefix of the group fields, and a total.',
    ko: 'stats처럼 집계하면서 그룹 필드의 앞부분별 소계와 총계를 더합니다.',
    example: 'rollup count by country, city',
    effect: 'reads',
    expects: ({ terms, item }) => aggregation(terms, item),
    fields: groups,
  },
  cube: {
    syntax: 'cube AGGREGATE[, …] by FIELD[, …]',
    en: 'Aggregates like stats and adds subtotals for every combination of the group fields.',
    ko: 'stats처럼 집계하면서 그룹 필드의 모든 조합별 소계를 더합니다.',
    example: 'cube count by country, action',
    effect: 'reads',
    expects: ({ terms, item }) => aggregation(terms, item),
    fields: groups,
  },
  tojson: {
    syntax: 'tojson [output=FIELD] [FIELD[, …]]',
    en: 'Writes fields as JSON text to one field.',
    ko: '필드들을 JSON 문자열로 만들어 한 필드에 넣습니다.',
    example: 'tojson output=payload user, action',
    effect: 'reads',
    options: { output: { type: 'field' } },
    expects: ({ terms, item }) => (terms.length === 0 ? { ...field, next: ['|'] } : fields(item, ',', '|')),
    fields: add('tojson', ({ options }) => [outputOf(options) ?? '_json']),
  },
  bypass: {
    syntax: 'bypass',
    en: 'Passes rows through unchanged; a placeholder for a command.',
    ko: '행을 그대로 넘깁니다. 명령의 자리를 표시할 때 씁니다.',
    example: 'bypass',
    effect: 'reads',
    expects: () => next('|'),
  },
};

function outputOf(options: readonly Option[]): string | undefined {
  const value = options.find(({ name }) => name.text === 'output')?.value;
  if (value?.kind === 'string') return value.value;
  return value?.kind === 'word' ? value.text : undefined;
}
