/** Snippets that replace a command. Completion offers them only where they fit, unlike snippets of a manifest. */
export const commandSnippets = [
  snippet(
    'table',
    'Search a table',
    'table duration=${1:1d} ${2:table}\n| search ${3:field} == "${4:value}"$0',
  ),
  snippet('top', 'Top values', 'stats count by ${1:field}\n| sort limit=${2:10} -count$0'),
  snippet('chart', 'Chart over time', 'timechart span=${1:10m} count by ${2:field}$0'),
  snippet(
    'join',
    'Join with a subquery',
    'join type=${1|inner,left,right,full,leftonly,rightonly|} ${2:key} [',
    '    table duration=${3:1d} ${4:table}',
    '    | fields ${2:key}, ${5:field}',
    '  ]$0',
  ),
  snippet('union', 'Union with a subquery', 'union [ table duration=${1:1d} ${2:table} ]$0'),
  snippet('set', 'Set a parameter', 'set ${1:name} = ${2:expression}\n| $0'),
  snippet('rex', 'Extract with a regular expression', 'rex field=${1:line} "(?<${2:name}>${3:.+})"$0'),
  snippet('comment', 'Comment out commands', '# [ $0 ]'),
];

/** Snippets that replace an operand of an expression. */
export const operandSnippets = [
  snippet('parameter', 'Refer to a parameter', '\\$("${1:name}", ${2:default})$0'),
  snippet('case', 'Select a value', 'case(${1:condition}, ${2:value}, ${3:otherwise})$0'),
];

function snippet(
  name: string,
  title: string,
  ...lines: readonly string[]
): Readonly<Record<'name' | 'title' | 'body', string>> {
  return { name, title, body: lines.join('\n') };
}
