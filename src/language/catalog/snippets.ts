import type { Localized } from './entry';

/** A query snippet. Completion offers it only where it fits, unlike snippets of a manifest. */
interface SnippetEntry {
  readonly name: string;
  readonly title: Localized;
  readonly body: string;
}

/** Snippets that replace a command. */
export const commandSnippets = [
  snippet(
    'table',
    'Search a table',
    '테이블 검색',
    'table duration=${1:1d} ${2:table}\n| search ${3:field} == "${4:value}"$0',
  ),
  snippet('top', 'Top values', '상위 값', 'stats count by ${1:field}\n| sort limit=${2:10} -count$0'),
  snippet('chart', 'Chart over time', '시간별 차트', 'timechart span=${1:10m} count by ${2:field}$0'),
  snippet(
    'join',
    'Join with a subquery',
    '하위 쿼리와 조인',
    'join type=${1|inner,left,right,full,leftonly,rightonly|} ${2:key} [',
    '    table duration=${3:1d} ${4:table}',
    '    | fields ${2:key}, ${5:field}',
    '  ]$0',
  ),
  snippet(
    'union',
    'Union with a subquery',
    '하위 쿼리와 합치기',
    'union [ table duration=${1:1d} ${2:table} ]$0',
  ),
  snippet('set', 'Set a parameter', '매개변수 설정', 'set ${1:name} = ${2:expression}\n| $0'),
  snippet(
    'rex',
    'Extract with a regular expression',
    '정규식으로 추출',
    'rex field=${1:line} "(?<${2:name}>${3:.+})"$0',
  ),
  snippet('comment', 'Comment out commands', '명령을 주석으로', '# [ $0 ]'),
];

/** Snippets that replace an operand of an expression. */
export const operandSnippets = [
  snippet('parameter', 'Refer to a parameter', '매개변수 참조', '\\$("${1:name}", ${2:default})$0'),
  snippet('case', 'Choose a value', '값 선택', 'case(${1:condition}, ${2:value}, ${3:otherwise})$0'),
];

function snippet(name: string, en: string, ko: string, ...lines: readonly string[]): SnippetEntry {
  return { name, title: { en, ko }, body: lines.join('\n') };
}
