import type { Localized } from './entry';

/** A query snippet. Completion offers it only where it fits, unlike snippets of a manifest. */
export interface SnippetEntry {
  readonly name: string;
  /** What it replaces: a command, or an operand of an expression. */
  readonly place: 'command' | 'operand';
  readonly title: Localized;
  readonly body: string;
}

export const snippets: readonly SnippetEntry[] = [
  {
    name: 'table',
    place: 'command',
    title: { en: 'Search a table', ko: '테이블 검색' },
    body: 'table duration=${1:1d} ${2:table}\n| search ${3:field} == "${4:value}"$0',
  },
  {
    name: 'top',
    place: 'command',
    title: { en: 'Top values', ko: '상위 값' },
    body: 'stats count by ${1:field}\n| sort limit=${2:10} -count$0',
  },
  {
    name: 'chart',
    place: 'command',
    title: { en: 'Chart over time', ko: '시간별 차트' },
    body: 'timechart span=${1:10m} count by ${2:field}$0',
  },
  {
    name: 'join',
    place: 'command',
    title: { en: 'Join with a subquery', ko: '하위 쿼리와 조인' },
    body: [
      'join type=${1|inner,left,right,full,leftonly,rightonly|} ${2:key} [',
      '    table duration=${3:1d} ${4:table}',
      '    | fields ${2:key}, ${5:field}',
      '  ]$0',
    ].join('\n'),
  },
  {
    name: 'union',
    place: 'command',
    title: { en: 'Union with a subquery', ko: '하위 쿼리와 합치기' },
    body: 'union [ table duration=${1:1d} ${2:table} ]$0',
  },
  {
    name: 'set',
    place: 'command',
    title: { en: 'Set a parameter', ko: '매개변수 설정' },
    body: 'set ${1:name} = ${2:expression}\n| $0',
  },
  {
    name: 'rex',
    place: 'command',
    title: { en: 'Extract with a regular expression', ko: '정규식으로 추출' },
    body: 'rex field=${1:line} "(?<${2:name}>${3:.+})"$0',
  },
  {
    name: 'comment',
    place: 'command',
    title: { en: 'Comment out commands', ko: '명령을 주석으로' },
    body: '# [ $0 ]',
  },
  {
    name: 'parameter',
    place: 'operand',
    title: { en: 'Refer to a parameter', ko: '매개변수 참조' },
    body: '\\$("${1:name}", ${2:default})$0',
  },
  {
    name: 'case',
    place: 'operand',
    title: { en: 'Choose a value', ko: '값 선택' },
    body: 'case(${1:condition}, ${2:value}, ${3:otherwise})$0',
  },
];
