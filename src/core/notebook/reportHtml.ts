import { Marked } from 'marked';
import { languageTag, t } from '../base/localize';
import type { CellOutput } from '../pages/notebook';
import type { Cell } from '../pages/queryResults';
import { cellText } from '../base/json';
import { visibleText } from '../base/visibleText';
import type { Color } from '../chart/shapes';
import { reportChart } from './reportChart';
import { withoutTitle } from './report';
import type { Report, ReportSection } from './report';

/** One file that loads nothing and runs nothing: its policy forbids both, whatever its values contain. */
export function reportHtml({ title, facts, sections }: Report): string {
  return `<!DOCTYPE html>
<html lang="${escaped(languageTag())}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${styles}</style>
</head>
<body>
<header><h1>${escaped(title)}</h1>${factList(facts)}</header>
<main>
${sections.map((section) => (section.kind === 'text' ? textSection(section.markdown, title) : querySection(section))).join('\n')}
</main>
</body>
</html>
`;
}

type QuerySection = Extract<ReportSection, { kind: 'query' }>;

function textSection(text: string, title: string): string {
  const body = withoutTitle(text, title);
  if (body.trim() === '') return '';
  return `<section class="text">${markdown.parse(visibleText(body), { async: false })}</section>`;
}

function querySection({ name, text, sent, facts, output, failure }: QuerySection): string {
  return `<section class="query">
${name === '' ? '' : `<h3>${escaped(name)}</h3>`}
<pre><code>${escaped(text)}</code></pre>
${sent === undefined ? '' : `<details><summary>${escaped(t('The query as it was sent'))}</summary><pre><code>${escaped(sent)}</code></pre></details>`}
${factList(facts)}
${failure === undefined ? '' : `<p class="failure">${escaped(failure)}</p>`}
${output === undefined ? '' : resultHtml(output)}
</section>`;
}

function resultHtml(output: CellOutput): string {
  const { state, rows, total } = output;
  if (rows.length === 0) return `<p>${escaped(t('The query returned no rows.'))}</p>`;
  const chart = reportChart(output, themeColors);
  const more =
    total > rows.length
      ? `<p>${escaped(t('The first {0} of {1} rows are shown.', rows.length, total))}</p>`
      : '';
  const classes = state.columns.map(({ type }) => (type === 'number' ? ' class="number"' : ''));
  const head = state.columns.map(
    ({ name }, index) => `<th scope="col"${classes[index] ?? ''}>${escaped(name)}</th>`,
  );
  const cellHtml = (cell: Cell, index: number): string =>
    `<td${classes[index] ?? ''}>${escaped(cellText(cell))}</td>`;
  const body = rows.map((row) => `<tr>${row.map(cellHtml).join('')}</tr>`);
  return `${chart === undefined ? '' : `<figure>${chart}</figure>`}
<div class="rows"><table><thead><tr>${head.join('')}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>${more}`;
}

function factList(facts: Report['facts']): string {
  const items = facts.map(
    ([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`,
  );
  return `<dl>${items.join('')}</dl>`;
}

/** Invisible characters could reverse the order of what is read. */
function escaped(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** HTML in the text is shown as text; only links to web pages work; images would have to be loaded. */
const markdown = new Marked({
  renderer: {
    html: ({ text }) => escaped(text),
    image: ({ text }) => escaped(text),
    link({ href, tokens }) {
      const label = this.parser.parseInline(tokens);
      return /^(?:https?:|mailto:)/i.test(href)
        ? `<a href="${escaped(href)}" rel="noreferrer">${label}</a>`
        : label;
    },
  },
});

/** Follow the color scheme of the reader. */
const themeColors: Readonly<Record<Color, string>> = {
  'charts-blue': 'var(--blue)',
  'charts-orange': 'var(--orange)',
  'charts-green': 'var(--green)',
  'charts-purple': 'var(--purple)',
  'charts-yellow': 'var(--yellow)',
  'charts-red': 'var(--red)',
  foreground: 'var(--text)',
  descriptionForeground: 'var(--muted)',
  'editorWidget-border': 'var(--line)',
  'editor-background': 'var(--background)',
};

const styles = `
:root { color-scheme: light dark; --background: #fff; --text: #1f2328; --muted: #59636e; --line: #d1d9e0; --code: #f6f8fa;
  --blue: #0a66c2; --orange: #bc4c00; --green: #1a7f37; --purple: #8250df; --yellow: #9a6700; --red: #cf222e; }
@media (prefers-color-scheme: dark) { :root { --background: #0d1117; --text: #e6edf3; --muted: #9198a1; --line: #3d444d;
  --code: #151b23; --blue: #4493f8; --orange: #f0883e; --green: #3fb950; --purple: #ab7df8; --yellow: #d29922; --red: #f85149; } }
* { box-sizing: border-box; }
body { max-width: 1100px; margin: 0 auto; padding: 24px; color: var(--text); background: var(--background);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
:lang(ko) { word-break: keep-all; }
h1 { margin: 0 0 12px; font-size: 26px; line-height: 1.25; }
h3 { margin: 0 0 8px; font-size: 16px; }
header { padding-bottom: 16px; border-bottom: 1px solid var(--line); }
dl { display: flex; flex-wrap: wrap; gap: 4px 24px; margin: 8px 0; font-size: 13px; }
dt { display: inline; color: var(--muted); }
dt::after { content: ': '; }
dd { display: inline; margin: 0; }
section.query { margin: 20px 0; padding: 16px; border: 1px solid var(--line); border-radius: 8px; break-inside: avoid-page; }
pre { margin: 0 0 8px; padding: 10px 12px; overflow: auto; background: var(--code); border-radius: 6px; white-space: pre-wrap; }
code, td { font-family: ui-monospace, monospace; font-size: 13px; }
figure { margin: 12px 0; overflow-x: auto; }
svg { max-width: 100%; height: auto; }
.rows { max-height: 480px; overflow: auto; border: 1px solid var(--line); border-radius: 6px; }
table { width: max-content; min-width: 100%; border-collapse: collapse; }
th, td { max-width: 60ch; padding: 4px 10px; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
th { position: sticky; top: 0; background: var(--code); white-space: nowrap; }
.number { text-align: end; }
.failure { color: var(--red); font-weight: 600; }
@media print { .rows { max-height: none; overflow: visible; } table { width: 100%; } }
`;
