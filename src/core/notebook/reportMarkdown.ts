import { t } from '../base/localize';
import type { CellOutput } from '../pages/notebook';
import { markdownCode, markdownLine } from '../base/markdownText';
import { visibleText } from '../base/visibleText';
import type { Color } from '../chart/shapes';
import { reportChart } from './reportChart';
import { cellText } from '../base/json';
import { withoutTitle } from './report';
import type { Report, ReportSection } from './report';

/** More rows would make the file unreadable; the HTML report has all that are kept. */
const maxRows = 100;

export function reportMarkdown({ title, facts, sections }: Report): string {
  const paragraphs = sections.map((section) =>
    section.kind === 'text' ? visibleText(withoutTitle(section.markdown, title)).trim() : queryPart(section),
  );
  return `${[`# ${markdownLine(title)}`, factList(facts), ...paragraphs].filter((part) => part !== '').join('\n\n')}\n`;
}

function queryPart(section: Extract<ReportSection, { kind: 'query' }>): string {
  const { name, text, sent, facts, output, failure } = section;
  return [
    ...(name === '' ? [] : [`### ${markdownLine(name)}`]),
    markdownCode(text, 'lq'),
    ...(sent === undefined
      ? []
      : [`${markdownLine(t('The query as it was sent'))}:`, markdownCode(sent, 'lq')]),
    factList(facts),
    ...(failure === undefined ? [] : [`**${markdownLine(failure)}**`]),
    ...(output === undefined ? [] : resultParts(output)),
  ].join('\n\n');
}

function resultParts(output: CellOutput): readonly string[] {
  const { state, rows, total } = output;
  if (rows.length === 0) return [markdownLine(t('The query returned no rows.'))];
  const chart = reportChart(output, colors);
  const shown = rows.slice(0, maxRows);
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownLine).join(' | ')} |`;
  const table = [
    line(state.columns.map(({ name }) => name)),
    `|${state.columns.map(() => ' --- |').join('')}`,
    ...shown.map((row) => line(row.map(cellText))),
  ].join('\n');
  return [
    ...(chart === undefined
      ? []
      : [
          `![${markdownLine(t('Chart'))}](data:image/svg+xml;base64,${Buffer.from(chart).toString('base64')})`,
        ]),
    table,
    ...(total > shown.length
      ? [markdownLine(t('The first {0} of {1} rows are shown.', shown.length, total))]
      : []),
  ];
}

function factList(facts: Report['facts']): string {
  return facts.map(([label, value]) => `- ${markdownLine(label)}: ${markdownLine(value)}`).join('\n');
}

/** An image in a Markdown file has a page of its own, so its background is white. */
const colors: Readonly<Record<Color, string>> = {
  'charts-blue': '#0a66c2',
  'charts-orange': '#bc4c00',
  'charts-green': '#1a7f37',
  'charts-purple': '#8250df',
  'charts-yellow': '#9a6700',
  'charts-red': '#cf222e',
  foreground: '#1f2328',
  descriptionForeground: '#59636e',
  'editorWidget-border': '#d1d9e0',
  'editor-background': '#ffffff',
};
